import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { type Cents, cents } from '@carhouse/domain/money/money';
import type { Sale, SaleState } from '@carhouse/domain/sale/sale';
import type { Selectable } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { SaleTable } from '../schema/sale-tables.ts';

/** Returns the statement that saves the sale of a payment. */
export function makeSaleInsertStatement(
  sale: Pick<
    Sale,
    'bookingId' | 'paymentId' | 'buyerId' | 'sellerId' | 'price' | 'bankPart' | 'currency' | 'fee' | 'gst' | 'feeRuleId'
  >,
  now: Date,
): Statement<void> {
  return {
    name: 'sale-row',
    text: `INSERT INTO sale (booking_id, payment_id, buyer_id, seller_id, state, currency, price_cents, fee_cents, gst_cents,
        fee_rule_id, paid_at, updated_at, bank_cents)
      VALUES ($1, $2, $3, $4, 'paid', $5, $6, $7, $8, $9, $10, $10, $11)`,
    values: [
      sale.bookingId,
      sale.paymentId,
      sale.buyerId,
      sale.sellerId,
      sale.currency,
      sale.price,
      sale.fee,
      sale.gst,
      sale.feeRuleId,
      now,
      sale.bankPart,
    ],
    read: () => undefined,
  };
}

/**
 * Saves a forfeited deposit, or the forfeited part of a deposit, as a sale of the seller. The sale is confirmed from
 * the start, because nothing is handed over, and it has no fee.
 * @throws a violation of `booking_refunds_parts` when the amount is not exactly the part of the deposit that the buyer
 *   does not get back.
 */
export async function insertDepositSale(
  trx: Transaction,
  sale: Pick<Sale, 'bookingId' | 'paymentId' | 'buyerId' | 'sellerId' | 'price' | 'currency' | 'paidAt'>,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('sale')
    .values({
      booking_id: sale.bookingId,
      payment_id: sale.paymentId,
      kind: 'deposit',
      buyer_id: sale.buyerId,
      seller_id: sale.sellerId,
      state: 'confirmed',
      currency: sale.currency,
      price_cents: sale.price,
      fee_cents: cents(0),
      gst_cents: cents(0),
      fee_rule_id: null,
      paid_at: sale.paidAt,
      confirmed_at: now,
      updated_at: now,
    })
    .execute();
}

/** Finds the sale of a booking; undefined for a booking that was never paid. */
export async function findSale(database: Database | Transaction, id: BookingId): Promise<Sale | undefined> {
  const row = await database.selectFrom('sale').selectAll().where('booking_id', '=', id).executeTakeFirst();
  return row && saleFromRow(row);
}

/** Locks the sale of a booking. The booking of the sale must be locked first. */
export async function lockSale(trx: Transaction, id: BookingId): Promise<Sale | undefined> {
  const row = await trx.selectFrom('sale').selectAll().where('booking_id', '=', id).forUpdate().executeTakeFirst();
  return row && saleFromRow(row);
}

/**
 * The times and the amount that a step of a sale can set. Columns whose values are absent from the argument stay as
 * they are.
 */
export type SaleChange = {
  readonly handedOverAt?: Date;
  readonly confirmBy?: Date;
  readonly confirmedAt?: Date;
  readonly netted?: Cents;
};

/**
 * Moves a locked sale from one state to another.
 * @throws Error when the sale is not in the state `from`, and a violation of `sale_lifecycle`.
 */
export async function changeSaleState(
  trx: Transaction,
  id: BookingId,
  from: SaleState,
  to: SaleState,
  change: SaleChange & { readonly now: Date },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('sale')
    .set({
      state: to,
      updated_at: change.now,
      ...(change.handedOverAt === undefined ? {} : { handed_over_at: change.handedOverAt }),
      ...(change.confirmBy === undefined ? {} : { confirm_by: change.confirmBy }),
      ...(change.confirmedAt === undefined ? {} : { confirmed_at: change.confirmedAt }),
      ...(change.netted === undefined ? {} : { netted_cents: change.netted }),
    })
    .where('booking_id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`sale ${id} is not ${from}`);
}

/**
 * Saves how much of the seller's share in a locked sale pays a debt of the seller. The saved part never changes
 * afterwards.
 */
export async function saveNettedDebt(trx: Transaction, id: BookingId, netted: Cents, now: Date): Promise<void> {
  await trx.updateTable('sale').set({ netted_cents: netted, updated_at: now }).where('booking_id', '=', id).execute();
}

/** Saves what goes back to the seller of a locked, refunded sale. The saved amount never changes afterwards. */
export async function saveDebtRefund(trx: Transaction, id: BookingId, debtRefund: Cents, now: Date): Promise<void> {
  await trx
    .updateTable('sale')
    .set({ debt_refund_cents: debtRefund, updated_at: now })
    .where('booking_id', '=', id)
    .execute();
}

/** Lists sales whose period for complaints has ended, the oldest first. */
export async function listSaleIdsPastComplaintPeriod(
  database: Database,
  now: Date,
  limit: number,
): Promise<readonly BookingId[]> {
  const rows = await database
    .selectFrom('sale')
    .select('booking_id')
    .where('state', '=', 'handed-over')
    .where('confirm_by', '<=', now)
    .orderBy('confirm_by')
    .limit(limit)
    .execute();
  return rows.map((row) => row.booking_id);
}

function saleFromRow(row: Selectable<SaleTable>): Sale {
  return {
    bookingId: row.booking_id,
    paymentId: row.payment_id,
    kind: row.kind,
    buyerId: row.buyer_id,
    sellerId: row.seller_id,
    state: row.state,
    price: cents(row.price_cents),
    bankPart: cents(row.bank_cents),
    currency: row.currency,
    fee: cents(row.fee_cents),
    gst: cents(row.gst_cents),
    feeRuleId: row.fee_rule_id,
    netted: row.netted_cents === null ? null : cents(row.netted_cents),
    debtRefund: row.debt_refund_cents === null ? null : cents(row.debt_refund_cents),
    paidAt: row.paid_at,
    handedOverAt: row.handed_over_at,
    confirmBy: row.confirm_by,
    confirmedAt: row.confirmed_at,
  };
}

/** Whether a buyer has ever paid here for a car of this seller, or forfeited a deposit to them. */
export async function hasSaleOfSeller(database: Database | Transaction, sellerId: AccountId): Promise<boolean> {
  const row = await database
    .selectFrom('sale')
    .select('booking_id')
    .where('seller_id', '=', sellerId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
