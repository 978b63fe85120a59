import { findAccount } from '@carhouse/database/accounts/accounts';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import {
  findPayoutAccount,
  lockPayoutAccount,
  saveProviderAccountId,
} from '@carhouse/database/payout-accounts/payout-accounts';
import type { AccountId } from '@carhouse/domain/account/account';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { payoutAccountLifecycle } from '@carhouse/domain/payout-account/payout-account-lifecycle';
import type { Context } from '../context.ts';

/**
 * Returns the provider's id of a seller's account, which is created when there is none. The row with its idempotency
 * key is committed before the provider is called. A call that is repeated after a crash, and two calls at the same
 * time, therefore get the same account from the provider, because of the stored idempotency key.
 * @returns null when the seller has no account and none is created, because the seller has not started or is not active
 *   any more.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function openProviderAccount(context: Context, sellerId: AccountId): Promise<string | null> {
  const payoutAccount = await findPayoutAccount(context.database, sellerId);
  if (payoutAccount?.providerAccountId != null) return payoutAccount.providerAccountId;
  const seller = await findAccount(context.database, sellerId);
  if (payoutAccount === undefined || payoutAccount.startedAt === null || seller?.status !== 'active') return null;
  const { accountId: createdId } = await context.payoutProvider.createAccount({
    sellerId,
    idempotencyKey: payoutAccount.idempotencyKey,
  });
  return inTransaction(context.database, async (trx) => {
    const account = await lockPayoutAccount(trx, sellerId);
    if (account === undefined || account.providerAccountId !== null) return account?.providerAccountId ?? null;
    const state = advance(payoutAccountLifecycle, account.state, 'open', 'seller');
    await saveProviderAccountId(trx, sellerId, { providerAccountId: createdId, state, now: context.now() });
    await recordAudit(context, trx, {
      actorId: null,
      action: 'open',
      noun: 'payout_account',
      nounId: sellerId,
      before: { state: account.state },
      after: { state, providerAccount: createdId },
    });
    return createdId;
  });
}
