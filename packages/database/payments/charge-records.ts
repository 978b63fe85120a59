import type { BookingId, BookingStatus } from '@carhouse/domain/booking/booking';
import type { Cents } from '@carhouse/domain/money/money';
import type { AttemptId, AttemptState, PaymentId, RefundState } from '@carhouse/domain/payment/payment';
import type { Database } from '../connection/connect.ts';

/** The data of all records that the server has of one charge. */
export type ChargeRecord = {
  readonly intentId: string;
  readonly attemptId: AttemptId;
  readonly attemptState: AttemptState;
  readonly bookingId: BookingId;
  readonly bookingStatus: BookingStatus;
  readonly paymentId: PaymentId | null;
  /** The amount of the payment, or of the attempt when there is no payment yet. */
  readonly amount: Cents;
  readonly currency: string;
  readonly refund: RefundState | null;
  /** The amount of the refund: the whole charge, or a part of a deposit; null when there is none. */
  readonly refundAmount: Cents | null;
};

/**
 * Lists the server's records of these charges; unknown charges are omitted. Attempts are found by the attempt's id or the
 * provider's id.
 */
export async function findChargeRecordsByIntent(
  database: Database,
  charges: readonly { readonly intentId: string; readonly attemptId: AttemptId | undefined }[],
): Promise<ReadonlyMap<string, ChargeRecord>> {
  if (charges.length === 0) return new Map();
  const attemptIds = charges.flatMap(({ attemptId }) => (attemptId === undefined ? [] : [attemptId]));
  const rows = await database
    .selectFrom('payment_attempt')
    .innerJoin('booking', 'booking.id', 'payment_attempt.booking_id')
    .leftJoin('payment', 'payment.attempt_id', 'payment_attempt.id')
    .leftJoin('refund', 'refund.attempt_id', 'payment_attempt.id')
    .select([
      'payment_attempt.id as attempt_id',
      'payment_attempt.intent_id',
      'payment_attempt.state as attempt_state',
      'payment_attempt.booking_id',
      'payment_attempt.amount_cents as attempt_amount',
      'payment_attempt.currency as attempt_currency',
      'booking.status as booking_status',
      'payment.id as payment_id',
      'payment.intent_id as payment_intent_id',
      'payment.amount_cents as payment_amount',
      'payment.currency as payment_currency',
      'refund.state as refund_state',
      'refund.amount_cents as refund_amount',
    ])
    .where((where) =>
      where.or([
        where(
          'payment_attempt.intent_id',
          'in',
          charges.map(({ intentId }) => intentId),
        ),
        where(
          'payment.intent_id',
          'in',
          charges.map(({ intentId }) => intentId),
        ),
        ...(attemptIds.length === 0
          ? []
          : [
              where.and([
                where('payment_attempt.id', 'in', attemptIds),
                where('payment_attempt.intent_id', 'is', null),
              ]),
            ]),
      ]),
    )
    .execute();
  const chargeRecordsByIntent = new Map<string, ChargeRecord>();
  for (const row of rows) {
    const intentId =
      row.payment_intent_id ?? row.intent_id ?? charges.find(({ attemptId }) => attemptId === row.attempt_id)?.intentId;
    if (intentId === undefined) continue;
    chargeRecordsByIntent.set(intentId, {
      intentId,
      attemptId: row.attempt_id,
      attemptState: row.attempt_state,
      bookingId: row.booking_id,
      bookingStatus: row.booking_status,
      paymentId: row.payment_id,
      amount: row.payment_amount ?? row.attempt_amount,
      currency: row.payment_currency ?? row.attempt_currency,
      refund: row.refund_state,
      refundAmount: row.refund_amount,
    });
  }
  return chargeRecordsByIntent;
}

/**
 * Lists the charges of payments with ids greater than `after`, in the order of their ids, for the comparison with the
 * provider.
 */
export async function listPaymentsAfter(
  database: Database,
  after: PaymentId | null,
  limit: number,
): Promise<readonly { readonly id: PaymentId; readonly intentId: string }[]> {
  let query = database.selectFrom('payment').select(['id', 'intent_id']).orderBy('id').limit(limit);
  if (after !== null) query = query.where('id', '>', after);
  return (await query.execute()).map((row) => ({ id: row.id, intentId: row.intent_id }));
}
