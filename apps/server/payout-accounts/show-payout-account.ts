import { runAsMember } from '@carhouse/database/connection/member-role';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { findPayoutAccount, readPayoutChangeFacts } from '@carhouse/database/payout-accounts/payout-accounts';
import { hasSaleOfSeller } from '@carhouse/database/sales/sales';
import type { Actor } from '@carhouse/domain/account/account';
import type { PayoutAccount } from '@carhouse/domain/payout-account/payout-account';
import type { PayoutChangeFacts } from '@carhouse/domain/payout-account/payout-account-policy';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { readPayoutAccount } from './read-payout-account.ts';

export type ShownPayoutAccount = {
  readonly account: PayoutAccount | undefined;
  readonly changeFacts: PayoutChangeFacts;
  /** Whether a buyer has ever paid through Car House for a car of the seller. */
  readonly hasSales: boolean;
};

/** Milliseconds for which an answer of the provider is reused without a new request. */
const answerReuseMs = 5_000;

/** Returns the caller's own payout account as it was last read from the provider. */
export async function showPayoutAccount({ database }: Context, { accountId }: Actor): Promise<ShownPayoutAccount> {
  const [storedAccount, changeFacts] = await Promise.all([
    runAsMember(database, accountId, async (trx) => ({
      account: await findPayoutAccount(trx, accountId),
      hasSales: await hasSaleOfSeller(trx, accountId),
    })),
    readPayoutChangeFacts(database, accountId),
  ]);
  return { ...storedAccount, changeFacts };
}

/**
 * Reads the caller's own payout account from the provider, and returns it.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE, and the errors of `authoriseActor`.
 */
export async function checkPayoutAccount(context: Context, actor: Actor): Promise<ShownPayoutAccount> {
  // The provider is asked on behalf of the caller, who may have been suspended since the request began.
  await inTransaction(context.database, (trx) => authoriseActor(context, trx, actor));
  const { account } = await showPayoutAccount(context, actor);
  const ageMs = context.now().getTime() - (account?.checkedAt?.getTime() ?? 0);
  if (ageMs > answerReuseMs) await readPayoutAccount(context, actor.accountId);
  return showPayoutAccount(context, actor);
}
