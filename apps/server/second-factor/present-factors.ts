import type { CallAnswer } from '@carhouse/contract/call';
import type { ownSecondFactors } from '@carhouse/contract/factors';
import type { Passkey } from '@carhouse/database/accounts/passkeys';
import type { Factors } from '@carhouse/database/accounts/second-factors';

/** Returns the second factors of an account as their owner sees them, without keys and secrets. */
export function presentFactors(
  { appAddedAt, recoveryCodes }: Factors,
  passkeys: readonly Passkey[],
  facts: { readonly required: boolean; readonly passkeysPossible: boolean },
): CallAnswer<typeof ownSecondFactors> {
  return {
    ...facts,
    appSince: appAddedAt?.toISOString() ?? null,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      _id: id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodes,
  };
}
