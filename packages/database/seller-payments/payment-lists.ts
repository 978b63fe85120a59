import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { ImageSize } from '@carhouse/domain/image/image-widths';
import { type Cents, cents } from '@carhouse/domain/money/money';
import type { PayoutAccountState } from '@carhouse/domain/payout-account/payout-account';
import type { ComplaintGround } from '@carhouse/domain/sale/complaint';
import type { SaleKind, SaleState } from '@carhouse/domain/sale/sale';
import type { PaymentFacts, PaymentGroup } from '@carhouse/domain/seller-payment/payment-standing';
import type { SellerPayoutState } from '@carhouse/domain/seller-payment/seller-payout';
import type { SellerTransferState } from '@carhouse/domain/seller-payment/seller-transfer';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import { isSaleDisputedSql } from '../payments/disputes.ts';

/** A sale with the amount that its seller is owed, and the facts from which the state of the payment is computed. */
export type ListedSellerPayment = PaymentFacts & {
  /** The id of the booking. */
  readonly id: BookingId;
  readonly sellerId: AccountId;
  readonly sellerName: string;
  readonly brand: string;
  readonly title: string;
  readonly image: string | null;
  readonly imageSize: ImageSize | null;
  readonly kind: SaleKind;
  readonly price: Cents;
  /** The part of the price that a bank or a loan has paid to the seller; 0 when there is none. */
  readonly bankPart: Cents;
  readonly fee: Cents;
  readonly gst: Cents;
  /** The part of the share that pays a debt of the seller; null until the part is decided. */
  readonly netted: Cents | null;
  /** The amount that goes back to the seller of a refunded sale (decision 0085); null when nothing goes back. */
  readonly debtRefund: Cents | null;
  readonly paidAt: Date;
  readonly handedOverAt: Date | null;
};

type Row = {
  booking_id: BookingId;
  seller_id: AccountId;
  seller_name: string;
  brand: string;
  title: string;
  image_url: string | null;
  image_size: ImageSize | null;
  kind: SaleKind;
  state: SaleState;
  price_cents: string;
  bank_cents: string;
  share_cents: string;
  fee_cents: string;
  gst_cents: string;
  netted_cents: string | null;
  debt_refund_cents: string | null;
  paid_at: Date;
  handed_over_at: Date | null;
  confirm_by: Date | null;
  open_ground: ComplaintGround | null;
  disputed: boolean;
  suspended: boolean;
  account_state: PayoutAccountState | null;
  transfers: readonly { state: SellerTransferState; next: string | null }[];
  payouts: readonly { state: SellerPayoutState; arrives: string | null; code: string | null }[];
};

/** Whether the bank returned the last payout of a sale, so that the money waits for the next payout. */
const isLastPayoutReturnedSql = sql<boolean>`coalesce((SELECT state IN ('failed', 'returned') FROM payout p
  WHERE p.booking_id = s.booking_id ORDER BY p.created_at DESC, p.id DESC LIMIT 1), false)`;

const hasDebtRefundSql = sql<boolean>`s.state = 'refunded' AND s.debt_refund_cents IS NOT NULL`;
const isTransferMadeSql = sql<boolean>`EXISTS (SELECT FROM transfer t WHERE t.booking_id = s.booking_id AND t.state = 'made')`;
const isPaidOutSql = sql<boolean>`EXISTS (SELECT FROM payout p WHERE p.booking_id = s.booking_id AND p.state = 'paid')`;
/** Whether the money of a sale is in the seller's account at the provider, or on its way from there to their bank. */
const isTransferredSql = sql<boolean>`(s.state = 'transferred'
  OR ${hasDebtRefundSql} AND ${isTransferMadeSql} AND NOT ${isPaidOutSql})`;

/** SQL for the group to which the payment of a sale belongs, as `choosePaymentGroup` decides it. */
const conditionSqlByGroup: Readonly<Record<PaymentGroup, RawBuilder<boolean>>> = {
  returned: sql`${isTransferredSql} AND ${isLastPayoutReturnedSql}`,
  owed: sql`(s.state IN ('paid', 'handed-over', 'frozen', 'confirmed') OR ${hasDebtRefundSql} AND NOT ${isTransferMadeSql})`,
  'on-its-way': sql`${isTransferredSql} AND NOT ${isLastPayoutReturnedSql}`,
  paid: sql`(s.state = 'paid-out' OR ${hasDebtRefundSql} AND ${isPaidOutSql})`,
};

export type SellerPaymentQuery = {
  readonly sellerId?: AccountId | undefined;
  readonly group?: PaymentGroup | undefined;
  readonly bookingId?: BookingId | undefined;
  /** Only sales in these states. */
  readonly states?: readonly SaleState[] | undefined;
  /** Only sales whose money is transferred next or was transferred, and has not arrived yet. */
  readonly isOpen?: boolean;
  /** Only sales with a transfer that is neither refused nor taken back. */
  readonly isMoneyTransferred?: boolean;
  readonly order: 'newest-first' | 'oldest-first';
};

/**
 * Lists sales with the amounts that their sellers are owed, by the time of the buyer's payment, with keyset pagination.
 */
export async function listSellerPayments(
  database: Database | Transaction,
  paymentQuery: SellerPaymentQuery,
  limit: number,
  after?: { readonly at: Date; readonly id: BookingId },
): Promise<readonly ListedSellerPayment[]> {
  const conditions = [sql<boolean>`true`];
  const { sellerId, group, bookingId, states, isOpen, isMoneyTransferred, order } = paymentQuery;
  if (sellerId !== undefined) conditions.push(sql`s.seller_id = ${sellerId}`);
  if (bookingId !== undefined) conditions.push(sql`s.booking_id = ${bookingId}`);
  if (group !== undefined) conditions.push(conditionSqlByGroup[group]);
  if (states !== undefined) conditions.push(sql`s.state = ANY(${[...states]}::text[])`);
  if (isOpen === true)
    conditions.push(sql`(s.state = 'confirmed' OR ${isTransferredSql} OR ${hasDebtRefundSql} AND NOT ${isPaidOutSql})`);
  if (isMoneyTransferred === true)
    conditions.push(
      sql`EXISTS (SELECT FROM transfer t WHERE t.booking_id = s.booking_id AND t.state NOT IN ('refused', 'reversed'))`,
    );
  const isNewestFirst = order === 'newest-first';
  if (after !== undefined) {
    const lastReadKeySql = sql`(${after.at}, ${after.id}::uuid)`;
    conditions.push(
      isNewestFirst
        ? sql`(s.paid_at, s.booking_id) < ${lastReadKeySql}`
        : sql`(s.paid_at, s.booking_id) > ${lastReadKeySql}`,
    );
  }
  const direction = isNewestFirst ? sql`DESC` : sql`ASC`;
  const { rows } = await sql<Row>`
    SELECT s.booking_id, s.seller_id, b.seller_name, b.brand, b.title, b.image_url,
      (SELECT json_build_object('width', i.width, 'height', i.height) FROM image i
       WHERE i.key = substring(b.image_url FROM '/media/([a-z0-9]+)-')) AS image_size,
      s.kind, s.state, s.price_cents::text, s.bank_cents::text, s.share_cents::text, s.fee_cents::text, s.gst_cents::text, s.netted_cents::text, s.debt_refund_cents::text, s.paid_at, s.handed_over_at,
      s.confirm_by,
      (SELECT c.ground FROM complaint c WHERE c.booking_id = s.booking_id AND c.outcome IS NULL) AS open_ground,
      ${isSaleDisputedSql} AS disputed,
      o.status = 'suspended' AS suspended,
      (SELECT a.state FROM payout_account a WHERE a.seller_id = s.seller_id) AS account_state,
      coalesce((SELECT jsonb_agg(jsonb_build_object('state', t.state, 'next', t.next_step_at) ORDER BY t.created_at, t.id)
                FROM transfer t WHERE t.booking_id = s.booking_id), '[]') AS transfers,
      coalesce((SELECT jsonb_agg(jsonb_build_object('state', p.state, 'arrives', p.arrives_at, 'code', p.failure_code)
                                 ORDER BY p.created_at, p.id)
                FROM payout p WHERE p.booking_id = s.booking_id), '[]') AS payouts
    FROM sale s JOIN booking b ON b.id = s.booking_id JOIN account o ON o.id = s.seller_id
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY s.paid_at ${direction}, s.booking_id ${direction} LIMIT ${limit}`.execute(database);
  return rows.map(paymentFromRow);
}

/**
 * Returns, for each of these sales, the time at which its money reached the seller's bank or paid a debt of the seller.
 */
export async function findPaidOutTimes(
  database: Database,
  bookingIds: readonly BookingId[],
): Promise<ReadonlyMap<BookingId, Date>> {
  if (bookingIds.length === 0) return new Map();
  const { rows } = await sql<{ booking_id: BookingId; at: Date }>`
    SELECT booking_id, max(at) AS at FROM ledger_entry
    WHERE booking_id = ANY(${[...bookingIds]}::uuid[]) AND cause IN ('payout-paid', 'debt-netted')
    GROUP BY booking_id`.execute(database);
  return new Map(rows.map((row) => [row.booking_id, row.at]));
}

/** The number of sales in a payment group, and the amount that is owed for these sales after debts are deducted. */
export type PaymentGroupTotal = { readonly count: number; readonly amount: Cents };

export type SellerPaymentTotals = Readonly<Record<Exclude<PaymentGroup, 'paid'>, PaymentGroupTotal>> & {
  /** What has reached the seller's bank since `since`, less what the bank has returned. */
  readonly paid: PaymentGroupTotal;
  readonly debt: Cents;
};

/**
 * Adds up the amounts that one seller is owed, that are on their way and that were paid, and the seller's debt. The
 * amount on its way and the debt come from the ledger.
 */
export async function sumSellerPayments(
  database: Database,
  sellerId: AccountId,
  since: Date,
): Promise<SellerPaymentTotals> {
  const { rows } = await sql<{ name: Exclude<PaymentGroup, 'paid'>; count: number; cents: string }>`
    SELECT name, count(*)::int AS count, sum(cents)::text AS cents FROM (
      SELECT CASE WHEN ${conditionSqlByGroup.owed} THEN 'owed' WHEN ${conditionSqlByGroup.returned} THEN 'returned'
                  ELSE 'on-its-way' END AS name,
             coalesce(s.debt_refund_cents, s.share_cents - coalesce(s.netted_cents, 0)) AS cents
      FROM sale s WHERE s.seller_id = ${sellerId} AND s.state <> 'paid-out'
        AND (s.state <> 'refunded' OR s.debt_refund_cents IS NOT NULL AND NOT ${isPaidOutSql})) AS open
    GROUP BY name`.execute(database);
  const readPaymentGroupTotal = (name: Exclude<PaymentGroup, 'paid'>): PaymentGroupTotal => {
    const row = rows.find((each) => each.name === name);
    return { count: row?.count ?? 0, amount: cents(row?.cents ?? 0) };
  };
  const ledger = await sql<{ paid: string; count: number; debt: string }>`
    SELECT coalesce(sum(p.amount_cents), 0)::text AS paid,
           (count(*) FILTER (WHERE e.cause = 'payout-paid') - count(*) FILTER (WHERE e.cause = 'payout-returned'))::int AS count,
           (SELECT coalesce(sum(balance_cents), 0)::text FROM ledger_balance
            WHERE account = 'seller_debt' AND owner_id = ${sellerId}) AS debt
    FROM ledger_posting p JOIN ledger_entry e ON e.id = p.entry_id
    WHERE p.owner_id = ${sellerId} AND p.account = 'seller_payable' AND e.cause IN ('payout-paid', 'payout-returned')
      AND e.at >= ${since}`.execute(database);
  const sums = ledger.rows[0];
  const negate = (text: string | undefined): string => String(-BigInt(text ?? 0));
  const clampToZero = (text: string | undefined): Cents => cents(text?.startsWith('-') === true ? 0 : (text ?? 0));
  return {
    // A negative debt is paid back to the seller as soon as the seller can be paid.
    owed: {
      ...readPaymentGroupTotal('owed'),
      amount: cents(readPaymentGroupTotal('owed').amount + clampToZero(negate(sums?.debt))),
    },
    returned: readPaymentGroupTotal('returned'),
    'on-its-way': readPaymentGroupTotal('on-its-way'),
    // When a payout of an earlier year comes back later, the difference can be negative.
    paid: { count: Math.max(0, sums?.count ?? 0), amount: clampToZero(sums?.paid) },
    debt: clampToZero(sums?.debt),
  };
}

function paymentFromRow(row: Row): ListedSellerPayment {
  const [price, fee, gst] = [cents(row.price_cents), cents(row.fee_cents), cents(row.gst_cents)];
  const netted = row.netted_cents === null ? null : cents(row.netted_cents);
  const debtRefund = row.debt_refund_cents === null ? null : cents(row.debt_refund_cents);
  const readTime = (text: string | null): Date | null => (text === null ? null : new Date(text));
  return {
    id: row.booking_id,
    sellerId: row.seller_id,
    sellerName: row.seller_name,
    brand: row.brand,
    title: row.title,
    image: row.image_url,
    imageSize: row.image_size,
    kind: row.kind,
    price,
    bankPart: cents(row.bank_cents),
    fee,
    gst,
    netted,
    debtRefund,
    paidAt: row.paid_at,
    handedOverAt: row.handed_over_at,
    saleState: row.state,
    confirmBy: row.confirm_by,
    openComplaintGround: row.open_ground,
    isDisputed: row.disputed,
    isSellerSuspended: row.suspended,
    accountState: row.account_state,
    hasDebtRefund: debtRefund !== null,
    isShareUsedForDebt: netted !== null && netted === cents(row.share_cents),
    transfers: row.transfers.map(({ state, next }) => ({ state, nextStepAt: readTime(next) })),
    payouts: row.payouts.map(({ state, arrives, code }) => ({
      state,
      arrivesAt: readTime(arrives),
      failureCode: code,
    })),
  };
}
