import type { AccountId, SessionId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { cents } from '@carhouse/domain/money/money';
import type { AttemptId } from '@carhouse/domain/payment/payment';
import type { PaymentPartId } from '@carhouse/domain/payment/payment-plan';
import type { ReservationTerms } from '@carhouse/domain/reservation/reservation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockLiveSessionShared, recordWrittenPosition } from '../accounts/sessions.ts';
import {
  lockBuyer,
  lockCarShared,
  lockNetworkOfBuyer,
  lockSellerOfCar,
  selectBookedSellersOfNetwork,
  selectCountedBookings,
} from '../bookings/booking-statements.ts';
import { closeBankPart, lockExpectedBankParts } from '../payments/bank-parts.ts';
import { selectOrderChargedBack } from '../payments/disputes.ts';
import { makeAttemptStateChange, selectAttemptOfIntent } from '../payments/payment-attempts.ts';
import { reserveCar, selectPartsOfBooking } from '../payments/payment-parts.ts';
import { markEventProcessed, selectPaymentOfIntent } from '../payments/payments.ts';
import {
  cancelOtherBookings,
  lockAttemptState,
  lockBookingToPay,
  lockCar,
  lockOpenBookingsOfCar,
  markBookingPaid,
  selectChargeOwner,
} from '../payments/settlement-statements.ts';
import { endTurnAfterReservation } from '../reservations/reservation-queue.ts';
import {
  activateReservation,
  markReservationBought,
  selectReservationOfBooking,
  setDeadlines,
} from '../reservations/reservations.ts';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';

type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
};

const id = '0190f3a1-0000-7000-8000-00000000abcd';
const now = new Date('2026-03-01T00:00:00Z');
const account = id as AccountId;
const booking = id as BookingId;
const listing = id as ListingId;
const terms: ReservationTerms = {
  deposit: cents(1n),
  freeUntil: now,
  endsAt: now,
  forfeit: cents(1n),
  conditions: [],
};

let db: TestDatabase;
beforeAll(async () => {
  db = await makeTestDatabase();
});
afterAll(() => db.close());

/** Returns the scans of a plan that read a whole table or a whole index. */
function findWholeScans(node: PlanNode): string[] {
  const type = node['Node Type'];
  const isWholeScan = type === 'Seq Scan' || (type.includes('Index') && node['Index Cond'] === undefined);
  const own = isWholeScan ? [`${type} of ${node['Index Name'] ?? node['Relation Name'] ?? '?'}`] : [];
  return [...own, ...(node.Plans ?? []).flatMap(findWholeScans)];
}

/**
 * PostgreSQL keeps a prepared statement's plan from the time when the tables were empty, until the tables are analysed.
 * Until then, a busy new server must not read whole tables because of such a plan.
 */
describe('the generic plan on empty tables reads no whole table or index', () => {
  it.each([
    lockBuyer(account),
    lockCarShared(listing),
    lockNetworkOfBuyer(account, now),
    lockSellerOfCar(listing),
    selectBookedSellersOfNetwork(account, now, now),
    selectCountedBookings(account, now),
    lockLiveSessionShared({ id: id as SessionId, accountId: account }, now),
    lockExpectedBankParts(listing),
    closeBankPart({ partId: id as PaymentPartId, bookingId: booking, amount: cents(1n) }, now),
    selectOrderChargedBack(booking, 'pi_1'),
    reserveCar(booking, now),
    makeAttemptStateChange(id as AttemptId, 'open', 'succeeded', { now }),
    activateReservation(booking, terms, now),
    setDeadlines(booking, terms),
    markReservationBought(booking),
    endTurnAfterReservation(listing, account),
    markEventProcessed('evt_1', now),
    recordWrittenPosition(id as SessionId),
    selectAttemptOfIntent('pi_1'),
    selectPartsOfBooking(booking),
    selectPaymentOfIntent('pi_1'),
    cancelOtherBookings(listing, booking, 'sold', now),
    selectChargeOwner(account, booking, 'pi_1'),
    lockAttemptState(id as AttemptId),
    lockBookingToPay(booking),
    lockCar(listing),
    lockOpenBookingsOfCar(listing),
    markBookingPaid(booking, now),
    selectReservationOfBooking(booking),
  ])('$name', async ({ text }) => {
    const { rows } = await db.pool.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
    expect(findWholeScans(plan)).toEqual([]);
  });
});
