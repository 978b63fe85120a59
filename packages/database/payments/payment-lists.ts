import type { BookingId } from '@carhouse/domain/booking/booking';
import { type Cents, cents } from '@carhouse/domain/money/money';
import type { PaymentId, RefundState } from '@carhouse/domain/payment/payment';
import type { PaymentMethod } from '@carhouse/domain/payment/payment-method';
import { type RawBuilder, sql } from 'kysely';
import type { WaitingRefund } from '../approvals/approvals.ts';
import type { Database } from '../connection/connect.ts';
import { makeLikePattern } from '../listings/text-search.ts';

export type ListedPayment = {
  readonly id: PaymentId;
  readonly bookingId: BookingId;
  readonly receiptNumber: bigint;
  readonly paidAt: Date;
  readonly amount: Cents;
  readonly brand: string;
  readonly title: string;
  readonly buyerName: string;
  readonly sellerName: string;
  readonly intentId: string;
  readonly method: PaymentMethod;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly refund: { readonly state: RefundState; readonly reason: string; readonly createdAt: Date } | null;
  /** A refund that waits for the approval of another admin. */
  readonly waiting: WaitingRefund | null;
  readonly disputed: boolean;
  /** Whether the buyer got the money back because the platform lost disputes (see `locateChargeMoney`). */
  readonly takenBack: boolean;
};

export type PaymentFilter = {
  /** A part of the car's name, of a user's name, of the receipt number or of the provider's id. */
  readonly search?: string | undefined;
  /** The payments from this time on. */
  readonly from?: Date | undefined;
  /** The payments before this time. */
  readonly until?: Date | undefined;
};

/**
 * Lists payments with their order and refund, newest first, with keyset pagination by id. Ids of payments are ordered
 * by time.
 */
export async function listPayments(
  database: Database,
  { now, ...filter }: PaymentFilter & { readonly now: Date },
  limit: number,
  after?: { readonly id: PaymentId },
): Promise<readonly ListedPayment[]> {
  let query = database
    .selectFrom('payment')
    .innerJoin('booking', 'booking.id', 'payment.booking_id')
    .leftJoin('refund', 'refund.attempt_id', 'payment.attempt_id')
    // The index approval_waiting_payment_key allows at most one waiting request for each payment.
    .leftJoin('approval as asked', (join) =>
      join
        .onRef('asked.payment_id', '=', 'payment.id')
        .on('asked.state', '=', 'waiting')
        .on('asked.expires_at', '>', now),
    )
    .leftJoin('account as requester', 'requester.id', 'asked.requested_by')
    .select([
      'payment.id',
      'payment.booking_id',
      'payment.receipt_number',
      'payment.paid_at',
      'payment.amount_cents',
      'payment.intent_id',
      'payment.method',
      'payment.card_brand',
      'payment.card_last4',
      'booking.brand',
      'booking.title',
      'booking.buyer_name',
      'booking.seller_name',
      'refund.state as refund_state',
      'refund.reason as refund_reason',
      'refund.created_at as refund_created_at',
      'asked.reason as asked_reason',
      'asked.expires_at as asked_until',
      'requester.name as requester_name',
      sql<boolean>`EXISTS (SELECT FROM dispute d WHERE d.intent_id = payment.intent_id AND d.open)`.as('disputed'),
      sql<boolean>`payment.amount_cents - CASE WHEN refund.amount_cents < payment.amount_cents
          THEN refund.amount_cents ELSE 0 END <= (SELECT coalesce(sum(d.amount_cents), 0) FROM dispute d
        WHERE d.intent_id = payment.intent_id AND d.kind = 'dispute' AND d.provider_status = 'lost')`.as('taken_back'),
    ])
    .where(makeMatchesFilterSql(filter));
  if (after !== undefined) query = query.where('payment.id', '<', after.id);
  const rows = await query.orderBy('payment.id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    id: row.id,
    bookingId: row.booking_id,
    receiptNumber: row.receipt_number,
    paidAt: row.paid_at,
    amount: row.amount_cents,
    brand: row.brand,
    title: row.title,
    buyerName: row.buyer_name,
    sellerName: row.seller_name,
    intentId: row.intent_id,
    method: row.method,
    card: row.card_brand === null || row.card_last4 === null ? null : { brand: row.card_brand, last4: row.card_last4 },
    refund:
      row.refund_state === null || row.refund_created_at === null
        ? null
        : { state: row.refund_state, reason: row.refund_reason ?? '', createdAt: row.refund_created_at },
    waiting:
      row.requester_name === null || row.asked_until === null
        ? null
        : { requesterName: row.requester_name, reason: row.asked_reason ?? '', expiresAt: row.asked_until },
    disputed: row.disputed,
    takenBack: row.taken_back,
  }));
}

export type PaymentTotals = {
  readonly payments: number;
  /** All payments except payments with a void refund, whose charge the provider does not know. */
  readonly paid: Cents;
  /** Refunds that the card provider has completed. */
  readonly refunded: Cents;
  /** Refunds that are not completed: due, pending or failed. */
  readonly refundsOpen: Cents;
};

/** Counts and sums the payments of a filter. A refund has the whole amount of its payment. */
export async function sumPayments(database: Database, filter: PaymentFilter): Promise<PaymentTotals> {
  const row = await database
    .selectFrom('payment')
    .innerJoin('booking', 'booking.id', 'payment.booking_id')
    .leftJoin('refund', 'refund.attempt_id', 'payment.attempt_id')
    .select([
      sql<string>`count(*)`.as('payments'),
      sql<string>`coalesce(sum(payment.amount_cents) FILTER (WHERE refund.state IS DISTINCT FROM 'void'), 0)`.as(
        'paid',
      ),
      sql<string>`coalesce(sum(payment.amount_cents) FILTER (WHERE refund.state = 'succeeded'), 0)`.as('refunded'),
      sql<string>`coalesce(sum(payment.amount_cents) FILTER (WHERE refund.state IN ('due', 'pending', 'failed')), 0)`.as(
        'refunds_open',
      ),
    ])
    .where(makeMatchesFilterSql(filter))
    .executeTakeFirstOrThrow();
  return {
    payments: Number(row.payments),
    paid: cents(row.paid),
    refunded: cents(row.refunded),
    refundsOpen: cents(row.refunds_open),
  };
}

/** The condition of a filter on rows of `payment` joined with `booking`. */
function makeMatchesFilterSql({ search, from, until }: PaymentFilter): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`];
  const words = search?.trim() ?? '';
  if (words !== '') {
    const pattern = makeLikePattern(words);
    conditions.push(
      sql<boolean>`(booking.title ILIKE ${pattern} OR booking.buyer_name ILIKE ${pattern}
        OR booking.seller_name ILIKE ${pattern} OR payment.intent_id ILIKE ${pattern}
        OR 'CH-' || lpad(payment.receipt_number::text, 8, '0') ILIKE ${pattern})`,
    );
  }
  if (from !== undefined) conditions.push(sql<boolean>`payment.paid_at >= ${from}`);
  if (until !== undefined) conditions.push(sql<boolean>`payment.paid_at < ${until}`);
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}
