import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import type { ConditionState, ReservationState, ReservationTerms } from '@carhouse/domain/reservation/reservation';
import type { ConditionKind, ReservationOutcome } from '@carhouse/domain/reservation/reservation-rule';
import type { Selectable } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { hasChangedOneRow, type Statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { ReservationConditionTable, ReservationTable } from '../schema/reservation-tables.ts';

/** A condition as it is stored. The deadline is null until the deposit is paid. */
export type StoredCondition = {
  readonly kind: ConditionKind;
  readonly state: ConditionState;
  readonly deadline: Date | null;
  readonly statedAt: Date | null;
  readonly note: string | null;
};

/** How a reservation has ended without a sale. */
export type EndedReservation = {
  readonly end: ReservationOutcome;
  /** The condition that has failed; only for the end kind `condition-failed`. */
  readonly condition: ConditionKind | null;
  readonly at: Date;
  readonly refund: Cents;
  readonly forfeit: Cents;
};

/** A reservation with the terms that its buyer has accepted. */
export type StoredReservation = {
  readonly bookingId: BookingId;
  readonly listingId: ListingId;
  readonly state: ReservationState;
  readonly deposit: Cents;
  readonly forfeit: Cents;
  readonly rule: { readonly version: number; readonly text: string; readonly acceptedAt: Date };
  readonly paidAt: Date | null;
  /** The conditions in no particular order. */
  readonly conditions: readonly StoredCondition[];
  /** How much of the deposit the reservation gives back, and until when; null until the deposit is paid. */
  readonly terms: ReservationTerms | null;
  readonly endedReservation: EndedReservation | null;
};

export type NewReservation = {
  readonly bookingId: BookingId;
  readonly listingId: ListingId;
  readonly deposit: Cents;
  readonly forfeit: Cents;
  readonly rule: { readonly version: number; readonly text: string };
  readonly conditions: readonly ConditionKind[];
};

/** Saves a reservation whose deposit is not paid yet. The booking must be locked, and must have no reservation. */
export async function insertReservation(trx: Transaction, reservation: NewReservation, now: Date): Promise<void> {
  const { bookingId, rule, conditions } = reservation;
  await trx
    .insertInto('reservation')
    .values({
      booking_id: bookingId,
      listing_id: reservation.listingId,
      state: 'started',
      deposit_cents: reservation.deposit,
      forfeit_cents: reservation.forfeit,
      rule_version: rule.version,
      rule_text: rule.text,
      accepted_at: now,
    })
    .execute();
  if (conditions.length === 0) return;
  await trx
    .insertInto('reservation_condition')
    .values(conditions.map((kind) => ({ booking_id: bookingId, kind, state: 'open' as const })))
    .execute();
}

/** Removes the reservation of a booking whose deposit is not paid. The booking must be locked. */
export async function removeStartedReservation(trx: Transaction, bookingId: BookingId): Promise<void> {
  await trx.deleteFrom('reservation').where('booking_id', '=', bookingId).where('state', '=', 'started').execute();
}

/** Finds the reservation of a booking. */
export async function findReservationOfBooking(
  database: Database | Transaction,
  bookingId: BookingId,
): Promise<StoredReservation | undefined> {
  const row = await database
    .selectFrom('reservation')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .executeTakeFirst();
  return row && reservationFromRow(row, await listConditions(database, bookingId));
}

/** Finds the active reservation of a car. */
export async function findActiveReservation(
  database: Database | Transaction,
  listingId: ListingId,
): Promise<StoredReservation | undefined> {
  const row = await database
    .selectFrom('reservation')
    .selectAll()
    .where('listing_id', '=', listingId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return row && reservationFromRow(row, await listConditions(database, row.booking_id));
}

/** Finds the latest reservation of a car that a buyer has begun. */
export async function findReservationOfBuyer(
  database: Database | Transaction,
  of: { readonly listingId: ListingId; readonly buyerId: AccountId },
): Promise<StoredReservation | undefined> {
  const row = await database
    .selectFrom('reservation')
    .innerJoin('booking', 'booking.id', 'reservation.booking_id')
    .selectAll('reservation')
    .where('reservation.listing_id', '=', of.listingId)
    .where('booking.buyer_id', '=', of.buyerId)
    .orderBy('reservation.accepted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && reservationFromRow(row, await listConditions(database, row.booking_id));
}

/** Locks the reservation of a booking. The booking must be locked first. */
export async function lockReservation(trx: Transaction, bookingId: BookingId): Promise<StoredReservation | undefined> {
  const row = await trx
    .selectFrom('reservation')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .forUpdate()
    .executeTakeFirst();
  return row && reservationFromRow(row, await listConditions(trx, bookingId));
}

/**
 * Saves the statement about an open condition of an active reservation; returns false when the condition has a
 * statement already.
 */
export async function saveStatement(
  trx: Transaction,
  bookingId: BookingId,
  kind: ConditionKind,
  statement: {
    readonly state: 'met' | 'failed';
    readonly by: AccountId;
    readonly note: string | null;
    readonly at: Date;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reservation_condition')
    .set({ state: statement.state, stated_by: statement.by, stated_at: statement.at, note: statement.note })
    .where('booking_id', '=', bookingId)
    .where('kind', '=', kind)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends an active reservation that the transaction has locked. @throws Error when the reservation is not active. */
export async function saveReservationEnd(
  trx: Transaction,
  bookingId: BookingId,
  endedReservation: EndedReservation,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('reservation')
    .set({
      state: 'ended',
      end_kind: endedReservation.end,
      end_condition: endedReservation.condition,
      ended_at: endedReservation.at,
      refund_cents: endedReservation.refund,
      forfeited_cents: endedReservation.forfeit,
    })
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`the reservation of booking ${bookingId} is not active`);
}

/** The data of a reservation that is needed to settle a payment of one of its parts. */
export type ReservationForSettlement = Pick<StoredReservation, 'state' | 'deposit'> & {
  readonly conditions: readonly ConditionKind[];
};

/** Reads the reservation of a booking in a pipelined transaction that has locked the booking. */
export function makeReservationStatement(bookingId: BookingId): Statement<ReservationForSettlement | undefined> {
  return {
    name: 'settle-reservation',
    text: `SELECT state, deposit_cents,
        ARRAY(SELECT kind FROM reservation_condition c WHERE c.booking_id = reservation.booking_id) AS conditions
      FROM reservation WHERE booking_id = $1 FOR UPDATE`,
    values: [bookingId],
    read: ({ rows: [row] }) => row && { state: row.state, deposit: row.deposit_cents, conditions: row.conditions },
  };
}

/** Begins a reservation whose deposit is paid. */
export function makeActivateReservationStatement(
  bookingId: BookingId,
  terms: ReservationTerms,
  paidAt: Date,
): Statement<boolean> {
  return {
    name: 'settle-activate-reservation',
    text: `UPDATE reservation SET state = 'active', paid_at = $2, free_until = $3, ends_at = $4
      WHERE booking_id = $1 AND state = 'started'`,
    values: [bookingId, paidAt, terms.freeUntil, terms.endsAt],
    read: hasChangedOneRow,
  };
}

/** Sets the deadlines of the conditions of a reservation that begins. */
export function makeSetDeadlinesStatement(bookingId: BookingId, { conditions }: ReservationTerms): Statement<void> {
  return {
    name: 'settle-deadlines',
    text: `UPDATE reservation_condition c SET deadline = given.deadline
      FROM unnest($2::text[], $3::timestamptz[]) AS given (kind, deadline)
      WHERE c.booking_id = $1 AND c.kind = given.kind`,
    values: [bookingId, conditions.map(({ kind }) => kind), conditions.map(({ deadline }) => deadline)],
    read: () => undefined,
  };
}

/** Ends an active reservation because its car is sold. */
export function makeReservationBoughtStatement(bookingId: BookingId): Statement<boolean> {
  return {
    name: 'settle-buy-reservation',
    text: "UPDATE reservation SET state = 'bought' WHERE booking_id = $1 AND state = 'active'",
    values: [bookingId],
    read: hasChangedOneRow,
  };
}

async function listConditions(
  database: Database | Transaction,
  bookingId: BookingId,
): Promise<readonly Selectable<ReservationConditionTable>[]> {
  return database.selectFrom('reservation_condition').selectAll().where('booking_id', '=', bookingId).execute();
}

function reservationFromRow(
  row: Selectable<ReservationTable>,
  conditions: readonly Selectable<ReservationConditionTable>[],
): StoredReservation {
  const { end_kind: end, ended_at: at, refund_cents: refund, forfeited_cents: forfeit } = row;
  return {
    bookingId: row.booking_id,
    listingId: row.listing_id,
    state: row.state,
    deposit: row.deposit_cents,
    forfeit: row.forfeit_cents,
    rule: { version: row.rule_version, text: row.rule_text, acceptedAt: row.accepted_at },
    paidAt: row.paid_at,
    conditions: conditions.map(({ kind, state, deadline, stated_at: statedAt, note }) => ({
      kind,
      state,
      deadline,
      statedAt,
      note,
    })),
    terms: termsFromRow(row, conditions),
    endedReservation:
      end === null || at === null || refund === null || forfeit === null
        ? null
        : { end, condition: row.end_condition, at, refund, forfeit },
  };
}

/**
 * Returns the stored terms. The terms follow the version of the rule that the buyer has accepted, not today's version.
 */
function termsFromRow(
  row: Selectable<ReservationTable>,
  conditions: readonly Selectable<ReservationConditionTable>[],
): ReservationTerms | null {
  const { free_until: freeUntil, ends_at: endsAt } = row;
  if (freeUntil === null || endsAt === null) return null;
  return {
    deposit: row.deposit_cents,
    forfeit: row.forfeit_cents,
    freeUntil,
    endsAt,
    conditions: conditions.flatMap(({ kind, deadline }) => (deadline === null ? [] : [{ kind, deadline }])),
  };
}
