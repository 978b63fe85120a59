import type { SandboxCardProvider } from '@carhouse/stripe-sandbox/start-sandbox-card-provider';
import type pg from 'pg';
import { auditCharges, sumTotalsByBooking } from './audit-charges.ts';
import { assertAudits } from './run-audits.ts';

export type MoneyFigures = {
  readonly orders: number;
  readonly paid: number;
  readonly charges: number;
  readonly refunds: number;
  readonly doubleChargeCount: number;
  readonly orphanChargeCount: number;
  readonly takeoverCount: number;
};

type MoneyRaceRun = {
  readonly seed: number;
  readonly cars: number;
  readonly pool: pg.Pool;
  readonly sandbox: Pick<SandboxCardProvider, 'account'>;
};

/**
 * Compares the server's records at the end of a race with the charges and refunds of the card provider.
 * @param isLateByBooking the bookings whose charge was delayed; true when the charge was certainly too late. A charge
 * that was too late must have been refunded exactly once (I6). The charge of a booking that is not in the map must not
 * have been refunded.
 * @throws Error when a listing was not sold exactly once, a user was charged twice or without a purchase, or an audit
 *   found rows.
 */
export async function judgeMoney(
  race: MoneyRaceRun,
  orders: readonly { readonly bookingId: string }[],
  isLateByBooking: ReadonlyMap<string, boolean>,
): Promise<MoneyFigures> {
  const ids = orders.map((order) => order.bookingId);
  const { rows } = await race.pool.query<{ id: string }>(
    "SELECT id FROM booking WHERE status = 'paid' AND id = ANY($1)",
    [ids],
  );
  const { rows: cancelledRows } = await race.pool.query(
    "SELECT 1 FROM payment_attempt WHERE state = 'cancelled' AND booking_id = ANY($1)",
    [ids],
  );
  const paidBookingIds = new Set(rows.map((row) => row.id));
  const moneyByBooking = sumTotalsByBooking(race.sandbox.account);
  let [charges, refunds, doubleChargeCount, orphanChargeCount] = [0, 0, 0, 0];
  const faults: string[] = [];
  for (const id of ids) {
    const bookingMoney = moneyByBooking.get(id) ?? { charges: 0, refunds: 0 };
    charges += bookingMoney.charges;
    refunds += bookingMoney.refunds;
    if (bookingMoney.charges > 1) doubleChargeCount += 1;
    if (bookingMoney.charges - bookingMoney.refunds !== (paidBookingIds.has(id) ? 1 : 0)) orphanChargeCount += 1;
    if (isLateByBooking.get(id) === true && (bookingMoney.charges !== 1 || bookingMoney.refunds !== 1))
      faults.push(
        `the late booking ${id} was charged ${bookingMoney.charges} times and refunded ${bookingMoney.refunds} times`,
      );
    if (!isLateByBooking.has(id) && bookingMoney.refunds > 0)
      faults.push(`booking ${id} was refunded, and its card was never held back`);
  }
  await assertAudits(race.pool);
  await auditCharges(race.pool, race.sandbox.account, { isReconciled: true });
  if (paidBookingIds.size !== race.cars) faults.push(`${paidBookingIds.size} of ${race.cars} cars paid`);
  if (doubleChargeCount > 0) faults.push(`${doubleChargeCount} charged twice`);
  if (orphanChargeCount > 0) faults.push(`${orphanChargeCount} charged for nothing`);
  if (faults.length > 0) throw new Error(`Seed ${race.seed}: ${faults.join('; ')}`);
  return {
    orders: ids.length,
    paid: paidBookingIds.size,
    charges,
    refunds,
    doubleChargeCount,
    orphanChargeCount,
    takeoverCount: cancelledRows.length,
  };
}
