import type { AccountId } from '@carhouse/domain/account/account';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** The caller and the call to which the key belongs. `hash` identifies the key; the key itself is not stored. */
export type IdempotencyKeyId = { readonly scope: string; readonly call: string; readonly hash: string };

/** A run: the processing of one request with an idempotency key. */
export type KeyedRequestRun = {
  readonly name: IdempotencyKeyId;
  /** A keyed hash of URL and body. */
  readonly fingerprint: string;
  readonly runId: string;
  readonly startedAt: Date;
  /** A keyed hash of the caller's network. Callers of one network share a limit on stored responses. */
  readonly network: string;
  /** At this time the process of the run counts as dead, and the next request with the key is processed again. */
  readonly leaseEndsAt: Date;
  readonly expiresAt: Date;
};

export type StoredResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The encrypted body of the stored response; empty when the body is too large to be stored. When no body is stored, a
   * repeated call computes the response again from the record.
   */
  readonly sealedBody: string;
};

export type KeyClaim =
  /**
   * With the kind `run`, the caller may process the request. `firstStartedAt` is the start time of the first run with
   * this key; this run may have taken the key over from that run.
   */
  | { readonly kind: 'run'; readonly firstStartedAt: Date }
  | { readonly kind: 'other-body' }
  | { readonly kind: 'running'; readonly leaseEndsAt: Date }
  | { readonly kind: 'done'; readonly answer: StoredResponse };

/**
 * Claims the key for this run, or returns the stored state of the key. The primary key of the table lets only one of
 * several concurrent runs claim a key, on any number of server nodes. A row that has expired can be claimed by any
 * request. When the process of a run is dead, only the same request can claim its row.
 */
export async function claimKey(database: Database, run: KeyedRequestRun): Promise<KeyClaim> {
  for (;;) {
    const firstStartedAt = await claimFreeKey(database, run);
    if (firstStartedAt !== undefined) return { kind: 'run', firstStartedAt };
    const row = await database
      .selectFrom('idempotency_key')
      .select(['fingerprint', 'state', 'lease_ends_at', 'status', 'headers', 'sealed_body'])
      .where('scope', '=', run.name.scope)
      .where('call', '=', run.name.call)
      .where('key_hash', '=', run.name.hash)
      .executeTakeFirst();
    // The row has expired and was deleted between the two statements, so the key is free again.
    if (row === undefined) continue;
    if (row.fingerprint !== run.fingerprint) return { kind: 'other-body' };
    if (row.status === null || row.sealed_body === null) return { kind: 'running', leaseEndsAt: row.lease_ends_at };
    const headers = (row.headers ?? {}) as Readonly<Record<string, string>>;
    return { kind: 'done', answer: { status: row.status, headers, sealedBody: row.sealed_body } };
  }
}

/** Tries to claim a key. @returns the start of the first run with the key; undefined while another run has the key. */
async function claimFreeKey(database: Database, run: KeyedRequestRun): Promise<Date | undefined> {
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
  const claimedRow = await database
    .insertInto('idempotency_key')
    .values({ scope: run.name.scope, call: run.name.call, key_hash: run.name.hash, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'call', 'key_hash'])
        // A run that takes over a key keeps the start time of the dead run. Ids of created records are computed from
        // the start time, so all runs create records with the same id (decision 0017).
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
  return claimedRow?.created_at;
}

/** Stores the response of a run until `expiresAt`. Nothing is stored when another run has taken over the key. */
export async function storeResponse(database: Database, run: KeyedRequestRun, answer: StoredResponse): Promise<void> {
  await makeRunUpdateQuery(database, run)
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
 * Releases the key, so that the same request may run again immediately. The row stays, because a failed run may have
 * committed its transaction, for example when the database's response to COMMIT was lost. In that case the next run
 * must find the record that the failed run created.
 */
export async function releaseKey(database: Database, run: KeyedRequestRun): Promise<void> {
  await makeRunUpdateQuery(database, run).set({ lease_ends_at: run.startedAt }).execute();
}

/** SQL for the size of a row with its stored response, in bytes. */
const storedBytesSql = sql`500 + coalesce(octet_length(sealed_body), 0)`;

/**
 * Returns the size in bytes of the stored responses of one caller, the size for all callers of the caller's network,
 * and whether the key is already stored. The query reads the lengths of the responses and not their content.
 */
export async function countStoredBytes(
  database: Database,
  { name: { scope, call, hash }, network, startedAt }: KeyedRequestRun,
): Promise<{ readonly ofCaller: number; readonly ofNetwork: number; readonly isKnown: boolean }> {
  const { rows } = await sql<{ ofCaller: number; ofNetwork: number; isKnown: boolean }>`
    SELECT coalesce(sum(bytes) FILTER (WHERE scope = ${scope}), 0)::float8 AS "ofCaller",
      coalesce(sum(bytes) FILTER (WHERE network = ${network}), 0)::float8 AS "ofNetwork",
      coalesce(bool_or(scope = ${scope} AND call = ${call} AND key_hash = ${hash}), false) AS "isKnown"
    FROM (SELECT scope, network, call, key_hash, ${storedBytesSql} AS bytes FROM idempotency_key
      WHERE (scope = ${scope} OR network = ${network}) AND expires_at > ${startedAt}::timestamptz) AS kept`.execute(
    database,
  );
  return rows[0] ?? { ofCaller: 0, ofNetwork: 0, isKnown: false };
}

/**
 * Counts the bytes of the stored responses of all callers. The query reads the whole table, but not the content of the
 * responses.
 */
export async function countAllStoredBytes(database: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT coalesce(sum(${storedBytesSql}), 0)::float8 AS bytes FROM idempotency_key`.execute(database);
  return rows[0]?.bytes ?? 0;
}

/**
 * Deletes the idempotency keys of an account with their stored responses. `apps/server/http/routing/request-subject.ts`
 * defines the `scope` of an account.
 */
export async function deleteKeysOfAccount(trx: Transaction, accountId: AccountId): Promise<void> {
  await trx.deleteFrom('idempotency_key').where('scope', '=', `account:${accountId}`).execute();
}

/** Deletes expired keys with their stored responses. @returns number of deleted keys. */
export async function deleteExpiredKeys(database: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    WITH gone AS (DELETE FROM idempotency_key WHERE expires_at <= ${now} RETURNING 1) SELECT count(*) AS count FROM gone
  `.execute(database);
  return Number(rows[0]?.count ?? 0);
}

function makeRunUpdateQuery(database: Database, run: KeyedRequestRun) {
  return database
    .updateTable('idempotency_key')
    .where('scope', '=', run.name.scope)
    .where('call', '=', run.name.call)
    .where('key_hash', '=', run.name.hash)
    .where('run_id', '=', run.runId);
}
