import type { Id } from '@carhouse/domain/ids/id';
import { alertRules } from '@carhouse/domain/security/security-alerts';
import type { SecurityEventName, SecurityResult } from '@carhouse/domain/security/security-event';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../connection/connect.ts';

/** One row of the security log: a group of equal events, with their number. */
export type SecurityEventRow = {
  readonly id: Id<'security_event'>;
  readonly at: Date;
  readonly event: SecurityEventName;
  readonly result: SecurityResult;
  readonly code: string;
  readonly route: string;
  readonly accountHash: string | null;
  readonly addressHash: string | null;
  readonly count: number;
};

/** Inserts the rows with one statement. */
export async function insertSecurityEvents(pool: pg.Pool, rows: readonly SecurityEventRow[]): Promise<void> {
  await pool.query({
    name: 'security-events-insert',
    text: `INSERT INTO security_event (id, at, event, result, code, route, account_hash, address_hash, count)
      SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                           $8::text[], $9::integer[])`,
    values: [
      rows.map((row) => row.id),
      rows.map((row) => row.at),
      rows.map((row) => row.event),
      rows.map((row) => row.result),
      rows.map((row) => row.code),
      rows.map((row) => row.route),
      rows.map((row) => row.accountHash),
      rows.map((row) => row.addressHash),
      rows.map((row) => row.count),
    ],
  });
}

export type SecurityEventCursor = { readonly at: Date; readonly id: SecurityEventRow['id'] };

/** The filters of a list of events; without filters, all are listed. */
export type SecurityEventFilter = {
  readonly event?: SecurityEventName | undefined;
  readonly result?: SecurityResult | undefined;
  /** Lists only events of one of these accounts. */
  readonly accountHashes?: readonly string[] | undefined;
  readonly addressHash?: string | undefined;
};

/** Lists the security log, newest first, with keyset pagination. */
export async function listSecurityEvents(
  database: Database,
  filter: SecurityEventFilter,
  limit: number,
  after?: SecurityEventCursor,
): Promise<readonly SecurityEventRow[]> {
  let query = database.selectFrom('security_event').selectAll();
  if (filter.event !== undefined) query = query.where('event', '=', filter.event);
  if (filter.result !== undefined) query = query.where('result', '=', filter.result);
  if (filter.accountHashes !== undefined) query = query.where('account_hash', 'in', [...filter.accountHashes]);
  if (filter.addressHash !== undefined) query = query.where('address_hash', '=', filter.addressHash);
  if (after !== undefined) query = query.where(sql<boolean>`(at, id) < (${after.at}, ${after.id})`);
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    event: row.event,
    result: row.result,
    code: row.code,
    route: row.route,
    accountHash: row.account_hash,
    addressHash: row.address_hash,
    count: row.count,
  }));
}

/**
 * For each rule of packages/domain/security/security-alerts.ts, the number of subjects that reach the rule's threshold
 * now.
 */
export type AlertCounts = {
  /** Number of IP addresses with refused sign-ins on many accounts. */
  readonly spraying: number;
  /** Number of callers whose reading of listings, users or searches was often refused by a limit. */
  readonly harvesting: number;
  /** Number of buyers whose holds were often refused. */
  readonly hoarding: number;
  /** Number of users with many mails that were delayed for a digest. */
  readonly mailLoop: number;
};

/** Counts the alerts with one statement over the last hour of the security log. */
export async function countAlerts(pool: pg.Pool, now: Date): Promise<AlertCounts> {
  const { spraying, sprayingEverywhere, harvesting, hoarding, mailLoop } = alertRules;
  const computeTimeSecondsAgo = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
  const result = await pool.query<{ [Name in keyof AlertCounts]: number }>({
    name: 'security-events-alerts',
    text: `
      WITH recent AS MATERIALIZED (SELECT * FROM security_event WHERE at > $1),
      wrong AS (SELECT * FROM recent WHERE event = 'sign-in' AND result = 'refused' AND at > $2)
      SELECT
        (SELECT count(*) FROM (SELECT 1 FROM wrong WHERE address_hash IS NOT NULL GROUP BY address_hash
           HAVING count(DISTINCT account_hash) >= $3) AS s)::int
        + (SELECT (count(DISTINCT account_hash) >= $4)::int FROM wrong) AS spraying,
        (SELECT count(*) FROM (SELECT 1 FROM recent WHERE event = 'limit' AND result = 'refused' AND code = ANY($5) AND at > $6
           GROUP BY coalesce(account_hash, address_hash) HAVING sum(count) >= $7) AS h)::int AS harvesting,
        (SELECT count(*) FROM (SELECT 1 FROM recent WHERE event = 'hold' AND result = 'refused' AND account_hash IS NOT NULL
           AND at > $8 GROUP BY account_hash HAVING sum(count) >= $9) AS o)::int AS hoarding,
        (SELECT count(*) FROM (SELECT 1 FROM recent WHERE event = 'mail' AND result = 'refused' AND account_hash IS NOT NULL
           AND at > $10 GROUP BY account_hash HAVING sum(count) >= $11) AS m)::int AS "mailLoop"`,
    values: [
      computeTimeSecondsAgo(Math.max(...Object.values(alertRules).map((rule) => rule.windowSeconds))),
      computeTimeSecondsAgo(spraying.windowSeconds),
      spraying.threshold,
      sprayingEverywhere.threshold,
      readingLimitNames,
      computeTimeSecondsAgo(harvesting.windowSeconds),
      harvesting.threshold,
      computeTimeSecondsAgo(hoarding.windowSeconds),
      hoarding.threshold,
      computeTimeSecondsAgo(mailLoop.windowSeconds),
      mailLoop.threshold,
    ],
  });
  return result.rows[0] ?? { spraying: 0, harvesting: 0, hoarding: 0, mailLoop: 0 };
}

/** The names of the rate limits that a program exceeds when it reads all listings and users. */
const readingLimitNames = ['search', 'suggest', 'listingRead', 'listingReadDay', 'userRecord'];
