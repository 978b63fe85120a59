import { createHmac } from 'node:crypto';
import { insertSecurityEvents, type SecurityEventRow } from '@carhouse/database/security/security-events';
import type { AccountId } from '@carhouse/domain/account/account';
import type { Id } from '@carhouse/domain/ids/id';
import type { SecurityEventName, SecurityResult } from '@carhouse/domain/security/security-event';
import type pg from 'pg';
import type { Logger } from 'pino';

/** One event. Account and address are hashed before they are kept; neither is written as it is. */
export type SecurityEvent = {
  readonly event: SecurityEventName;
  readonly result: SecurityResult;
  /** The code of a refusal, or the name of a limit. */
  readonly code?: string;
  /** Method and route pattern, such as `POST /api/payment`. */
  readonly route?: string;
  /** Who acted. */
  readonly accountId?: AccountId | null;
  /** The e-mail address that was named where no account is known, as in a sign-in that was refused. */
  readonly email?: string;
  /** The client's network as `addressBucket` gives it. */
  readonly bucket?: string;
};

export type SecurityLog = {
  /** Keeps the event in memory until the next flush. Costs no query, never throws. */
  record(event: SecurityEvent): void;
  /**
   * Writes what is kept. Equal events of the same flush are one row. Of equal calls that a limit refused the first flush writes one row,
   * and each window after it one more with their count: who goes on calling above a limit does not fill the table.
   * @param all writes windows that are still open too, as at the end of the process.
   */
  flush(all?: boolean): Promise<void>;
  /** The hash under which a person's events are kept: by account id, or by e-mail address in lower case. */
  accountHash(subject: string): string;
  addressHash(bucket: string): string;
  /** How many events were not kept because too many different ones came within one flush. */
  dropped(): number;
};

/** Different events that one flush keeps. A flood of more than these is counted and not kept. */
export const keptPerFlush = 500;
/** Milliseconds of a window of equal calls that a limit refused. */
export const limitWindow = 30_000;
/** Windows that are open at a time; beyond them each flush writes its own row again. */
const mostWindows = 5_000;

export type SecurityLogOptions = {
  readonly pool: pg.Pool;
  /** Keys the hashes; nodes on one database have the same. */
  readonly secret: string;
  readonly log: Logger;
  readonly now: () => Date;
  readonly newId: () => Id<'security_event'>;
};

type Row = Omit<SecurityEventRow, 'count' | 'id'>;

/** The security log of this process. `apps/server/jobs/start-security-log.ts` flushes it every second. */
export function createSecurityLog(options: SecurityLogOptions): SecurityLog {
  const { pool, secret, log, now, newId } = options;
  let kept = new Map<string, { row: Row; count: number }>();
  let dropped = 0;
  /** By the key of an event that was written: what has come since, and when that is written. */
  const windows = new Map<string, { row: Row; count: number; readonly until: number }>();

  const hashed = (kind: string, subject: string): string =>
    createHmac('sha256', secret).update(`security ${kind}\n${subject}`).digest('base64url').slice(0, 22);
  const accountHash = (subject: string): string => hashed('account', subject.toLowerCase());
  const addressHash = (bucket: string): string => hashed('address', bucket);

  function record(given: SecurityEvent): void {
    const { event, result, code = '', route = '', accountId, email, bucket } = given;
    const subject = accountId ?? email;
    // JSON keeps the parts apart, whatever they hold.
    const key = JSON.stringify([event, result, code, route, subject, bucket]);
    const known = kept.get(key);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    const open = windows.get(key);
    if (open !== undefined) {
      if (open.count === 0) open.row = { ...open.row, at: now() };
      open.count += 1;
      return;
    }
    if (kept.size >= keptPerFlush) {
      dropped += 1;
      return;
    }
    const row = {
      at: now(),
      event,
      result,
      code: code.slice(0, 60),
      route: route.slice(0, 200),
      accountHash: subject === undefined ? null : accountHash(subject),
      addressHash: bucket === undefined || bucket === '' ? null : addressHash(bucket),
    };
    kept.set(key, { row, count: 1 });
  }

  /** Closes the windows that have ended. @returns what has come in them. */
  function endWindows(all: boolean): { row: Row; count: number }[] {
    const at = now().getTime();
    const ended = [...windows].filter(([, { until }]) => all || until <= at);
    for (const [key] of ended) windows.delete(key);
    return ended.flatMap(([, { row, count }]) => (count > 0 ? [{ row, count }] : []));
  }

  async function flush(all = false): Promise<void> {
    const ended = endWindows(all);
    if (kept.size === 0 && ended.length === 0) return;
    const rows = [...kept.values(), ...ended].map(({ row, count }) => ({ ...row, id: newId(), count }));
    const until = now().getTime() + limitWindow;
    for (const [key, { row }] of kept) {
      if (row.event === 'limit' && windows.size < mostWindows) windows.set(key, { row, count: 0, until });
    }
    kept = new Map();
    try {
      await insertSecurityEvents(pool, rows);
    } catch (error) {
      // The lines go where an operator can still find them: a database that is away is a time to look.
      dropped += rows.reduce((sum, row) => sum + row.count, 0);
      log.error({ err: error, events: rows.length }, 'the security log could not be written');
    }
  }

  return { record, flush, accountHash, addressHash, dropped: () => dropped };
}
