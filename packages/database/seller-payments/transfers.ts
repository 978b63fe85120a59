import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { type Cents, cents } from '@carhouse/domain/money/money';
import type { PaymentId } from '@carhouse/domain/payment/payment';
import type {
  SellerTransfer,
  SellerTransferId,
  SellerTransferState,
} from '@carhouse/domain/seller-payment/seller-transfer';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import { isSaleDisputedSql } from '../payments/disputes.ts';
import type { TransferTable } from '../schema/sale-tables.ts';

/**
 * Saves a transfer before the provider is asked for it. @throws a violation of `transfer_one_key` when the charge
 * already has a transfer that was not refused.
 */
export async function insertTransfer(
  trx: Transaction,
  transfer: Pick<
    SellerTransfer,
    | 'id'
    | 'bookingId'
    | 'sellerId'
    | 'paymentId'
    | 'providerAccountId'
    | 'chargeId'
    | 'amount'
    | 'currency'
    | 'idempotencyKey'
    | 'nextStepAt'
  >,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('transfer')
    .values({
      id: transfer.id,
      booking_id: transfer.bookingId,
      seller_id: transfer.sellerId,
      state: 'sending',
      provider_account_id: transfer.providerAccountId,
      charge_id: transfer.chargeId,
      payment_id: transfer.paymentId,
      currency: transfer.currency,
      amount_cents: transfer.amount,
      idempotency_key: transfer.idempotencyKey,
      provider_transfer_id: null,
      refusal: null,
      next_step_at: transfer.nextStepAt,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** Lists the transfers of a sale that were not refused: at most one for each charge that has paid the price. */
export async function listTransfersOfSale(
  database: Database | Transaction,
  bookingId: BookingId,
): Promise<readonly SellerTransfer[]> {
  const rows = await database
    .selectFrom('transfer')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('state', '<>', 'refused')
    .orderBy('id')
    .execute();
  return rows.map(transferFromRow);
}

/**
 * Lists the transfers as `listTransfersOfSale` does, and locks them until the end of the transaction. The booking and
 * the sale of the transfers must be locked first.
 */
export async function lockTransfersOfSale(trx: Transaction, bookingId: BookingId): Promise<readonly SellerTransfer[]> {
  const rows = await trx
    .selectFrom('transfer')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('state', '<>', 'refused')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(transferFromRow);
}

export async function findTransfer(database: Database, id: SellerTransferId): Promise<SellerTransfer | undefined> {
  const row = await database.selectFrom('transfer').selectAll().where('id', '=', id).executeTakeFirst();
  return row && transferFromRow(row);
}

/**
 * The values that a change of a transfer's state can set. Columns whose values are absent from the argument stay as
 * they are.
 */
export type TransferChange = {
  readonly providerTransferId?: string;
  readonly refusal?: string | null;
  readonly nextStepAt: Date | null;
};

/** Moves a locked transfer from one state to another. @throws Error when the transfer is not in the state `from`. */
export async function changeTransferState(
  trx: Transaction,
  id: SellerTransferId,
  from: SellerTransferState,
  to: SellerTransferState,
  change: TransferChange & { readonly now: Date },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('transfer')
    .set({
      state: to,
      failed_tries: 0,
      next_step_at: change.nextStepAt,
      updated_at: change.now,
      ...(change.providerTransferId === undefined ? {} : { provider_transfer_id: change.providerTransferId }),
      ...(change.refusal === undefined ? {} : { refusal: change.refusal }),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`transfer ${id} is not ${from}`);
}

/** Saves that the provider has refused to reverse a transfer, so that the next attempt sends a new request. */
export async function saveRefusedReversal(
  trx: Transaction,
  transfer: Pick<SellerTransfer, 'id' | 'reversalRound'>,
  refusedReversal: { readonly refusal: string; readonly nextStepAt: Date; readonly now: Date },
): Promise<void> {
  await trx
    .updateTable('transfer')
    .set({
      reversal_round: transfer.reversalRound + 1,
      refusal: refusedReversal.refusal,
      next_step_at: refusedReversal.nextStepAt,
      updated_at: refusedReversal.now,
    })
    .where('id', '=', transfer.id)
    .where('state', '=', 'reversing')
    .where('reversal_round', '=', transfer.reversalRound)
    .execute();
}

/**
 * Saves the part of a locked transfer that pays a debt of its seller, and the time at which the provider has moved this
 * part back. The next step of the transfer is due at once.
 */
export async function saveReversedPart(
  trx: Transaction,
  { id }: Pick<SellerTransfer, 'id'>,
  takenBack: { readonly amount: Cents; readonly at: Date | null; readonly now: Date },
): Promise<void> {
  await trx
    .updateTable('transfer')
    .set({
      taken_back_cents: takenBack.amount,
      taken_back_at: takenBack.at,
      failed_tries: 0,
      next_step_at: takenBack.now,
      updated_at: takenBack.now,
    })
    .where('id', '=', id)
    .where('state', '=', 'made')
    .execute();
}

/** Sets the time of the next step of a transfer that is still in this state, and counts a failure if `hasFailed`. */
export async function postponeTransfer(
  database: Database | Transaction,
  transfer: Pick<SellerTransfer, 'id' | 'state'>,
  nextStep: { readonly nextStepAt: Date | null; readonly hasFailed: boolean; readonly now: Date },
): Promise<void> {
  await database
    .updateTable('transfer')
    .set((fields) => ({
      next_step_at: nextStep.nextStepAt,
      updated_at: nextStep.now,
      ...(nextStep.hasFailed ? { failed_tries: fields('failed_tries', '+', 1) } : {}),
    }))
    .where('id', '=', transfer.id)
    .where('state', '=', transfer.state)
    .execute();
}

/** Whether a transfer that the provider has made is the transfer of a sale. */
export async function isTransferRecorded(trx: Transaction, providerTransferId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('transfer')
    .select('id')
    .where('provider_transfer_id', '=', providerTransferId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The number of transfers of a charge that the provider has refused. */
export async function countRefusedTransfers(trx: Transaction, paymentId: PaymentId): Promise<number> {
  const { count } = await trx
    .selectFrom('transfer')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'refused')
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the transfers whose next step is due, the longest overdue first. */
export async function listDueTransferIds(
  database: Database,
  now: Date,
  limit: number,
): Promise<readonly SellerTransferId[]> {
  const rows = await database
    .selectFrom('transfer')
    .select('id')
    .where('next_step_at', '<=', now)
    .where('state', '<>', 'refused')
    .orderBy('next_step_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Lists confirmed sales whose money can be transferred: the seller's account is active at the provider and on this
 * server, no bank disputes a charge, and either a part of the share has no transfer or the pause after the last refusal
 * or failure has ended. A sale whose dispute is lost is confirmed only by a decision of an admin. The oldest sales come
 * first.
 * @param sellerId restricts the list to one seller.
 */
export async function listPayableSaleIds(
  database: Database,
  now: Date,
  limit: number,
  sellerId: AccountId | null = null,
): Promise<readonly BookingId[]> {
  const { rows } = await sql<{ booking_id: BookingId }>`
    SELECT s.booking_id FROM sale s
    JOIN payout_account a ON a.seller_id = s.seller_id AND a.state = 'active'
    JOIN account o ON o.id = s.seller_id AND o.status <> 'suspended'
    WHERE s.state = 'confirmed' AND (s.next_transfer_at IS NULL OR s.next_transfer_at <= ${now})
      AND (${sellerId}::uuid IS NULL OR s.seller_id = ${sellerId})
      AND NOT EXISTS (SELECT FROM transfer t WHERE t.booking_id = s.booking_id AND t.state = 'refused' AND t.next_step_at > ${now})
      AND (s.netted_cents IS NULL OR s.share_cents - s.netted_cents > coalesce(
             (SELECT sum(t.amount_cents) FROM transfer t WHERE t.booking_id = s.booking_id AND t.state <> 'refused'), 0))
      AND NOT ${isSaleDisputedSql}
    ORDER BY s.confirmed_at LIMIT ${limit}`.execute(database);
  return rows.map((row) => row.booking_id);
}

/**
 * Ends the waiting time of the transfers of a locked sale, so that their next step can be taken now.
 * @returns whether any transfer was waiting.
 */
export async function endTransferWaitingTimes(trx: Transaction, bookingId: BookingId, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('transfer')
    .set({ next_step_at: now, updated_at: now })
    .where('booking_id', '=', bookingId)
    .where('state', 'in', ['refused', 'made', 'reversing'])
    .where('next_step_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets the time before which no transfer of a sale begins. */
export async function postponeTransfersOfSale(
  database: Database,
  bookingId: BookingId,
  nextTransferAt: Date,
): Promise<void> {
  await database
    .updateTable('sale')
    .set({ next_transfer_at: nextTransferAt })
    .where('booking_id', '=', bookingId)
    .where('state', 'in', ['confirmed', 'refunded'])
    .execute();
}

/** Finds the order that a charge has paid; undefined for a charge that has paid no order. */
export async function findBookingIdByPaymentIntent(
  database: Database,
  intentId: string,
): Promise<BookingId | undefined> {
  const row = await database
    .selectFrom('payment')
    .select('booking_id')
    .where('intent_id', '=', intentId)
    .executeTakeFirst();
  return row?.booking_id;
}

/**
 * The time before which no new transfer of a sale begins, because the provider has refused an earlier transfer; null
 * when no pause applies.
 */
export async function findTransferPauseEnd(trx: Transaction, bookingId: BookingId): Promise<Date | null> {
  const row = await trx
    .selectFrom('transfer')
    .select('next_step_at')
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'refused')
    .orderBy('next_step_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.next_step_at ?? null;
}

/**
 * Returns the amount that a seller owes Car House, in cents; negative when Car House owes the seller. The caller has
 * locked the seller's payout account.
 */
export async function sumSellerDebt(trx: Transaction, sellerId: AccountId, currency: string): Promise<bigint> {
  const { rows } = await sql<{ cents: string }>`
    SELECT coalesce(sum(balance_cents), 0)::text AS cents FROM ledger_balance
    WHERE account = 'seller_debt' AND owner_id = ${sellerId} AND currency = ${currency}`.execute(trx);
  return BigInt(rows[0]?.cents ?? 0);
}

function transferFromRow(row: Selectable<TransferTable>): SellerTransfer {
  return {
    id: row.id,
    bookingId: row.booking_id,
    sellerId: row.seller_id,
    state: row.state,
    providerAccountId: row.provider_account_id,
    chargeId: row.charge_id,
    paymentId: row.payment_id,
    amount: cents(row.amount_cents),
    currency: row.currency,
    idempotencyKey: row.idempotency_key,
    providerTransferId: row.provider_transfer_id,
    refusal: row.refusal,
    reversalRound: row.reversal_round,
    takenBack: cents(row.taken_back_cents),
    takenBackAt: row.taken_back_at,
    failedTries: row.failed_tries,
    nextStepAt: row.next_step_at,
    createdAt: row.created_at,
  };
}
