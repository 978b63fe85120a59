import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { decideMailTime } from '@carhouse/domain/payment/mail-pace';
import type { OutboxId, OutboxKind } from '@carhouse/domain/payment/outbox';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../connection/connect.ts';
import { inPipelinedTransaction } from '../connection/pipelined-transaction.ts';
import { runStatement, type Statement } from '../connection/statement.ts';
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
  pool: pg.Pool,
  message: ClaimedMessage,
  values: { readonly now: Date; readonly newDigestId: OutboxId },
): Promise<'send' | 'merged'> {
  if (message.isCounted) return 'send';
  const { now, newDigestId } = values;
  const { recipientId } = message;
  const readStatements = {
    row: makeAddSendingTimesStatement(recipientId),
    pace: makeLockSendingTimesStatement(recipientId),
    digest: makeLockDigestStatement(recipientId),
  };
  return inPipelinedTransaction<typeof readStatements, 'send' | 'merged'>(
    pool,
    readStatements,
    ({ pace: sendingTimes, digest: untouchedDigestId }) => {
      const mailDecision = decideMailTime({
        sentAt: sendingTimes.sentAt,
        isDigestWaiting: untouchedDigestId !== undefined,
        now,
      });
      if (mailDecision.kind === 'send')
        return {
          save: [
            makeSaveSendingTimesStatement(recipientId, { sentAt: mailDecision.sentAt, digestId: null }),
            makeCountMessageStatement(message),
          ],
          answer: 'send',
        };
      const digestId = untouchedDigestId ?? newDigestId;
      const newDigestStatements = [
        makeAddDigestStatement({ id: newDigestId, recipientId, dueAt: mailDecision.dueAt, now }),
        makeSaveSendingTimesStatement(recipientId, { sentAt: mailDecision.sentAt, digestId }),
      ];
      return {
        save: [
          ...(untouchedDigestId === undefined ? newDigestStatements : []),
          makeMergeMessageStatement(message, digestId, now),
        ],
        answer: 'merged',
      };
    },
  );
}

/**
 * Maximum number of earlier sending times that stay stored for a recipient. With the time of a new mail, at most twenty
 * sending times are stored.
 */
const storedTimeCountMaximum = 19;

/**
 * Counts a mail about the account, which the hourly limit never delays. The mail uses up a part of its recipient's hourly
 * limit, so that mails about orders are merged earlier.
 */
export async function recordAccountMail(database: Database, recipientId: AccountId, now: Date): Promise<void> {
  await inTransaction(database, async (trx) => {
    const sendingTimes = await addAndLockSendingTimes(trx, recipientId);
    const { sentAt } = decideMailTime({ sentAt: sendingTimes.sentAt, isDigestWaiting: true, now });
    const times = [...sentAt, now].slice(-storedTimeCountMaximum);
    await runStatement(
      trx,
      makeSaveSendingTimesStatement(recipientId, { sentAt: times, digestId: sendingTimes.digestId }),
    );
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
    const sendingTimes = await addAndLockSendingTimes(trx, digest.recipientId);
    if (!digest.isCounted) {
      const { sentAt } = decideMailTime({ sentAt: sendingTimes.sentAt, isDigestWaiting: true, now });
      const digestId = sendingTimes.digestId === digest.id ? null : sendingTimes.digestId;
      await runStatement(
        trx,
        makeSaveSendingTimesStatement(digest.recipientId, { sentAt: [...sentAt, now], digestId }),
      );
      await runStatement(trx, makeCountMessageStatement(digest));
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

type SendingTimes = { readonly sentAt: readonly Date[]; readonly digestId: OutboxId | null };

async function addAndLockSendingTimes(trx: Transaction, recipientId: AccountId): Promise<SendingTimes> {
  await runStatement(trx, makeAddSendingTimesStatement(recipientId));
  return runStatement(trx, makeLockSendingTimesStatement(recipientId));
}

/** Returns the statement that adds the row with the sending times of a recipient, unless it exists. */
function makeAddSendingTimesStatement(recipientId: AccountId): Statement<void> {
  return {
    name: 'mail-pace-add',
    text: `INSERT INTO mail_pace (recipient_id, sent_at, digest_id) VALUES ($1, '{}', NULL) ON CONFLICT DO NOTHING`,
    values: [recipientId],
    read: () => undefined,
  };
}

/** Returns the statement that locks the sending times of a recipient, whose row exists. */
function makeLockSendingTimesStatement(recipientId: AccountId): Statement<SendingTimes> {
  return {
    name: 'mail-pace-lock',
    text: 'SELECT sent_at, digest_id FROM mail_pace WHERE recipient_id = $1 FOR UPDATE',
    values: [recipientId],
    read: ({ rows: [row] }) => ({ sentAt: row.sent_at, digestId: row.digest_id }),
  };
}

/**
 * Returns the statement that locks the digest of a recipient, if no sender process has claimed it yet, so that it is not
 * sent until the transaction ends.
 */
function makeLockDigestStatement(recipientId: AccountId): Statement<OutboxId | undefined> {
  return {
    name: 'mail-pace-lock-digest',
    text: `
      SELECT id FROM outbox WHERE id = (SELECT digest_id FROM mail_pace WHERE recipient_id = $1)
        AND state = 'waiting' AND tries = 0 FOR UPDATE`,
    values: [recipientId],
    read: ({ rows }) => rows[0]?.id,
  };
}

function makeSaveSendingTimesStatement(recipientId: AccountId, sendingTimes: SendingTimes): Statement<void> {
  return {
    name: 'mail-pace-save',
    text: 'UPDATE mail_pace SET sent_at = $2, digest_id = $3 WHERE recipient_id = $1',
    values: [recipientId, [...sendingTimes.sentAt], sendingTimes.digestId],
    read: () => undefined,
  };
}

/** Returns the statement that adds a digest, which is sent at `dueAt`. */
function makeAddDigestStatement(values: {
  readonly id: OutboxId;
  readonly recipientId: AccountId;
  readonly dueAt: Date;
  readonly now: Date;
}): Statement<void> {
  return {
    name: 'mail-pace-digest',
    text: `
      INSERT INTO outbox (id, kind, recipient_id, state, next_try_at, created_at, updated_at)
      VALUES ($1, 'digest', $2, 'waiting', $3, $4, $4)`,
    values: [values.id, values.recipientId, values.dueAt, values.now],
    read: () => undefined,
  };
}

/** Returns the statement that counts a message as one of the hourly mails, if this sender process still has its lease. */
function makeCountMessageStatement(message: Pick<ClaimedMessage, 'id' | 'tries'>): Statement<void> {
  return {
    name: 'mail-pace-count',
    text: "UPDATE outbox SET counted = true WHERE id = $1 AND state = 'sending' AND tries = $2",
    values: [message.id, message.tries],
    read: () => undefined,
  };
}

/** Returns the statement that merges a message into a digest, if this sender process still has its lease. */
function makeMergeMessageStatement(
  message: Pick<ClaimedMessage, 'id' | 'tries'>,
  digestId: OutboxId,
  now: Date,
): Statement<void> {
  return {
    name: 'mail-pace-merge',
    text: `
      UPDATE outbox SET state = 'merged', digest_id = $3, updated_at = $4
      WHERE id = $1 AND state = 'sending' AND tries = $2`,
    values: [message.id, message.tries, digestId, now],
    read: () => undefined,
  };
}
