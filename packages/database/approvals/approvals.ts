import type { AccountId } from '@carhouse/domain/account/account';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import {
  type Approval,
  type ApprovalId,
  type ApprovalKind,
  type ApprovalState,
  formerAdminPeriodMs,
} from '@carhouse/domain/approval/approval';
import type { Cents } from '@carhouse/domain/money/money';
import type { PaymentId } from '@carhouse/domain/payment/payment';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { ApprovalTable } from '../schema/approval-tables.ts';

/**
 * Stores an approval request that an admin makes.
 * @throws a violation of `approval_waiting_…_key` when a request for the same action is already waiting.
 */
export async function insertApproval(trx: Transaction, requester: CurrentAdmin, approval: Approval): Promise<void> {
  await trx
    .insertInto('approval')
    .values({
      id: approval.id,
      kind: approval.kind,
      state: approval.state,
      account_id: approval.accountId,
      payment_id: approval.paymentId,
      reason: approval.reason,
      is_void: approval.isVoid,
      requested_by: requester.accountId,
      requested_at: approval.requestedAt,
      expires_at: approval.expiresAt,
      decided_by: null,
      decided_at: null,
    })
    .execute();
}

export async function findApproval(database: Database | Transaction, id: ApprovalId): Promise<Approval | undefined> {
  const row = await database.selectFrom('approval').selectAll().where('id', '=', id).executeTakeFirst();
  return row && approvalFromRow(row);
}

/**
 * Locks an approval request until the end of the transaction. The caller must have locked the accounts that the request
 * names.
 */
export async function lockApproval(trx: Transaction, id: ApprovalId): Promise<Approval | undefined> {
  const row = await trx.selectFrom('approval').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && approvalFromRow(row);
}

/** Finds the undecided request for the refund of this payment. */
export async function findWaitingRefund(trx: Transaction, paymentId: PaymentId): Promise<Approval | undefined> {
  const row = await trx
    .selectFrom('approval')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row && approvalFromRow(row);
}

export type WaitingRefund = { readonly requesterName: string; readonly reason: string; readonly expiresAt: Date };

/** Lists the undecided refund requests for these charges, by the provider's id of the charge. */
export async function listWaitingRefunds(
  database: Database,
  intentIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, WaitingRefund>> {
  if (intentIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('approval')
    .innerJoin('payment', 'payment.id', 'approval.payment_id')
    .innerJoin('account as requester', 'requester.id', 'approval.requested_by')
    .select(['payment.intent_id', 'requester.name', 'approval.reason', 'approval.expires_at'])
    .where('approval.state', '=', 'waiting')
    .where('approval.expires_at', '>', now)
    .where('payment.intent_id', 'in', [...intentIds])
    .execute();
  return new Map(
    rows.map((row) => [row.intent_id, { requesterName: row.name, reason: row.reason, expiresAt: row.expires_at }]),
  );
}

/** Counts the undecided requests that other admins have made, by their kind. */
export async function countWaitingApprovals(
  database: Database,
  adminId: AccountId,
  now: Date,
): Promise<ReadonlyMap<ApprovalKind, number>> {
  const rows = await database
    .selectFrom('approval')
    .select(['kind', sql<number>`count(*)::int`.as('waiting')])
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .where('requested_by', '<>', adminId)
    .groupBy('kind')
    .execute();
  return new Map(rows.map((row) => [row.kind, row.waiting]));
}

/**
 * Marks a request as decided or expired. `by` is the admin who decides about the request; null when the request has
 * expired.
 */
export async function closeApproval(
  trx: Transaction,
  id: ApprovalId,
  values: { readonly state: ApprovalState; readonly by: CurrentAdmin | null; readonly now: Date },
): Promise<void> {
  await trx
    .updateTable('approval')
    .set({ state: values.state, decided_by: values.by?.accountId ?? null, decided_at: values.now })
    .where('id', '=', id)
    .execute();
}

/** Lists the undecided requests that have expired. */
export async function listOutdatedApprovals(database: Database, now: Date): Promise<readonly Approval[]> {
  const query = database.selectFrom('approval').selectAll().where('state', '=', 'waiting');
  return (await query.where('expires_at', '<=', now).execute()).map(approvalFromRow);
}

/**
 * Whether another admin has to approve this admin's actions. Another admin has to approve when there is another active
 * admin, or when this admin removed the last other active admin in the last 24 hours.
 */
export async function hasOtherAdmin(trx: Transaction, admin: CurrentAdmin, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - formerAdminPeriodMs);
  const row = await trx
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .where('id', '<>', admin.accountId)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'active'),
        eb.exists(
          eb
            .selectFrom('audit_entry')
            .select('audit_entry.id')
            .where('audit_entry.noun', '=', 'account')
            .whereRef(sql`audit_entry.noun_id`, '=', sql`account.id::text`)
            .where('audit_entry.actor_id', '=', admin.accountId)
            .where('audit_entry.action', 'in', ['suspend', 'delete'])
            .where('audit_entry.at', '>', since),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type ListedApproval = Approval & {
  readonly requesterName: string;
  readonly deciderName: string | null;
  /** The name and e-mail address of the waiting admin, or the car of the order; null for a deleted account. */
  readonly subject: string;
  readonly amount: Cents | null;
};

/** Lists approval requests: waiting ones first, then the newest. */
export async function listApprovals(database: Database, limit: number): Promise<readonly ListedApproval[]> {
  const rows = await database
    .selectFrom('approval')
    .innerJoin('account as requester', 'requester.id', 'approval.requested_by')
    .leftJoin('account as decider', 'decider.id', 'approval.decided_by')
    .leftJoin('account as subject', 'subject.id', 'approval.account_id')
    .leftJoin('payment', 'payment.id', 'approval.payment_id')
    .leftJoin('booking', 'booking.id', 'payment.booking_id')
    .selectAll('approval')
    .select([
      'requester.name as requester_name',
      'decider.name as decider_name',
      'subject.name as subject_name',
      'subject.email as subject_email',
      // A refund gives the whole price back, also when the buyer has paid the price in parts.
      'booking.price_cents as amount_cents',
      'booking.brand',
      'booking.title',
    ])
    .orderBy(sql`approval.state <> 'waiting'`)
    .orderBy('approval.requested_at', 'desc')
    .orderBy('approval.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...approvalFromRow(row),
    requesterName: row.requester_name,
    deciderName: row.decider_name,
    subject: row.kind === 'refund' ? `${row.brand} ${row.title}` : `${row.subject_name}, ${row.subject_email}`,
    amount: row.amount_cents,
  }));
}

function approvalFromRow(row: Selectable<ApprovalTable>): Approval {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    accountId: row.account_id,
    paymentId: row.payment_id,
    reason: row.reason,
    isVoid: row.is_void,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
  };
}
