import type { BookingId } from '@carhouse/domain/booking/booking';
import { type Cents, cents } from '@carhouse/domain/money/money';
import { type ChargeMoneyPlace, isLost, isWithdrawn, locateChargeMoney } from '@carhouse/domain/payment/dispute-rules';
import type { DisputeKind } from '@carhouse/domain/payment/payment';
import { sentRefundStates } from '@carhouse/domain/payment/refund-rules';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/transaction.ts';

export type Dispute = {
  readonly id: string;
  readonly kind: DisputeKind;
  readonly intentId: string;
  /** The amount that the dispute withdraws; null for a fraud warning. */
  readonly amount: Cents | null;
  readonly reason: string;
  readonly status: string;
  readonly open: boolean;
  readonly createdAt: Date;
};

/** A dispute as it is stored, with the time of its newest report. */
export type StoredDispute = Dispute & { readonly updatedAt: Date };

/** Lists disputes and fraud warnings about a charge, oldest first. */
export async function listDisputes(
  database: Database | Transaction,
  intentId: string,
): Promise<readonly StoredDispute[]> {
  const rows = await database
    .selectFrom('dispute')
    .selectAll()
    .where('intent_id', '=', intentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    intentId: row.intent_id,
    amount: row.amount_cents,
    reason: row.reason,
    status: row.provider_status,
    open: row.open,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
}

/** Returns where the money of a charge is. */
export async function findChargeMoneyPlace(
  database: Database | Transaction,
  { intentId, amount }: { readonly intentId: string; readonly amount: Cents },
): Promise<ChargeMoneyPlace> {
  return locateChargeMoney(await listDisputes(database, intentId), amount);
}

/**
 * Whether a bank has withdrawn, and not returned, money of a charge that has paid an order or a part of its price. An
 * inquiry or a fraud warning does not count as a withdrawal.
 */
export async function isOrderChargedBack(database: Database | Transaction, bookingId: BookingId): Promise<boolean> {
  return (await listDisputesOfOrder(database, bookingId)).some((dispute) => isWithdrawn(dispute) || isLost(dispute));
}

/**
 * Returns the time of the newest report about money of this order that a bank has withdrawn and not returned; null when
 * there is no such money.
 */
export async function findLastChargeBackTime(
  database: Database | Transaction,
  bookingId: BookingId,
): Promise<Date | null> {
  const times = (await listDisputesOfOrder(database, bookingId))
    .filter((dispute) => isWithdrawn(dispute) || isLost(dispute))
    .map(({ updatedAt }) => updatedAt.getTime());
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/**
 * Does what `isOrderChargedBack` does, for a pipelined transaction that has locked the booking and is about to record the
 * charge with this provider's id.
 */
export function makeSelectOrderChargedBackStatement(bookingId: BookingId, intentId: string): Statement<boolean> {
  return {
    name: 'settle-charged-back',
    text: `SELECT kind, provider_status, open, amount_cents FROM dispute
      WHERE intent_id IN (SELECT intent_id FROM payment WHERE booking_id = $1 UNION ALL SELECT $2)`,
    values: [bookingId, intentId],
    read: ({ rows }) =>
      rows
        .map((row) => ({
          kind: row.kind,
          status: row.provider_status,
          open: row.open,
          amount: row.amount_cents,
        }))
        .some((dispute) => isWithdrawn(dispute) || isLost(dispute)),
  };
}

/** Whether the buyer got the money of a charge of this order back because the platform lost disputes. */
export async function isOrderMoneyTakenBack(database: Database | Transaction, bookingId: BookingId): Promise<boolean> {
  const charges = await listCharges(database, bookingId);
  const chargeMoneyPlaces = await Promise.all(charges.map((charge) => findChargeMoneyPlace(database, charge)));
  return chargeMoneyPlaces.includes('taken-back');
}

/** Whether a bank has taken back the money of a charge of an order and has not decided the dispute yet. */
export async function isOrderDisputed(database: Database | Transaction, bookingId: BookingId): Promise<boolean> {
  return (await listDisputesOfOrder(database, bookingId)).some(isWithdrawn);
}

/** SQL for `isOrderDisputed`, of the sale that the query names `s`. */
export const isSaleDisputedSql = sql<boolean>`EXISTS (
  SELECT FROM dispute d JOIN payment p ON p.intent_id = d.intent_id
  WHERE p.booking_id = s.booking_id AND d.kind = 'dispute' AND d.open AND d.provider_status NOT LIKE 'warning\\_%')`;

async function listDisputesOfOrder(
  database: Database | Transaction,
  bookingId: BookingId,
): Promise<readonly StoredDispute[]> {
  const disputes: StoredDispute[] = [];
  for (const { intentId } of await listCharges(database, bookingId))
    disputes.push(...(await listDisputes(database, intentId)));
  return disputes;
}

/** Lists the charges that have paid an order or parts of its price, without what was refunded of a deposit. */
async function listCharges(
  database: Database | Transaction,
  bookingId: BookingId,
): Promise<readonly { readonly intentId: string; readonly amount: Cents }[]> {
  const payments = await database
    .selectFrom('payment')
    .leftJoin('refund', (join) =>
      join
        .onRef('refund.attempt_id', '=', 'payment.attempt_id')
        .onRef('refund.amount_cents', '<', 'payment.amount_cents')
        .on('refund.state', 'in', sentRefundStates),
    )
    .select(['payment.intent_id', 'payment.amount_cents', 'refund.amount_cents as refunded_cents'])
    .where('payment.booking_id', '=', bookingId)
    .execute();
  return payments.map((row) => ({
    intentId: row.intent_id,
    amount: cents(row.amount_cents - (row.refunded_cents ?? 0n)),
  }));
}

/** Saves the provider's current state of a dispute. @returns whether the saved state is new. */
export async function saveDispute(trx: Transaction, dispute: Dispute, now: Date): Promise<boolean> {
  const row = await trx
    .insertInto('dispute')
    .values({
      id: dispute.id,
      kind: dispute.kind,
      intent_id: dispute.intentId,
      amount_cents: dispute.amount,
      reason: dispute.reason,
      provider_status: dispute.status,
      open: dispute.open,
      created_at: dispute.createdAt,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ provider_status: dispute.status, open: dispute.open, updated_at: now })
        // A closed dispute does not open again: an event that reports it as open is outdated and changes nothing.
        .where((where) =>
          where.and([where('dispute.open', '=', true), where('dispute.provider_status', '<>', dispute.status)]),
        ),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
