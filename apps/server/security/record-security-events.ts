import { createHmac } from 'node:crypto';
import { insertSecurityEvents, type SecurityEventRow } from '@carhouse/database/security/security-events';
import type { AccountId } from '@carhouse/domain/account/account';
import type { Id } from '@carhouse/domain/ids/id';
import type { SecurityEventName, SecurityResult } from '@carhouse/domain/security/security-event';
import type pg from 'pg';
import type { Logger } from 'pino';

/**
 * An event of the security log. Account id and e-mail address are hashed before they are stored; neither is stored in plain
 * text.
 */
export type SecurityEvent = {
  readonly event: SecurityEventName;
  readonly result: SecurityResult;
  /** The error code of a refusal, or the name of a limit. */
  readonly code?: string;
  /** The method and route pattern, such as `POST /api/payment`. */
  readonly route?: string;
  /** The account that caused the event. */
  readonly accountId?: AccountId | null;
  /** The e-mail address in the request when the account is unknown, as in a refused sign-in. */
  readonly email?: string;
  /** The client's network, as `findAddressBucket` returns it. */
  readonly bucket?: string;
};

export type SecurityLog = {
  /** Stores the event in memory until the next flush. The call makes no query and never throws. */
  record(event: SecurityEvent): void;
  /**
   * Writes the events in memory to the database. Equal events of one flush share one row. The first of several equal
   * refusals gets a row. Later equal refusals are only counted, and at the end of each time window one more row has
   * their number. A client that sends many requests therefore cannot fill the table.
   * @param shouldIncludeOpenWindows whether time windows that have not ended are written too, because the process ends.
   */
  flush(shouldIncludeOpenWindows?: boolean): Promise<void>;
  /** Returns the hash that identifies a user's events: of the account id, or of the e-mail address in lower case. */
  hashAccount(subject: string): string;
  hashAddress(bucket: string): string;
  /** Number of events that were dropped because one flush had too many different ones. */
  countDropped(): number;
};

/**
 * Maximum number of different events in one flush. Different events beyond this maximum are only counted, not stored.
 */
export const maxRowsPerFlush = 500;
/** Length of the time window in which equal refusals are counted together, in milliseconds. */
export const limitWindowMs = 30_000;
/**
 * Maximum number of open time windows. When the maximum number of time windows is open, further refusals get a row in
 * each flush.
 */
const openWindowsMaximum = 5_000;

export type SecurityLogOptions = {
  readonly pool: pg.Pool;
  /**
   * The secret key of the hashes of account ids and e-mail addresses. All server nodes of one database use the same
   * key.
   */
  readonly secret: string;
  readonly log: Logger;
  readonly now: () => Date;
  readonly newId: () => Id<'security_event'>;
};

type EventRow = Omit<SecurityEventRow, 'count' | 'id'>;

/** Creates the security log of this process. `apps/server/jobs/start-security-log.ts` calls `flush` every second. */
export function createSecurityLog(options: SecurityLogOptions): SecurityLog {
  const { pool, secret, log, now, newId } = options;
  let mergedRows = new Map<string, { row: EventRow; count: number }>();
  let droppedCount = 0;
  /**
   * The open time windows, by the key of a refusal: the number of equal refusals since the first was written, and the
   * time at which this number is written.
   */
  const windowsByKey = new Map<string, { row: EventRow; count: number; readonly endsAt: number }>();

  const hashSubject = (kind: string, subject: string): string =>
    createHmac('sha256', secret).update(`security ${kind}\n${subject}`).digest('base64url').slice(0, 22);
  const hashAccount = (subject: string): string => hashSubject('account', subject.toLowerCase());
  const hashAddress = (bucket: string): string => hashSubject('address', bucket);

  function record(securityEvent: SecurityEvent): void {
    const { event, result, code = '', route = '', accountId, email, bucket } = securityEvent;
    const subject = accountId ?? email;
    // The key is JSON, so that different parts never give the same key.
    const key = JSON.stringify([event, result, code, route, subject, bucket]);
    const mergedRow = mergedRows.get(key);
    if (mergedRow !== undefined) {
      mergedRow.count += 1;
      return;
    }
    const openWindow = windowsByKey.get(key);
    if (openWindow !== undefined) {
      if (openWindow.count === 0) openWindow.row = { ...openWindow.row, at: now() };
      openWindow.count += 1;
      return;
    }
    if (mergedRows.size >= maxRowsPerFlush) {
      droppedCount += 1;
      return;
    }
    const row = {
      at: now(),
      event,
      result,
      code: code.slice(0, 60),
      route: route.slice(0, 200),
      accountHash: subject === undefined ? null : hashAccount(subject),
      addressHash: bucket === undefined || bucket === '' ? null : hashAddress(bucket),
    };
    mergedRows.set(key, { row, count: 1 });
  }

  /** Writes the rows of time windows that have ended. @returns the counts of these windows. */
  function endWindows(shouldIncludeOpenWindows: boolean): { row: EventRow; count: number }[] {
    const currentTime = now().getTime();
    const endedWindows = [...windowsByKey].filter(
      ([, { endsAt }]) => shouldIncludeOpenWindows || endsAt <= currentTime,
    );
    for (const [key] of endedWindows) windowsByKey.delete(key);
    return endedWindows.flatMap(([, { row, count }]) => (count > 0 ? [{ row, count }] : []));
  }

  async function flush(shouldIncludeOpenWindows = false): Promise<void> {
    const endedRows = endWindows(shouldIncludeOpenWindows);
    if (mergedRows.size === 0 && endedRows.length === 0) return;
    const rows = [...mergedRows.values(), ...endedRows].map(({ row, count }) => ({ ...row, id: newId(), count }));
    const endsAt = now().getTime() + limitWindowMs;
    for (const [key, { row }] of mergedRows) {
      if (isCountedInWindows(row) && windowsByKey.size < openWindowsMaximum)
        windowsByKey.set(key, { row, count: 0, endsAt });
    }
    mergedRows = new Map();
    try {
      await insertSecurityEvents(pool, rows);
    } catch (error) {
      // The database is unavailable, so the events are counted as dropped. The operator can still read the dropped
      // events in the server's log.
      droppedCount += rows.reduce((sum, row) => sum + row.count, 0);
      log.error({ err: error, events: rows.length }, 'the security log could not be written');
    }
  }

  return { record, flush, hashAccount, hashAddress, countDropped: () => droppedCount };
}

/**
 * Whether equal events are counted in a time window. Only refusals are counted in time windows, because any request can
 * cause a refusal. The number of successful calls is limited by the rate limits.
 */
function isCountedInWindows({ result }: EventRow): boolean {
  return result === 'refused';
}
