import { insertPasskey, listPasskeys, type PasskeyId, spendChallenge } from '@carhouse/database/accounts/passkeys';
import { readFactors } from '@carhouse/database/accounts/second-factors';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';
import { assertFactorProved, authoriseFactorChange } from './authorise-factor-change.ts';
import { type FactorGrant, grantRecoveryCodes } from './grant-recovery-codes.ts';

const passkeyCountMaximum = 20;

/**
 * Returns the WebAuthn options with which the browser creates a passkey for this account. The options are valid only in
 * this session, for five minutes.
 * @throws DomainError SECOND_FACTOR_PROOF_REQUIRED
 */
export async function getPasskeyOptions(context: Context, actor: Actor) {
  const { accountId, email, name, sessionId } = actor;
  await assertFactorProved(context, context.database, actor);
  const passkeys = await listPasskeys(context.database, accountId);
  return context.identity.passkeys.getCreationOptions({ accountId, email, name, passkeys }, sessionId ?? '');
}

/**
 * Adds the passkey that the browser has created with the options for this session.
 * @returns the id of the passkey; also new recovery codes and a new session token when this is the account's first
 *   second factor.
 * @throws DomainError PASSKEY_NOT_VALID (also for a passkey that is already in use, and for the twenty-first passkey),
 *   and the errors of `authoriseFactorChange`.
 */
export async function addPasskey(
  context: Context,
  actor: Actor,
  passkeyFields: { readonly name: string; readonly response: unknown },
): Promise<FactorGrant & { readonly id: PasskeyId }> {
  await assertFactorProved(context, context.database, actor);
  const newPasskey = await context.identity.passkeys.readNewPasskey(passkeyFields.response, actor.sessionId ?? '');
  if (newPasskey === undefined) throw new DomainError('PASSKEY_NOT_VALID');
  const { challenge, ...passkey } = newPasskey;
  return inTransaction(context.database, async (trx) => {
    const currentAccount = await authoriseFactorChange(context, trx, actor);
    const { accountId } = currentAccount;
    const id = context.newId<'passkey'>();
    const name = passkeyFields.name.trim();
    const factorsBefore = await readFactors(trx, accountId);
    const isNewPasskey =
      factorsBefore.passkeys < passkeyCountMaximum &&
      (await spendChallenge(trx, challenge.hash, challenge.expiresAt)) &&
      (await insertPasskey(trx, { id, accountId, name, createdAt: context.now(), ...passkey }));
    if (!isNewPasskey) throw new DomainError('PASSKEY_NOT_VALID');
    return {
      id,
      ...(await grantRecoveryCodes(context, trx, currentAccount, {
        previousFactors: factorsBefore,
        factor: 'passkey',
      })),
    };
  });
}
