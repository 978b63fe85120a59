import type { AccountId } from '@carhouse/domain/account/account';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import { makeDeletedAddress } from '@carhouse/domain/account/deleted-account';
import type { Feedback, FeedbackId, FeedbackState } from '@carhouse/domain/feedback/feedback';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { FeedbackTable } from '../schema/schema.ts';

/** Saves a new feedback message, unless a message with this id is already saved. */
export async function insertFeedback(
  trx: Transaction,
  feedback: Pick<Feedback, 'id' | 'email' | 'text' | 'accountId' | 'createdAt'>,
): Promise<void> {
  await trx
    .insertInto('feedback')
    .values({
      id: feedback.id,
      email: feedback.email,
      text: feedback.text,
      account_id: feedback.accountId,
      created_at: feedback.createdAt,
      read_at: null,
      archived_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * Lists feedback in a state, newest first, with keyset pagination. Without a state, all feedback that is not archived
 * is listed.
 */
export async function listFeedback(
  database: Database,
  state: FeedbackState | undefined,
  limit: number,
  after?: { readonly at: Date; readonly id: FeedbackId },
): Promise<readonly Feedback[]> {
  let query = database
    .selectFrom('feedback')
    .selectAll()
    .where('archived_at', state === 'archived' ? 'is not' : 'is', null);
  if (state === 'unread') query = query.where('read_at', 'is', null);
  if (state === 'read') query = query.where('read_at', 'is not', null);
  if (after !== undefined) query = query.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id})`);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(feedbackFromRow);
}

export async function countUnreadFeedback(database: Database): Promise<number> {
  const row = await database
    .selectFrom('feedback')
    .select(sql<number>`count(*)::int`.as('unread'))
    .where('read_at', 'is', null)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.unread;
}

/**
 * Locks feedback until the end of the transaction. When two admins change the same feedback at the same time, the
 * second admin sees the change of the first admin.
 */
export async function lockFeedback(trx: Transaction, id: FeedbackId): Promise<Feedback | undefined> {
  const row = await trx.selectFrom('feedback').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && feedbackFromRow(row);
}

/** Sets the times at which feedback was read and archived. */
export async function markFeedback(
  trx: Transaction,
  _by: CurrentAdmin,
  id: FeedbackId,
  feedbackMarks: { readonly readAt: Date; readonly archivedAt: Date | null },
): Promise<void> {
  await trx
    .updateTable('feedback')
    .set({ read_at: feedbackMarks.readAt, archived_at: feedbackMarks.archivedAt })
    .where('id', '=', id)
    .execute();
}

/** Anonymises and archives a deleted user's feedback, and feedback that was sent with their e-mail address. */
export async function forgetFeedback(trx: Transaction, id: AccountId, now: Date): Promise<void> {
  await sql`UPDATE feedback SET text = '', email = ${makeDeletedAddress(id)}, account_id = NULL,
              read_at = coalesce(read_at, ${now}), archived_at = coalesce(archived_at, ${now})
            WHERE account_id = ${id} OR email = (SELECT email FROM account WHERE id = ${id})`.execute(trx);
}

function feedbackFromRow(row: Selectable<FeedbackTable>): Feedback {
  return {
    id: row.id,
    email: row.email,
    text: row.text,
    accountId: row.account_id,
    createdAt: row.created_at,
    readAt: row.read_at,
    archivedAt: row.archived_at,
  };
}
