import { lockBooking } from '@carhouse/database/bookings/bookings';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { listSaleIdsPastComplaintPeriod, lockSale } from '@carhouse/database/sales/sales';
import type { AccountId, Actor } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { isConfirmed, type Sale } from '@carhouse/domain/sale/sale';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { runForEach } from '../jobs/run-for-each.ts';
import { announceToBuyerAndSeller } from '../payments/announce-payment.ts';
import { advanceSale } from './advance-sale.ts';
import { lockSaleOfOrder } from './lock-sale-of-order.ts';

/** Number of sales that one run of the reconciler confirms; the next run, a minute later, confirms the rest. */
const lapsedSalesPerRun = 200;

/**
 * Confirms a sale for its buyer. The buyer thereby states that they have the car as agreed, so that the seller can be
 * paid.
 * @returns number of sales that were confirmed: 0 when the sale is confirmed already.
 * @throws DomainError NOT_FOUND, ROLE_REQUIRED (another party), ILLEGAL_TRANSITION (not handed over, frozen or
 *   refunded).
 */
export async function confirmSale(context: Context, actor: Actor, id: string): Promise<0 | 1> {
  const bookingId = requireId<'booking'>(id);
  return inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const { sale, party } = await lockSaleOfOrder(trx, actor, bookingId);
    if (party === 'buyer' && isConfirmed(sale.state)) return 0;
    await saveConfirmation(context, trx, sale, { party, actorId: actor.accountId });
    return 1;
  });
}

/**
 * Confirms the sales whose buyers have had the car for `confirmationDays` without a complaint. Any server node may
 * run this function at any time. A sale that cannot be confirmed now does not delay the others.
 * @returns number of sales that were confirmed.
 * @throws the error of the last sale that could not be confirmed, after every listed sale was tried.
 */
export async function confirmLapsedSales(context: Context): Promise<number> {
  let confirmedCount = 0;
  await runForEach(context.log, {
    items: await listSaleIdsPastComplaintPeriod(context.database, context.now(), lapsedSalesPerRun),
    run: async (id) => {
      if (await confirmLapsedSale(context, id)) confirmedCount += 1;
    },
    failureMessage: 'a sale could not be confirmed',
  });
  return confirmedCount;
}

async function confirmLapsedSale(context: Context, id: BookingId): Promise<boolean> {
  return inTransaction(context.database, async (trx) => {
    if ((await lockBooking(trx, id)) === undefined) throw new DomainError('INTERNAL');
    const sale = await lockSale(trx, id);
    // The buyer may have confirmed or complained since the sale was listed.
    if (sale?.state !== 'handed-over' || sale.confirmBy === null || sale.confirmBy > context.now()) return false;
    await saveConfirmation(context, trx, sale, { party: 'clock', actorId: null });
    return true;
  });
}

async function saveConfirmation(
  context: Context,
  trx: Transaction,
  sale: Sale,
  initiator: { readonly party: 'buyer' | 'seller' | 'admin' | 'clock'; readonly actorId: AccountId | null },
): Promise<void> {
  await advanceSale(context, trx, sale, 'confirm', initiator, { confirmedAt: context.now() });
  await announceToBuyerAndSeller(context, trx, 'confirmed', sale);
}
