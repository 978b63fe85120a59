import { inTransaction } from '@carhouse/database/connection/transaction';
import { findPayoutByProviderId, postponePayout } from '@carhouse/database/seller-payments/payouts';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { computeNextPayoutCheckTime, type SellerPayout } from '@carhouse/domain/seller-payment/seller-payout';
import type { Context } from '../context.ts';
import { readPayoutAccount } from '../payout-accounts/read-payout-account.ts';
import { recordPayoutState } from './record-payout-state.ts';

/**
 * Handles an event about a payout. The event only says that something has changed. An event about a payout that this
 * server has not recorded changes nothing; the reconciler finds the payout by its order.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function checkProviderPayout(context: Context, providerPayoutId: string): Promise<void> {
  const payout = await findPayoutByProviderId(context.database, providerPayoutId);
  if (payout !== undefined) await checkPayout(context, payout);
}

/**
 * Asks the provider for the state of a payout that is under way or paid, and records a change. A payout that the
 * provider has called paid can still come back.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function checkPayout(context: Context, payout: SellerPayout): Promise<void> {
  if (payout.state !== 'under-way' && payout.state !== 'paid') return;
  if (payout.providerPayoutId === null) throw new DomainError('INTERNAL');
  const { providerAccountId, providerPayoutId } = payout;
  const answer = await context.payoutProvider.findPayout(providerAccountId, providerPayoutId);
  if (answer === null) throw new Error(`the provider does not know payout ${providerPayoutId}`);
  const hasPayoutFailed = answer.state === 'failed' || answer.state === 'cancelled';
  if (hasPayoutFailed) {
    const event = payout.state === 'paid' ? 'return' : 'fail';
    await inTransaction(context.database, (trx) =>
      recordPayoutState(context, trx, payout, { event, failureCode: answer.failureCode ?? answer.state }),
    );
    // The provider may have closed the bank account to payouts.
    await readPayoutAccount(context, payout.sellerId);
  } else if (answer.state === 'paid' && payout.state === 'under-way') {
    await inTransaction(context.database, (trx) => recordPayoutState(context, trx, payout, { event: 'pay' }));
  } else {
    const now = context.now();
    await postponePayout(context.database, payout, {
      nextStepAt: computeNextPayoutCheckTime(payout, now),
      hasFailed: false,
      now,
    });
  }
}
