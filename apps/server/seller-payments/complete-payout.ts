import { inTransaction } from '@carhouse/database/connection/transaction';
import { findKnownPayoutIds } from '@carhouse/database/seller-payments/payouts';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { SellerPayout } from '@carhouse/domain/seller-payment/seller-payout';
import type { Payout as ProviderPayout } from '@carhouse/payments/payout-provider';
import { isLiveMode } from '../config/card-config.ts';
import type { Context } from '../context.ts';
import { readPayoutAccount } from '../payout-accounts/read-payout-account.ts';
import { recordPayoutState } from './record-payout-state.ts';

/**
 * Milliseconds by which the clock of the node that has saved a payout may be ahead of the provider's. The value is a
 * whole day, because a payout that is missing from the provider's list is requested again. Payouts of other orders in
 * the list are ignored.
 */
const clockSkewMs = 24 * 3_600_000;

/**
 * Completes a saved payout when the server does not know whether the provider has made it. First the server asks the
 * provider for the payouts of the account, because the provider forgets the key of a request after a day.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function completePayout(context: Context, payout: SellerPayout): Promise<void> {
  const earliestPayoutTime = new Date(payout.createdAt.getTime() - clockSkewMs);
  const listedPayouts = await context.payoutProvider.listPayouts(payout.providerAccountId, {
    after: null,
    since: earliestPayoutTime,
  });
  const payoutsOfOrder = listedPayouts.filter(
    ({ bookingId, amount }) => bookingId === payout.bookingId && amount === payout.amount,
  );
  const recordedIds = await findKnownPayoutIds(
    context.database,
    payoutsOfOrder.map(({ payoutId }) => payoutId),
  );
  const unrecordedPayout = payoutsOfOrder.find(({ payoutId }) => !recordedIds.has(payoutId));
  if (unrecordedPayout === undefined) await requestPayout(context, payout);
  else await savePayoutAnswer(context, payout, unrecordedPayout);
}

/**
 * Requests a saved payout from the provider, with the idempotency key that was saved with the payout.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE, INTERNAL (the provider has made another payout).
 */
export async function requestPayout(context: Context, payout: SellerPayout): Promise<void> {
  const answer = await context.payoutProvider.createPayout({
    accountId: payout.providerAccountId,
    amount: payout.amount,
    currency: payout.currency,
    bookingId: payout.bookingId,
    idempotencyKey: payout.idempotencyKey,
  });
  if (answer.kind === 'succeeded') return savePayoutAnswer(context, payout, answer.payout);
  await inTransaction(context.database, (trx) =>
    recordPayoutState(context, trx, payout, { event: 'refuse', failureCode: answer.reason }),
  );
  // The seller's account may have become restricted since it was last read.
  if (answer.reason === 'account-cannot-receive') await readPayoutAccount(context, payout.sellerId);
}

async function savePayoutAnswer(context: Context, payout: SellerPayout, answer: ProviderPayout): Promise<void> {
  assertSamePayout(context, payout, answer);
  await inTransaction(context.database, (trx) =>
    recordPayoutState(context, trx, payout, {
      event: 'send',
      providerPayoutId: answer.payoutId,
      arrivesAt: answer.arrivesAt,
    }),
  );
}

/** @throws DomainError INTERNAL when the provider's payout differs from the saved payout. */
function assertSamePayout(context: Context, savedPayout: SellerPayout, providerPayout: ProviderPayout): void {
  const isSamePayout =
    providerPayout.amount === savedPayout.amount &&
    providerPayout.currency === savedPayout.currency &&
    providerPayout.bookingId === savedPayout.bookingId &&
    providerPayout.livemode === isLiveMode(context.config.cards);
  if (isSamePayout) return;
  context.log.error({ payout: savedPayout.id, provider: providerPayout.payoutId }, 'a payout at the provider differs');
  throw new DomainError('INTERNAL');
}
