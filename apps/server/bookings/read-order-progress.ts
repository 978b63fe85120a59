import type { OrderProgress } from '@carhouse/contract/order-progress';
import type { BookingRecord } from '@carhouse/database/bookings/bookings';
import { listStepsOfOrders } from '@carhouse/database/bookings/order-steps';
import { findBankReturnsByBooking } from '@carhouse/database/payments/bank-parts';
import { findSaleStandingsByBooking } from '@carhouse/database/sales/sale-standings';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { findOrderState } from '@carhouse/domain/booking/order-lifecycle';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { findSaleStage } from '@carhouse/domain/sale/sale-stage';
import type { Context } from '../context.ts';

/**
 * Returns the progress of each of these orders. The caller has checked that the actor may read the orders. The
 * restricted database role is not used, because this role cannot read disputes.
 */
export async function readOrderProgress(
  { database }: Pick<Context, 'database'>,
  bookings: readonly Pick<BookingRecord, 'id' | 'status' | 'paidOutside' | 'reservedUntil'>[],
): Promise<ReadonlyMap<BookingId, OrderProgress>> {
  const ids = bookings.map(({ id }) => id);
  const [steps, standings, bankReturns] = await Promise.all([
    listStepsOfOrders(database, ids),
    findSaleStandingsByBooking(database, ids),
    findBankReturnsByBooking(database, ids),
  ]);
  return new Map(
    bookings.map(({ id, status, paidOutside, reservedUntil }) => {
      const saleStanding = standings.get(id) ?? null;
      const bankReturn = bankReturns.get(id);
      return [
        id,
        {
          state: findOrderState(status, steps.get(id) ?? []),
          saleStage: findSaleStage(saleStanding),
          complaintAnswered: saleStanding?.complaintAnswered ?? false,
          paidOutside,
          reserved: reservedUntil !== null,
          bankReturn: bankReturn === undefined ? null : { ...bankReturn, amount: dollarsFromCents(bankReturn.amount) },
        },
      ];
    }),
  );
}
