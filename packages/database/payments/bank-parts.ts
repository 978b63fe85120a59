import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { type Cents, cents } from '@carhouse/domain/money/money';
import {
  type BankPart,
  type BankPartState,
  type BankReturnState,
  bankReturnStates,
} from '@carhouse/domain/payment/bank-part';
import type { PaymentPartId } from '@carhouse/domain/payment/payment-plan';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { hasChangedOneRow, type Statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { BankPartTable } from '../schema/money-tables.ts';

/** Saves the row of a new bank part, in the transaction that saves the part. */
export async function insertBankPart(
  trx: Transaction,
  part: { readonly id: PaymentPartId; readonly bookingId: BookingId; readonly amount: Cents },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('bank_part')
    .values({
      part_id: part.id,
      booking_id: part.bookingId,
      amount_cents: part.amount,
      state: 'expected',
      updated_at: now,
    })
    .execute();
}

/** Finds the bank part of an order, if its price has one. */
export async function findBankPart(
  database: Database | Transaction,
  bookingId: BookingId,
): Promise<BankPart | undefined> {
  const row = await database.selectFrom('bank_part').selectAll().where('booking_id', '=', bookingId).executeTakeFirst();
  return row && bankPartFromRow(row);
}

/** The money of a bank that must go back to this bank after the end of an order. */
export type BankReturn = { readonly state: BankReturnState; readonly amount: Cents };

/** Lists the money that must go back to banks, by order. The result omits orders without returning money of a bank. */
export async function findBankReturnsByBooking(
  database: Database | Transaction,
  bookingIds: readonly BookingId[],
): Promise<ReadonlyMap<BookingId, BankReturn>> {
  if (bookingIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('bank_part')
    .select(['booking_id', 'state', 'amount_cents'])
    .where('booking_id', 'in', [...bookingIds])
    .where('state', 'in', [...bankReturnStates])
    .execute();
  return new Map(
    rows.flatMap(({ booking_id, state, amount_cents }) =>
      state === 'to-return' || state === 'sent-back'
        ? [[booking_id, { state, amount: cents(amount_cents) }] as const]
        : [],
    ),
  );
}

/** Locks the bank parts of these bookings. The bookings must be locked first. */
export async function lockBankParts(trx: Transaction, bookingIds: readonly BookingId[]): Promise<readonly BankPart[]> {
  if (bookingIds.length === 0) return [];
  const rows = await trx
    .selectFrom('bank_part')
    .selectAll()
    .where('booking_id', 'in', [...bookingIds])
    .orderBy('part_id')
    .forUpdate()
    .execute();
  return rows.map(bankPartFromRow);
}

/** A bank part that the buyer has not stated yet. */
export type ExpectedBankPart = Pick<BankPart, 'partId' | 'bookingId' | 'amount'>;

/**
 * Returns the statement that locks the expected bank parts of the open bookings of a car. An earlier statement must
 * have locked the bookings, so that no payment plan changes meanwhile. Only the buyer who has reserved the car can
 * state a payment, so the bank parts of all other buyers are still in the state `expected`.
 */
export function makeLockExpectedPartsStatement(listingId: ListingId): Statement<readonly ExpectedBankPart[]> {
  return {
    name: 'settle-lock-bank-parts',
    text: `SELECT k.part_id, k.booking_id, k.amount_cents FROM bank_part k JOIN booking b ON b.id = k.booking_id
      WHERE b.listing_id = $1 AND b.status = 'unpaid' AND k.state = 'expected' ORDER BY k.part_id FOR UPDATE OF k`,
    values: [listingId],
    read: ({ rows }) =>
      rows.map((row) => ({
        partId: row.part_id,
        bookingId: row.booking_id,
        amount: cents(row.amount_cents),
      })),
  };
}

/** Returns the statement that ends an expected bank part. */
export function makeCloseBankPartStatement({ partId }: ExpectedBankPart, now: Date): Statement<boolean> {
  return {
    name: 'settle-close-bank-part',
    text: "UPDATE bank_part SET state = 'closed', updated_at = $2 WHERE part_id = $1 AND state = 'expected'",
    values: [partId, now],
    read: hasChangedOneRow,
  };
}

/**
 * A statement of the buyer, the seller or an admin about a bank part. When a value is absent, its column is not
 * changed.
 */
export type BankPartStatement =
  | { readonly kind: 'state'; readonly by: AccountId; readonly bank: string; readonly reference: string }
  | { readonly kind: 'receive'; readonly by: AccountId; readonly reference: string | null }
  | { readonly kind: 'confirm'; readonly by: AccountId }
  | { readonly kind: 'refuse'; readonly by: AccountId; readonly reason: string }
  | { readonly kind: 'send-back'; readonly reference: string }
  | { readonly kind: 'record-return'; readonly by: AccountId; readonly reference: string; readonly reason: string }
  | { readonly kind: 'deny-return'; readonly by: AccountId; readonly reason: string }
  | { readonly kind: 'confirm-return'; readonly by: AccountId }
  | { readonly kind: 'end' };

/**
 * Moves a locked bank part from one state to another and saves what was said.
 * @throws Error when the part is not in the state `from`, and a violation of `bank_part_lifecycle`.
 */
export async function changeBankPart(
  trx: Transaction,
  id: PaymentPartId,
  { from, to, now }: { readonly from: BankPartState; readonly to: BankPartState; readonly now: Date },
  statement: BankPartStatement,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('bank_part')
    .set({ ...toStatementColumns(statement, now), state: to, updated_at: now })
    .where('part_id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`bank part ${id} is not ${from}`);
}

function toStatementColumns(statement: BankPartStatement, now: Date): Updateable<BankPartTable> {
  switch (statement.kind) {
    case 'state':
      return {
        bank: statement.bank,
        buyer_reference: statement.reference,
        stated_by: statement.by,
        stated_at: now,
        refusal: null,
        refused_by: null,
        refused_at: null,
      };
    case 'receive':
      return { seller_reference: statement.reference, received_by: statement.by, received_at: now };
    case 'confirm':
      return { confirmed_by: statement.by, confirmed_at: now };
    case 'refuse':
      return {
        bank: null,
        buyer_reference: null,
        stated_by: null,
        stated_at: null,
        seller_reference: null,
        received_by: null,
        received_at: null,
        ...toRefusalColumns(statement, now),
      };
    case 'send-back':
      return { return_reference: statement.reference, sent_back_at: now };
    case 'record-return':
      return {
        return_reference: statement.reference,
        sent_back_at: now,
        return_recorded_by: statement.by,
        return_reason: statement.reason,
      };
    case 'deny-return':
      return {
        return_reference: null,
        sent_back_at: null,
        return_recorded_by: null,
        return_reason: null,
        ...toRefusalColumns(statement, now),
      };
    case 'confirm-return':
      return { returned_by: statement.by, returned_at: now };
    case 'end':
      return {};
  }
}

function toRefusalColumns(
  { by, reason }: { readonly by: AccountId; readonly reason: string },
  now: Date,
): Updateable<BankPartTable> {
  return { refusal: reason, refused_by: by, refused_at: now };
}

/** A bank part with what the list of admins shows of its order. */
export type ListedBankPart = BankPart & {
  readonly id: PaymentPartId;
  readonly price: Cents;
  readonly buyerId: AccountId;
  readonly sellerId: AccountId;
  readonly brand: string;
  readonly title: string;
  readonly buyerName: string;
  readonly sellerName: string;
  /** Whether the account of the seller is closed or suspended, so that the seller cannot record a return of the money. */
  readonly isSellerInactive: boolean;
  /** Whether the account of the buyer is closed or suspended, so that the buyer cannot confirm that the bank has the money back. */
  readonly isBuyerInactive: boolean;
};

/** The condition that one of the joined accounts is closed or suspended. */
const isInactive = (account: 'seller' | 'buyer') =>
  sql<boolean>`${sql.ref(account)}.status IN ('suspended', 'deleted')`;

/**
 * Lists the bank parts that wait for an admin, or whose money the seller owes to the bank, by the time at which the
 * seller had the money, with keyset pagination.
 */
export async function listOpenBankParts(
  database: Database,
  states: readonly BankPartState[],
  limit: number,
  after?: { readonly at: Date; readonly id: PaymentPartId },
): Promise<readonly ListedBankPart[]> {
  let query = database
    .selectFrom('bank_part')
    .innerJoin('booking', 'booking.id', 'bank_part.booking_id')
    .innerJoin('account as seller', 'seller.id', 'booking.seller_id')
    .innerJoin('account as buyer', 'buyer.id', 'booking.buyer_id')
    .selectAll('bank_part')
    .select([
      'booking.price_cents',
      'booking.buyer_id',
      'booking.seller_id',
      'booking.brand',
      'booking.title',
      'booking.buyer_name',
      'booking.seller_name',
    ])
    .select([isInactive('seller').as('is_seller_gone'), isInactive('buyer').as('is_buyer_gone')])
    .where('bank_part.state', 'in', [...states]);
  if (after !== undefined)
    query = query.where(sql<boolean>`(bank_part.received_at, bank_part.part_id) > (${after.at}, ${after.id})`);
  const rows = await query.orderBy('bank_part.received_at').orderBy('bank_part.part_id').limit(limit).execute();
  return rows.map((row) => ({
    ...bankPartFromRow(row),
    id: row.part_id,
    price: cents(row.price_cents),
    buyerId: row.buyer_id,
    sellerId: row.seller_id,
    brand: row.brand,
    title: row.title,
    buyerName: row.buyer_name,
    sellerName: row.seller_name,
    isSellerInactive: row.is_seller_gone,
    isBuyerInactive: row.is_buyer_gone,
  }));
}

/**
 * Counts the bank parts that wait for an admin. Some of these parts must be confirmed. For other parts, the money must
 * go back to the bank, but the account of the seller or buyer who must confirm the return is closed or suspended.
 */
export async function countWaitingBankParts(database: Database): Promise<number> {
  const row = await database
    .selectFrom('bank_part')
    .select(sql<number>`count(*)::int`.as('count'))
    .innerJoin('booking', 'booking.id', 'bank_part.booking_id')
    .innerJoin('account as seller', 'seller.id', 'booking.seller_id')
    .innerJoin('account as buyer', 'buyer.id', 'booking.buyer_id')
    .where(
      sql<boolean>`(bank_part.state = 'received' OR bank_part.state = 'to-return' AND ${isInactive('seller')}
        OR bank_part.state = 'sent-back' AND ${isInactive('buyer')})`,
    )
    .executeTakeFirstOrThrow();
  return row.count;
}

function bankPartFromRow(row: Selectable<BankPartTable>): BankPart {
  return {
    partId: row.part_id,
    bookingId: row.booking_id,
    amount: cents(row.amount_cents),
    state: row.state,
    bank: row.bank,
    buyerReference: row.buyer_reference,
    statedAt: row.stated_at,
    sellerReference: row.seller_reference,
    receivedAt: row.received_at,
    confirmedAt: row.confirmed_at,
    refusal: row.refusal,
    refusedBy: row.refused_by,
    refusedAt: row.refused_at,
    returnReference: row.return_reference,
    sentBackAt: row.sent_back_at,
    returnReason: row.return_reason,
    returnRecordedBy: row.return_recorded_by,
    returnedAt: row.returned_at,
    stateSince: row.updated_at,
  };
}
