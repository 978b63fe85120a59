import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { Id } from '@carhouse/domain/ids/id';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { AttemptId, AttemptState, PaymentAttempt } from '@carhouse/domain/payment/payment';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { hasChangedOneRow, runStatement, type Statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { PaymentAttemptTable } from '../schema/money-tables.ts';
import { listReservations, type Reservation } from './payment-parts.ts';

/**
 * Saves a new attempt, which holds its listing.
 * @throws a violation of `payment_attempt_one_live_per_listing_key` when the listing is already held.
 */
export async function insertAttempt(
  trx: Transaction,
  attempt: PaymentAttempt,
  /** The id of the visit to the payment page, and the keyed hash of the client's network. */
  from: { readonly visitId: Id<'visit'>; readonly addressKey: string },
): Promise<void> {
  await trx
    .insertInto('payment_attempt')
    .values({
      id: attempt.id,
      booking_id: attempt.bookingId,
      listing_id: attempt.listingId,
      buyer_id: attempt.buyerId,
      amount_cents: attempt.amount,
      currency: attempt.currency,
      state: attempt.state,
      intent_id: attempt.intentId,
      created_at: attempt.createdAt,
      expires_at: attempt.expiresAt,
      updated_at: attempt.createdAt,
      held_from: attempt.heldFrom,
      visit_id: from.visitId,
      address_key: from.addressKey,
      takes_paynow: attempt.takesPaynow,
      part_id: attempt.partId,
    })
    .execute();
}

/** Finds the open attempt on a listing, whether its hold has expired or not. */
export async function findLiveAttempt(trx: Transaction, listingId: ListingId): Promise<PaymentAttempt | undefined> {
  const row = await trx
    .selectFrom('payment_attempt')
    .selectAll()
    .where('listing_id', '=', listingId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row && attemptFromRow(row);
}

/** What keeps other buyers from paying for a listing. */
export type PaymentObstacles = {
  /** The open attempt, whether its hold has expired or not. */
  readonly openAttempt: PaymentAttempt | undefined;
  /** The reservation of a buyer who has paid a part of the price. */
  readonly reservation: Reservation | undefined;
  readonly firstInQueue: FirstInQueue | undefined;
};

/**
 * The first in the queue for a car. Only the first buyer in the queue may pay for the car, until the end of their turn.
 * Before the turn begins, nobody may pay for the car.
 */
export type FirstInQueue = { readonly buyerId: AccountId; readonly turnUntil: Date | null };

/** Finds in one statement what keeps other buyers from paying for a listing. */
export async function findPaymentObstacles(trx: Transaction, listingId: ListingId): Promise<PaymentObstacles> {
  const rows = await trx
    .selectFrom(sql<{ listing_id: ListingId }>`(SELECT ${listingId}::uuid AS listing_id)`.as('car'))
    .leftJoin('payment_attempt', (join) =>
      join.onRef('payment_attempt.listing_id', '=', 'car.listing_id').on('payment_attempt.state', '=', 'open'),
    )
    .leftJoin('booking', (join) =>
      join.onRef('booking.listing_id', '=', 'car.listing_id').on('booking.reserved_until', 'is not', null),
    )
    .leftJoin(
      sql<{ first_id: AccountId; turn_until: Date | null }>`LATERAL (
        SELECT buyer_id AS first_id, turn_until FROM reservation_queue
        WHERE listing_id = car.listing_id AND state IN ('waiting', 'turn') ORDER BY position LIMIT 1)`.as('place'),
      (join) => join.onTrue(),
    )
    .selectAll('payment_attempt')
    .select(['booking.id as reserving_id', 'booking.reserved_until', 'place.first_id', 'place.turn_until'])
    .execute();
  const [row] = rows;
  if (row === undefined) return { openAttempt: undefined, reservation: undefined, firstInQueue: undefined };
  const { reserving_id: bookingId, reserved_until: until, first_id: buyerId, turn_until: turnUntil, ...attempt } = row;
  return {
    firstInQueue: buyerId === null ? undefined : { buyerId, turnUntil },
    openAttempt: attempt.id === null ? undefined : attemptFromRow(attempt as Selectable<PaymentAttemptTable>),
    reservation: bookingId === null || until === null ? undefined : { bookingId, listingId, until },
  };
}

/** Returns the end of the current hold or reservation of each of these listings. */
export async function findHoldEndsByListing(
  database: Database,
  listingIds: readonly ListingId[],
  now: Date,
): Promise<ReadonlyMap<ListingId, Date>> {
  if (listingIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('payment_attempt')
    .select(['listing_id', 'expires_at'])
    .where('listing_id', 'in', [...listingIds])
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .where('released_at', 'is', null)
    .execute();
  const reservations = await listReservations(database, listingIds);
  return new Map([
    ...rows.map((row) => [row.listing_id, row.expires_at] as const),
    ...reservations.map(({ listingId, until }) => [listingId, until] as const),
  ]);
}

/** Returns which booking holds or reserves each of these listings now, and until when. */
export async function findHoldingBookingsByListing(
  database: Database,
  listingIds: readonly ListingId[],
  now: Date,
): Promise<ReadonlyMap<ListingId, { readonly bookingId: BookingId; readonly until: Date }>> {
  if (listingIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('payment_attempt')
    .select(['listing_id', 'booking_id', 'expires_at'])
    .where('listing_id', 'in', [...listingIds])
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .where('released_at', 'is', null)
    .execute();
  const reservations = await listReservations(database, listingIds);
  return new Map([
    ...rows.map((row) => [row.listing_id, { bookingId: row.booking_id, until: row.expires_at }] as const),
    ...reservations.map((each) => [each.listingId, each] as const),
  ]);
}

/** Finds the newest attempt of a booking. Ids of attempts are ordered by time. */
export async function findLastAttempt(database: Database, bookingId: BookingId): Promise<PaymentAttempt | undefined> {
  const row = await database
    .selectFrom('payment_attempt')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && attemptFromRow(row);
}

/** Returns the statement for the attempt of an intent by the stored intent id. */
export function makeSelectAttemptOfIntentStatement(intentId: string): Statement<PaymentAttempt | undefined> {
  return {
    name: 'attempt-of-intent',
    text: `
      SELECT id, booking_id, listing_id, buyer_id, amount_cents, currency, state, intent_id, created_at, expires_at, held_from,
        released_at, takes_paynow, part_id
      FROM payment_attempt WHERE intent_id = $1`,
    values: [intentId],
    read: ({ rows: [row] }) => row && attemptFromRow(row),
  };
}

/** Finds the attempt of an intent by the stored intent id, or else by the attempt id in the intent's metadata. */
export async function findAttemptOfIntent(
  database: Database,
  intentId: string,
  attemptId: AttemptId | undefined,
): Promise<PaymentAttempt | undefined> {
  const attemptWithIntent = await runStatement(database, makeSelectAttemptOfIntentStatement(intentId));
  if (attemptWithIntent !== undefined || attemptId === undefined) return attemptWithIntent;
  const attemptWithId = await database
    .selectFrom('payment_attempt')
    .selectAll()
    .where('id', '=', attemptId)
    .where('intent_id', 'is', null)
    .executeTakeFirst();
  return attemptWithId && attemptFromRow(attemptWithId);
}

export async function findAttempt(database: Database, id: AttemptId): Promise<PaymentAttempt | undefined> {
  const row = await database.selectFrom('payment_attempt').selectAll().where('id', '=', id).executeTakeFirst();
  return row && attemptFromRow(row);
}

export async function lockAttempt(trx: Transaction, id: AttemptId): Promise<PaymentAttempt | undefined> {
  const row = await trx.selectFrom('payment_attempt').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && attemptFromRow(row);
}

/** Saves the provider's id of the charge, unless the stored id has changed since the attempt was read. */
export async function storeIntentId(
  database: Database,
  attemptAsRead: Pick<PaymentAttempt, 'id' | 'intentId'>,
  intentId: string,
  now: Date,
): Promise<void> {
  await database
    .updateTable('payment_attempt')
    .set({ intent_id: intentId, updated_at: now })
    .where('id', '=', attemptAsRead.id)
    .where('intent_id', 'is not distinct from', attemptAsRead.intentId)
    .execute();
}

/** Changes an attempt's state; returns false when the current state is no longer `from`. */
export async function changeAttemptState(
  trx: Database | Transaction,
  id: AttemptId,
  from: AttemptState,
  to: AttemptState,
  change: { readonly intentId?: string; readonly now: Date },
): Promise<boolean> {
  return runStatement(trx, makeAttemptChangeStatement(id, from, to, change));
}

/** Returns the statement that changes an attempt's state, for a pipelined transaction. */
export function makeAttemptChangeStatement(
  id: AttemptId,
  from: AttemptState,
  to: AttemptState,
  change: { readonly intentId?: string; readonly now: Date },
): Statement<boolean> {
  return {
    name: 'payment-attempt-move',
    text: `UPDATE payment_attempt
      SET state = $3, updated_at = $4, tries = 0, next_try_at = NULL, address_key = NULL, intent_id = coalesce($5, intent_id)
      WHERE id = $1 AND state = $2`,
    values: [id, from, to, change.now, change.intentId ?? null],
    read: hasChangedOneRow,
  };
}

/**
 * Lists the payment attempts that the reconciler must continue, in the order of their ids: open attempts that were made
 * before `before` or released, and attempts with an unfinished refund. Attempts that wait after a failed try are
 * excluded. Failed refunds are excluded too, because they wait for an admin. `after` is the last id of the previous
 * batch.
 */
export async function listUnfinishedAttempts(
  database: Database,
  before: Date,
  now: Date,
  limit: number,
  after: AttemptId | undefined,
): Promise<readonly PaymentAttempt[]> {
  let query = database
    .selectFrom('payment_attempt')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([
          where('state', '=', 'refund_due'),
          where.exists(
            where
              .selectFrom('refund')
              .select('refund.id')
              .whereRef('refund.attempt_id', '=', 'payment_attempt.id')
              .where('refund.state', 'in', ['due', 'pending']),
          ),
        ]),
        where.and([where('state', '=', 'open'), where('created_at', '<', before)]),
        where.and([where('state', '=', 'open'), where('released_at', 'is not', null)]),
      ]),
    )
    .where((where) => where.or([where('next_try_at', 'is', null), where('next_try_at', '<=', now)]))
    .orderBy('id')
    .limit(limit);
  if (after !== undefined) query = query.where('id', '>', after);
  return (await query.execute()).map(attemptFromRow);
}

/**
 * Postpones an unfinished attempt. `computeDelaySeconds` returns the seconds to wait after a number of failed tries.
 */
export async function postponeAttempt(
  database: Database,
  id: AttemptId,
  computeDelaySeconds: (failedTries: number) => number,
  now: Date,
): Promise<void> {
  const row = await database
    .updateTable('payment_attempt')
    .set((fields) => ({ tries: fields('tries', '+', 1) }))
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirst();
  if (row === undefined) return;
  const until = new Date(now.getTime() + computeDelaySeconds(row.tries) * 1000);
  await database.updateTable('payment_attempt').set({ next_try_at: until }).where('id', '=', id).execute();
}

/**
 * Lists the open attempts of these bookings. The bookings are closed, so the charges of the attempts must be cancelled.
 */
export async function listAttemptsOfBookings(
  database: Database,
  bookingIds: readonly BookingId[],
): Promise<readonly PaymentAttempt[]> {
  if (bookingIds.length === 0) return [];
  const rows = await database
    .selectFrom('payment_attempt')
    .selectAll()
    .where('booking_id', 'in', [...bookingIds])
    .where('state', '=', 'open')
    .execute();
  return rows.map(attemptFromRow);
}

function attemptFromRow(row: Selectable<PaymentAttemptTable>): PaymentAttempt {
  return {
    id: row.id,
    bookingId: row.booking_id,
    listingId: row.listing_id,
    buyerId: row.buyer_id,
    amount: row.amount_cents,
    currency: row.currency,
    state: row.state,
    intentId: row.intent_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    heldFrom: row.held_from ?? row.created_at,
    releasedAt: row.released_at,
    takesPaynow: row.takes_paynow,
    partId: row.part_id,
  };
}
