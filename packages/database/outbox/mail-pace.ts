import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { decideMailTime } from '@carhouse/domain/payment/mail-pace';
import type { OutboxId, OutboxKind } from '@carhouse/domain/payment/outbox';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { inTransaction, type Transaction } from '../connection/transaction.ts';
import type { ClaimedMessage } from './outbox.ts';

/**
 * Reserves one of the recipient's hourly mails and records the result: the mail is sent now, or it is merged into the
 * recipient's digest, which is created when needed. The recipient's row is locked first, so that two sender processes
 * never both take the last hourly mail. A mail that counts as one of the hourly mails does not count again when its
 * delivery is retried.
 * @param message a message in state `sending`, which the caller has claimed.
 */
export async function reserveHourlyMail(
  database: Database,
  message: ClaimedMessage,
  values: { readonly now: Date; readonly newDigestId: OutboxId },
): Promise<'send' | 'merged'> {
  if (message.counted) return 'send';
  const { now, newDigestId } = values;
  return inTransaction(database, async (trx) => {
    const pace = await lockMailPace(trx, message.recipientId);
    const untouchedDigestId = pace.digestId === null ? undefined : await lockUntouchedDigest(trx, pace.digestId);
    const mailTime = decideMailTime({ sentAt: pace.sentAt, hasDigest: untouchedDigestId !== undefined, now });
    if (mailTime.kind === 'send') {
      await saveMailPace(trx, message.recipientId, { sentAt: mailTime.sentAt, digestId: null });
      await updateClaimedMessage(trx, message).set({ counted: true }).execute();
      return 'send';
    }
    const digestId = untouchedDigestId ?? newDigestId;
    if (untouchedDigestId === undefined) {
      await insertDigest(trx, { id: newDigestId, recipientId: message.recipientId, dueAt: mailTime.dueAt, now });
      await saveMailPace(trx, message.recipientId, { sentAt: mailTime.sentAt, digestId });
    }
    await updateClaimedMessage(trx, message).set({ state: 'merged', digest_id: digestId, updated_at: now }).execute();
    return 'merged';
  });
}

/**
 * Maximum number of earlier sending times that stay stored for a recipient. Together with the time of a new mail, at
 * most twenty times are stored.
 */
const storedTimeCountMaximum = 19;

/**
 * Counts a mail about the account, which the hourly limit never delays. The mail uses up a part of its recipient's hourly
 * limit, so that mails about orders are merged earlier.
 */
export async function countAccountMail(database: Database, recipientId: AccountId, now: Date): Promise<void> {
  await inTransaction(database, async (trx) => {
    const pace = await lockMailPace(trx, recipientId);
    const { sentAt } = decideMailTime({ sentAt: pace.sentAt, hasDigest: true, now });
    await saveMailPace(trx, recipientId, {
      sentAt: [...sentAt, now].slice(-storedTimeCountMaximum),
      digestId: pace.digestId,
    });
  });
}

/**
 * Marks a digest as being sent, and returns the number of the mails that the digest counts, by kind. A digest that is
 * sent counts as one of the recipient's mails of the following hour.
 */
export async function closeDigest(
  database: Database,
  digest: ClaimedMessage,
  now: Date,
): Promise<ReadonlyMap<OutboxKind, number>> {
  return inTransaction(database, async (trx) => {
    const pace = await lockMailPace(trx, digest.recipientId);
    if (!digest.counted) {
      const { sentAt } = decideMailTime({ sentAt: pace.sentAt, hasDigest: true, now });
      const digestId = pace.digestId === digest.id ? null : pace.digestId;
      await saveMailPace(trx, digest.recipientId, { sentAt: [...sentAt, now], digestId });
      await updateClaimedMessage(trx, digest).set({ counted: true }).execute();
    }
    const rows = await trx
      .selectFrom('outbox')
      .select(['kind', sql<number>`count(*)::int`.as('count')])
      .where('digest_id', '=', digest.id)
      .groupBy('kind')
      .execute();
    const mergedCountsByKind = new Map<OutboxKind, number>();
    for (const row of rows) if (row.kind !== 'digest') mergedCountsByKind.set(row.kind, row.count);
    return mergedCountsByKind;
  });
}

/** The newest mails that a digest counts, newest first. */
export async function listMergedMessages(
  database: Database,
  digestId: OutboxId,
  limit: number,
): Promise<readonly { readonly kind: OutboxKind; readonly bookingId: BookingId }[]> {
  const rows = await database
    .selectFrom('outbox')
    .select(['kind', 'booking_id'])
    .where('digest_id', '=', digestId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ kind, booking_id: bookingId }) =>
    kind === 'digest' || bookingId === null ? [] : [{ kind, bookingId }],
  );
}

type MailPace = { readonly sentAt: readonly Date[]; readonly digestId: OutboxId | null };

async function lockMailPace(trx: Transaction, recipientId: AccountId): Promise<MailPace> {
  const emptyPace = { recipient_id: recipientId, sent_at: [], digest_id: null };
  await trx
    .insertInto('mail_pace')
    .values(emptyPace)
    .onConflict((onConflict) => onConflict.doNothing())
    .execute();
  const row = await trx
    .selectFrom('mail_pace')
    .select(['sent_at', 'digest_id'])
    .where('recipient_id', '=', recipientId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { sentAt: row.sent_at, digestId: row.digest_id };
}

/** Locks a digest that no sender process has claimed yet, so that it is not sent until the transaction ends. */
async function lockUntouchedDigest(trx: Transaction, id: OutboxId): Promise<OutboxId | undefined> {
  const row = await trx
    .selectFrom('outbox')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('tries', '=', 0)
    .forUpdate()
    .executeTakeFirst();
  return row?.id;
}

async function saveMailPace(trx: Transaction, recipientId: AccountId, pace: MailPace): Promise<void> {
  await trx
    .updateTable('mail_pace')
    .set({ sent_at: [...pace.sentAt], digest_id: pace.digestId })
    .where('recipient_id', '=', recipientId)
    .execute();
}

async function insertDigest(
  trx: Transaction,
  values: { readonly id: OutboxId; readonly recipientId: AccountId; readonly dueAt: Date; readonly now: Date },
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({
      id: values.id,
      kind: 'digest',
      booking_id: null,
      recipient_id: values.recipientId,
      state: 'waiting',
      next_try_at: values.dueAt,
      last_error: null,
      digest_id: null,
      trace_parent: null,
      created_at: values.now,
      updated_at: values.now,
    })
    .execute();
}

/** Builds the condition for a message whose lease this sender still has. */
function updateClaimedMessage(trx: Transaction, message: Pick<ClaimedMessage, 'id' | 'tries'>) {
  return trx
    .updateTable('outbox')
    .where('id', '=', message.id)
    .where('state', '=', 'sending')
    .where('tries', '=', message.tries);
}
