import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { PlaceId, PlaceState } from '@carhouse/domain/reservation/reservation-queue';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/transaction.ts';

/** An open place in the queue for a car: its buyer waits or has the turn. */
export type OpenQueuePlace = {
  readonly id: PlaceId;
  readonly buyerId: AccountId;
  readonly state: 'waiting' | 'turn';
  readonly joinedAt: Date;
  /** The end of the turn; null while the buyer waits. */
  readonly turnUntil: Date | null;
};

const openPlaceStates: readonly PlaceState[] = ['waiting', 'turn'];

/**
 * Locks the queue for a car until the end of the transaction. The lock on a queue is taken after all other locks except
 * those of the ledger. A transaction that has locked bookings of several cars can therefore also lock the queues for
 * these cars. Several queues are locked in the order of the ids of their cars.
 */
export async function lockQueue(trx: Transaction, listingId: ListingId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('reservation_queue ' || ${listingId}::text, 2))`.execute(trx);
}

/** Lists the places of the queue for a car in their order. */
export async function listOpenPlaces(
  database: Database | Transaction,
  listingId: ListingId,
): Promise<readonly OpenQueuePlace[]> {
  const rows = await database
    .selectFrom('reservation_queue')
    .select(['id', 'buyer_id', 'state', 'joined_at', 'turn_until'])
    .where('listing_id', '=', listingId)
    .where('state', 'in', openPlaceStates)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    buyerId: row.buyer_id,
    state: row.state === 'turn' ? 'turn' : 'waiting',
    joinedAt: row.joined_at,
    turnUntil: row.state === 'turn' ? row.turn_until : null,
  }));
}

/** Adds a buyer at the end of the queue for a car. The queue must be locked. */
export async function insertPlace(
  trx: Transaction,
  place: { readonly id: PlaceId; readonly listingId: ListingId; readonly buyerId: AccountId },
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO reservation_queue (id, listing_id, buyer_id, position, state, joined_at)
    SELECT ${place.id}, ${place.listingId}, ${place.buyerId}, 1 + coalesce(max(position), 0), 'waiting', ${now}
    FROM reservation_queue WHERE listing_id = ${place.listingId}`.execute(trx);
}

/**
 * Gives the first buyer in the queue a turn. The queue must be locked.
 * @returns false when the place has ended meanwhile, because closing a buyer's account does not lock the queue.
 * @throws a violation of `reservation_queue_order` when the place is not the first in the queue.
 */
export async function beginTurn(
  trx: Transaction,
  id: PlaceId,
  turn: { readonly from: Date; readonly until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reservation_queue')
    .set({ state: 'turn', turn_from: turn.from, turn_until: turn.until })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a place that is still open. */
export async function closePlace(trx: Transaction, id: PlaceId, to: 'passed' | 'left'): Promise<void> {
  await trx
    .updateTable('reservation_queue')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', 'in', openPlaceStates)
    .execute();
}

/** Ends the queue for a car that is not on sale any more. */
export async function closeQueue(trx: Transaction, listingId: ListingId): Promise<void> {
  await trx
    .updateTable('reservation_queue')
    .set({ state: 'closed' })
    .where('listing_id', '=', listingId)
    .where('state', 'in', openPlaceStates)
    .execute();
}

/**
 * Ends all places of a user whose account is closed. When the user had the turn in a queue, the reconciler gives the
 * turn to the next buyer.
 */
export async function endPlacesOfBuyer(trx: Transaction, buyerId: AccountId): Promise<void> {
  await trx
    .updateTable('reservation_queue')
    .set({ state: 'left' })
    .where('buyer_id', '=', buyerId)
    .where('state', 'in', openPlaceStates)
    .execute();
}

/**
 * Counts the queues in which a buyer waits. The caller must have locked the account of the buyer, so that the count
 * does not change.
 */
export async function countOpenPlaces(trx: Transaction, buyerId: AccountId): Promise<number> {
  const row = await trx
    .selectFrom('reservation_queue')
    .select(sql<number>`count(*)::int`.as('places'))
    .where('buyer_id', '=', buyerId)
    .where('state', 'in', openPlaceStates)
    .executeTakeFirstOrThrow();
  return row.places;
}

/**
 * Counts the places in the queue for a car that belong to new accounts of a new buyer's sign-up network. The result is
 * 0 for a buyer without a network and for a demo account. A turn that is over counts until the car is reserved again,
 * so that accounts of one person cannot take turns one after the other without end.
 * @param newAccountsSince accounts that were created after this time count as new.
 */
export async function countPlacesOfNetwork(
  trx: Transaction,
  of: { readonly listingId: ListingId; readonly buyerId: AccountId },
  newAccountsSince: Date,
): Promise<number> {
  const { rows } = await sql<{ places: number }>`
    SELECT count(*)::int AS places FROM account AS own
    JOIN account AS other ON other.share_group = own.share_group AND other.created_at > ${newAccountsSince}
    JOIN reservation_queue q ON q.buyer_id = other.id AND q.listing_id = ${of.listingId} AND (q.state IN ('waiting', 'turn')
      OR q.state IN ('passed', 'left') AND q.turn_from >= ${makeLastFreedAtSql(of.listingId)})
    WHERE own.id = ${of.buyerId} AND own.sign_up_network IS NOT NULL AND own.created_at > ${newAccountsSince} AND NOT own.is_demo`.execute(
    trx,
  );
  return rows[0]?.places ?? 0;
}

/** Whether a buyer has had a turn since the car became free and did not use it, or gave it up. */
export async function hasHadTurn(
  trx: Transaction,
  of: { readonly listingId: ListingId; readonly buyerId: AccountId },
): Promise<boolean> {
  const row = await trx
    .selectFrom('reservation_queue')
    .select('id')
    .where('listing_id', '=', of.listingId)
    .where('buyer_id', '=', of.buyerId)
    .where('state', 'in', ['passed', 'left'])
    .where('turn_from', '>=', makeLastFreedAtSql(of.listingId))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** SQL for the time at which the last reservation of a car has ended without a sale. */
function makeLastFreedAtSql(listingId: ListingId) {
  return sql<Date>`(SELECT max(closed_at) FROM booking WHERE listing_id = ${listingId} AND status = 'cancelled' AND in_parts
    AND EXISTS (SELECT FROM payment WHERE payment.booking_id = booking.id))`;
}

/**
 * Finds the booking whose end most recently made the car available again. Mails about turns are stored under this
 * booking.
 */
export async function findIdOfLastBookingThatFreedCar(
  trx: Transaction,
  listingId: ListingId,
): Promise<BookingId | undefined> {
  const { rows } = await sql<{ id: BookingId }>`
    SELECT id FROM booking WHERE listing_id = ${listingId} AND status = 'cancelled' AND in_parts
      AND EXISTS (SELECT FROM payment WHERE payment.booking_id = booking.id)
    ORDER BY closed_at DESC, id DESC LIMIT 1`.execute(trx);
  return rows[0]?.id;
}

/** The state of a car for which buyers wait in the queue. */
export type QueuedCarState = {
  readonly isOnSale: boolean;
  readonly isReserved: boolean;
  /** Whether a charge for the car can still be paid. */
  readonly isBeingPaid: boolean;
};

/** Reads the state of a car on which its queue depends. The queue must be locked. */
export async function readQueuedCarState(trx: Transaction, listingId: ListingId): Promise<QueuedCarState> {
  const { rows } = await sql<{ on_sale: boolean; reserved: boolean; being_paid: boolean }>`
    SELECT listing.status = 'available' AND account.status = 'active' AS on_sale,
      EXISTS (SELECT FROM booking WHERE listing_id = listing.id AND reserved_until IS NOT NULL) AS reserved,
      EXISTS (SELECT FROM payment_attempt a JOIN booking b ON b.id = a.booking_id
              WHERE a.listing_id = listing.id AND a.state = 'open' AND b.status = 'unpaid') AS being_paid
    FROM listing JOIN account ON account.id = listing.seller_id WHERE listing.id = ${listingId}`.execute(trx);
  const [row] = rows;
  return { isOnSale: row?.on_sale === true, isReserved: row?.reserved === true, isBeingPaid: row?.being_paid === true };
}

/**
 * Lists cars whose queue needs a change: a turn is over, nobody has a turn although the car is free, or the car is not
 * on sale. With `shouldListAllQueues`, lists every car with a queue.
 */
export async function listCarIdsOfQueuesToAdvance(
  database: Database,
  {
    now,
    shouldListAllQueues,
    limit,
  }: { readonly now: Date; readonly shouldListAllQueues: boolean; readonly limit: number },
): Promise<readonly ListingId[]> {
  const { rows } = await sql<{ listing_id: ListingId }>`
    SELECT DISTINCT q.listing_id FROM reservation_queue q
    WHERE ${shouldListAllQueues} AND q.state IN ('waiting', 'turn')
      OR q.state = 'turn' AND q.turn_until <= ${now}
      OR q.state IN ('waiting', 'turn') AND NOT EXISTS (
        SELECT FROM listing l JOIN account a ON a.id = l.seller_id WHERE l.id = q.listing_id AND l.status = 'available' AND a.status = 'active')
      OR q.state = 'waiting'
        AND NOT EXISTS (SELECT FROM reservation_queue t WHERE t.listing_id = q.listing_id AND t.state = 'turn')
        AND NOT EXISTS (SELECT FROM booking b WHERE b.listing_id = q.listing_id AND b.reserved_until IS NOT NULL)
    LIMIT ${limit}`.execute(database);
  return rows.map((row) => row.listing_id);
}

/** Ends the turn of a buyer who has reserved the car during the turn; changes nothing when it is not their turn. */
export function makeEndTurnStatement(listingId: ListingId, buyerId: AccountId): Statement<void> {
  return {
    name: 'settle-take-turn',
    text: "UPDATE reservation_queue SET state = 'reserved' WHERE listing_id = $1 AND buyer_id = $2 AND state = 'turn'",
    values: [listingId, buyerId],
    read: () => undefined,
  };
}
