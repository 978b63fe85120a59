import type { AccountId, SessionId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { cents } from '@carhouse/domain/money/money';
import type { AttemptId } from '@carhouse/domain/payment/payment';
import type { PaymentPartId } from '@carhouse/domain/payment/payment-plan';
import type { ReservationTerms } from '@carhouse/domain/reservation/reservation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSessionLockStatement, makeWrittenPositionStatement } from '../accounts/sessions.ts';
import {
  makeBookedSellersStatement,
  makeBuyerLockStatement,
  makeCountedBookingsStatement,
  makeNetworkLockStatement,
  makeSellerLockStatement,
  makeSharedCarLockStatement,
} from '../bookings/booking-statements.ts';
import { makeCloseBankPartStatement, makeLockExpectedPartsStatement } from '../payments/bank-parts.ts';
import { makeSelectOrderChargedBackStatement } from '../payments/disputes.ts';
import { makeAttemptChangeStatement, makeSelectAttemptOfIntentStatement } from '../payments/payment-attempts.ts';
import { makeReserveCarStatement, makeSelectPartsOfBookingStatement } from '../payments/payment-parts.ts';
import { makeEventProcessedStatement, makeSelectPaymentOfIntentStatement } from '../payments/payments.ts';
import {
  makeCancelOtherBookingsStatement,
  makeLockAttemptStateStatement,
  makeLockBookingToPayStatement,
  makeLockCarStatement,
  makeLockOpenBookingsOfCarStatement,
  makeMarkBookingPaidStatement,
  makeSelectChargeOwnerStatement,
} from '../payments/settlement-statements.ts';
import { makeEndTurnStatement } from '../reservations/reservation-queue.ts';
import {
  makeActivateReservationStatement,
  makeReservationBoughtStatement,
  makeReservationStatement,
  makeSetDeadlinesStatement,
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
    makeBuyerLockStatement(account),
    makeSharedCarLockStatement(listing),
    makeNetworkLockStatement(account, now),
    makeSellerLockStatement(listing),
    makeBookedSellersStatement(account, now, now),
    makeCountedBookingsStatement(account, now),
    makeSessionLockStatement({ id: id as SessionId, accountId: account }, now),
    makeLockExpectedPartsStatement(listing),
    makeCloseBankPartStatement({ partId: id as PaymentPartId, bookingId: booking, amount: cents(1n) }, now),
    makeSelectOrderChargedBackStatement(booking, 'pi_1'),
    makeReserveCarStatement(booking, now),
    makeAttemptChangeStatement(id as AttemptId, 'open', 'succeeded', { now }),
    makeActivateReservationStatement(booking, terms, now),
    makeSetDeadlinesStatement(booking, terms),
    makeReservationBoughtStatement(booking),
    makeEndTurnStatement(listing, account),
    makeEventProcessedStatement('evt_1', now),
    makeWrittenPositionStatement(id as SessionId),
    makeSelectAttemptOfIntentStatement('pi_1'),
    makeSelectPartsOfBookingStatement(booking),
    makeSelectPaymentOfIntentStatement('pi_1'),
    makeCancelOtherBookingsStatement(listing, booking, 'sold', now),
    makeSelectChargeOwnerStatement(account, booking, 'pi_1'),
    makeLockAttemptStateStatement(id as AttemptId),
    makeLockBookingToPayStatement(booking),
    makeLockCarStatement(listing),
    makeLockOpenBookingsOfCarStatement(listing),
    makeMarkBookingPaidStatement(booking, now),
    makeReservationStatement(booking),
  ])('$name', async ({ text }) => {
    const { rows } = await db.pool.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
    expect(findWholeScans(plan)).toEqual([]);
  });
});
