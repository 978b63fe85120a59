import type { AccountId } from '@carhouse/domain/account/account';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** The caller and the call of the key. `hash` identifies the key, which is not stored. */
export type IdempotencyKeyId = { readonly scope: string; readonly call: string; readonly hash: string };

/** One run of a request under its key. */
export type KeyRun = {
  readonly name: IdempotencyKeyId;
  /** A keyed hash of URL and body. */
  readonly fingerprint: string;
  readonly runId: string;
  readonly startedAt: Date;
  /** A keyed hash of the caller's network: what callers of one network keep has a common maximum. */
  readonly network: string;
  /** After this time the run counts as dead, and the next request with the key runs again. */
  readonly leaseEndsAt: Date;
  readonly expiresAt: Date;
};

export type KeptAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty when the body is too large to be stored: a repetition reads the record instead. */
  readonly sealedBody: string;
};

export type Claim =
  /** `firstStartedAt`: when the first run under this key started, which this run may have taken over from. */
  | { readonly kind: 'run'; readonly firstStartedAt: Date }
  | { readonly kind: 'other-body' }
  | { readonly kind: 'running'; readonly leaseEndsAt: Date }
  | { readonly kind: 'done'; readonly answer: KeptAnswer };

/**
 * Takes the key for this run, or returns its stored state. The primary key decides, so this works across nodes. A row that
 * has expired, or whose run is dead, is taken over; a dead run only by the same request.
 */
export async function claimKey(database: Database, run: KeyRun): Promise<Claim> {
  for (;;) {
    const firstStartedAt = await tryInsert(database, run);
    if (firstStartedAt !== undefined) return { kind: 'run', firstStartedAt };
    const row = await database
      .selectFrom('idempotency_key')
      .select(['fingerprint', 'state', 'lease_ends_at', 'status', 'headers', 'sealed_body'])
      .where('scope', '=', run.name.scope)
      .where('call', '=', run.name.call)
      .where('key_hash', '=', run.name.hash)
      .executeTakeFirst();
    // The row expired and was deleted between the two statements: the key is free again.
    if (row === undefined) continue;
    if (row.fingerprint !== run.fingerprint) return { kind: 'other-body' };
    if (row.status === null || row.sealed_body === null) return { kind: 'running', leaseEndsAt: row.lease_ends_at };
    const headers = (row.headers ?? {}) as Readonly<Record<string, string>>;
    return { kind: 'done', answer: { status: row.status, headers, sealedBody: row.sealed_body } };
  }
}

/** @returns when the first run under the key started, or undefined while another run has the key. */
async function tryInsert(database: Database, run: KeyRun): Promise<Date | undefined> {
  const row = {
    fingerprint: run.fingerprint,
    state: 'running' as const,
    run_id: run.runId,
    lease_ends_at: run.leaseEndsAt,
    status: null,
    headers: null,
    sealed_body: null,
    created_at: run.startedAt,
    expires_at: run.expiresAt,
    network: run.network,
  };
  const inserted = await database
    .insertInto('idempotency_key')
    .values({ scope: run.name.scope, call: run.name.call, key_hash: run.name.hash, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'call', 'key_hash'])
        // A run that takes over from a dead one keeps its start time: all of them create records with the same id (decision 0017).
        .doUpdateSet({
          ...row,
          created_at: sql`CASE WHEN idempotency_key.expires_at <= ${run.startedAt} THEN excluded.created_at
            ELSE idempotency_key.created_at END`,
        })
        .where((where) =>
          where.or([
            where('idempotency_key.expires_at', '<=', run.startedAt),
            where.and([
              where('idempotency_key.state', '=', 'running'),
              where('idempotency_key.lease_ends_at', '<=', run.startedAt),
              where('idempotency_key.fingerprint', '=', run.fingerprint),
            ]),
          ]),
        ),
    )
    .returning('created_at')
    .executeTakeFirst();
  return inserted?.created_at;
}

/** Stores the response of a run until `expiresAt`. Does nothing when another run has taken the key over. */
export async function keepAnswer(database: Database, run: KeyRun, answer: KeptAnswer): Promise<void> {
  await ownRow(database, run)
    .set({
      state: 'done',
      status: answer.status,
      headers: JSON.stringify(answer.headers),
      sealed_body: answer.sealedBody,
      expires_at: run.expiresAt,
    })
    .execute();
}

/**
 * Frees the key: the same request may run again immediately. The row stays, because a failed run may have committed,
 * for example when the answer to COMMIT was lost; the next run must find it.
 */
export async function giveKeyBack(database: Database, run: KeyRun): Promise<void> {
  await ownRow(database, run).set({ lease_ends_at: run.startedAt }).execute();
}

/** Size in bytes of a row without the body of its response. */
const storedBytes = sql`500 + coalesce(octet_length(sealed_body), 0)`;

/**
 * Bytes of the stored responses of a key's caller and of all callers of their network, and whether the key is one of them. It
 * reads lengths and no responses.
 */
export async function countKeptAnswers(
  database: Database,
  { name: { scope, call, hash }, network, startedAt }: KeyRun,
): Promise<{ readonly ofCaller: number; readonly ofNetwork: number; readonly isKnown: boolean }> {
  const { rows } = await sql<{ ofCaller: number; ofNetwork: number; isKnown: boolean }>`
    SELECT coalesce(sum(bytes) FILTER (WHERE scope = ${scope}), 0)::float8 AS "ofCaller",
      coalesce(sum(bytes) FILTER (WHERE network = ${network}), 0)::float8 AS "ofNetwork",
      coalesce(bool_or(scope = ${scope} AND call = ${call} AND key_hash = ${hash}), false) AS "isKnown"
    FROM (SELECT scope, network, call, key_hash, ${storedBytes} AS bytes FROM idempotency_key
      WHERE (scope = ${scope} OR network = ${network}) AND expires_at > ${startedAt}::timestamptz) AS kept`.execute(
    database,
  );
  return rows[0] ?? { ofCaller: 0, ofNetwork: 0, isKnown: false };
}

/** Bytes of the stored responses of all callers. It reads the whole table without the responses. */
export async function countAllKeptAnswers(database: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT coalesce(sum(${storedBytes}), 0)::float8 AS bytes FROM idempotency_key`.execute(database);
  return rows[0]?.bytes ?? 0;
}

/** Deletes the keys of an account, with the stored responses. `apps/server/http/routing/request-subject.ts` makes its scope. */
export async function deleteKeysOf(trx: Transaction, accountId: AccountId): Promise<void> {
  await trx.deleteFrom('idempotency_key').where('scope', '=', `account:${accountId}`).execute();
}

/** @returns the number of expired keys. */
export async function deleteExpiredKeys(database: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    WITH gone AS (DELETE FROM idempotency_key WHERE expires_at <= ${now} RETURNING 1) SELECT count(*) AS count FROM gone
  `.execute(database);
  return Number(rows[0]?.count ?? 0);
}

function ownRow(database: Database, run: KeyRun) {
  return database
    .updateTable('idempotency_key')
    .where('scope', '=', run.name.scope)
    .where('call', '=', run.name.call)
    .where('key_hash', '=', run.name.hash)
    .where('run_id', '=', run.runId);
}
