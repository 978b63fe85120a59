import type { BookingId } from '@carhouse/domain/booking/booking';
import { cents } from '@carhouse/domain/money/money';
import type { SellerPayout, SellerPayoutId, SellerPayoutState } from '@carhouse/domain/seller-payment/seller-payout';
import type { SellerTransferId } from '@carhouse/domain/seller-payment/seller-transfer';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { PayoutTable } from '../schema/sale-tables.ts';

const unfailedStates: readonly SellerPayoutState[] = ['sending', 'under-way', 'paid'];

/**
 * Saves a payout before the provider is asked for it. @throws a violation of `payout_one_live_key` when the transfer
 * has a payout that is sending, under way or paid.
 */
export async function insertPayout(
  trx: Transaction,
  payout: Pick<
    SellerPayout,
    | 'id'
    | 'transferId'
    | 'bookingId'
    | 'sellerId'
    | 'providerAccountId'
    | 'amount'
    | 'currency'
    | 'idempotencyKey'
    | 'nextStepAt'
  >,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('payout')
    .values({
      id: payout.id,
      transfer_id: payout.transferId,
      booking_id: payout.bookingId,
      seller_id: payout.sellerId,
      state: 'sending',
      provider_account_id: payout.providerAccountId,
      currency: payout.currency,
      amount_cents: payout.amount,
      idempotency_key: payout.idempotencyKey,
      provider_payout_id: null,
      failure_code: null,
      arrives_at: null,
      paid_at: null,
      next_step_at: payout.nextStepAt,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/**
 * Finds the payout of a transfer whose state is sending, under way or paid; undefined when the transfer has no such
 * payout.
 */
export async function findUnfailedPayout(
  database: Database | Transaction,
  transferId: SellerTransferId,
): Promise<SellerPayout | undefined> {
  const row = await database
    .selectFrom('payout')
    .selectAll()
    .where('transfer_id', '=', transferId)
    .where('state', 'in', [...unfailedStates])
    .executeTakeFirst();
  return row && payoutFromRow(row);
}

export async function findPayout(
  database: Database | Transaction,
  id: SellerPayoutId,
): Promise<SellerPayout | undefined> {
  const row = await database.selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirst();
  return row && payoutFromRow(row);
}

/** Locks a payout. The booking, the sale and the transfer of the payout must be locked first. */
export async function lockPayout(trx: Transaction, id: SellerPayoutId): Promise<SellerPayout | undefined> {
  const row = await trx.selectFrom('payout').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && payoutFromRow(row);
}

/** Finds the payout that has this id at the provider; undefined for a payout that this server has not recorded. */
export async function findPayoutByProviderId(
  database: Database,
  providerPayoutId: string,
): Promise<SellerPayout | undefined> {
  const row = await database
    .selectFrom('payout')
    .selectAll()
    .where('provider_payout_id', '=', providerPayoutId)
    .executeTakeFirst();
  return row && payoutFromRow(row);
}

/** Moves a locked payout from one state to another. @throws Error when the payout is not in the state `from`. */
export async function changePayoutState(
  trx: Transaction,
  id: SellerPayoutId,
  from: SellerPayoutState,
  to: SellerPayoutState,
  change: {
    readonly providerPayoutId?: string;
    readonly failureCode?: string | null;
    readonly arrivesAt?: Date;
    readonly nextStepAt: Date | null;
    readonly now: Date;
  },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('payout')
    .set({
      state: to,
      failed_tries: 0,
      next_step_at: change.nextStepAt,
      updated_at: change.now,
      ...(to === 'paid' ? { paid_at: change.now } : {}),
      ...(change.providerPayoutId === undefined ? {} : { provider_payout_id: change.providerPayoutId }),
      ...(change.failureCode === undefined ? {} : { failure_code: change.failureCode }),
      ...(change.arrivesAt === undefined ? {} : { arrives_at: change.arrivesAt }),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`payout ${id} is not ${from}`);
}

/**
 * Sets the time at which the provider is asked next about a payout in this state, and counts a failure if `hasFailed`.
 */
export async function postponePayout(
  database: Database,
  payout: Pick<SellerPayout, 'id' | 'state'>,
  nextStep: { readonly nextStepAt: Date | null; readonly hasFailed: boolean; readonly now: Date },
): Promise<void> {
  await database
    .updateTable('payout')
    .set((fields) => ({
      next_step_at: nextStep.nextStepAt,
      updated_at: nextStep.now,
      ...(nextStep.hasFailed ? { failed_tries: fields('failed_tries', '+', 1) } : {}),
    }))
    .where('id', '=', payout.id)
    .where('state', '=', payout.state)
    .execute();
}

/** Lists the payouts about which the provider is to be asked, the longest overdue first. */
export async function listDuePayoutIds(
  database: Database,
  now: Date,
  limit: number,
): Promise<readonly SellerPayoutId[]> {
  const rows = await database
    .selectFrom('payout')
    .select('id')
    .where('next_step_at', '<=', now)
    .orderBy('next_step_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Returns those of the provider's ids that belong to recorded payouts. */
export async function findKnownPayoutIds(
  database: Database,
  providerPayoutIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (providerPayoutIds.length === 0) return new Set();
  const rows = await database
    .selectFrom('payout')
    .select('provider_payout_id')
    .where('provider_payout_id', 'in', [...providerPayoutIds])
    .execute();
  return new Set(rows.flatMap((row) => row.provider_payout_id ?? []));
}

/** The number of refused, failed or returned payouts of a transfer. */
export async function countEndedPayouts(trx: Transaction, transferId: SellerTransferId): Promise<number> {
  const { count } = await trx
    .selectFrom('payout')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('transfer_id', '=', transferId)
    .where('state', 'not in', [...unfailedStates])
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the payouts of an order, the oldest first. */
export async function listPayoutsOfSale(
  database: Database | Transaction,
  bookingId: BookingId,
): Promise<readonly SellerPayout[]> {
  const rows = await database
    .selectFrom('payout')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(payoutFromRow);
}

function payoutFromRow(row: Selectable<PayoutTable>): SellerPayout {
  return {
    id: row.id,
    transferId: row.transfer_id,
    bookingId: row.booking_id,
    sellerId: row.seller_id,
    state: row.state,
    providerAccountId: row.provider_account_id,
    amount: cents(row.amount_cents),
    currency: row.currency,
    idempotencyKey: row.idempotency_key,
    providerPayoutId: row.provider_payout_id,
    failureCode: row.failure_code,
    arrivesAt: row.arrives_at,
    paidAt: row.paid_at,
    failedTries: row.failed_tries,
    nextStepAt: row.next_step_at,
    createdAt: row.created_at,
  };
}
