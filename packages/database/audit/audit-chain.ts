import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { inTransaction, type Transaction } from '../connection/transaction.ts';

/** The value that the first link of the chain has as its previous hash. */
export const genesisHash = '0'.repeat(64);
/** Key of the lock on the chain: only one process per database adds links at a time, whatever the number of server nodes. */
const chainLockKey = 7_302_118_440_022_001n;
const entriesPerBatch = 500;
const entriesPerPage = 1_000;

/**
 * The fields of an audit entry from which its hash is computed. Numbers are texts as PostgreSQL prints them, so that no
 * digit is lost.
 */
type HashedEntry = {
  readonly id: string;
  /** The time in UTC with microseconds. */
  readonly at: string;
  readonly actor_id: string | null;
  readonly action: string;
  readonly noun: string;
  readonly noun_id: string;
  readonly before: string | null;
  readonly after: string | null;
};

const entryColumnsSql = sql.raw(
  `e.id::text AS id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, e.actor_id::text AS actor_id,
   e.action, e.noun, e.noun_id, e.before::text AS before, e.after::text AS after`,
);

/** Returns the hash of one link: the SHA-256 of the canonical JSON of its position, its entry and the previous hash. */
export function computeLinkHash(position: bigint, entry: HashedEntry, previousHash: string): string {
  const { id, at, actor_id, action, noun, noun_id, before, after } = entry;
  const canonicalEntry = JSON.stringify([
    previousHash,
    position.toString(),
    id,
    at,
    actor_id,
    action,
    noun,
    noun_id,
    before,
    after,
  ]);
  return createHash('sha256').update(canonicalEntry).digest('hex');
}

/**
 * Adds the waiting entries to the chain, up to 500 in one transaction (docs/reliability.md I22). The waiting list
 * contains only committed entries. An entry whose transaction commits late is therefore added later, and never skipped.
 * @returns number of added entries; 0 also when another server node is adding entries at the moment.
 */
export async function sealAudit(database: Database): Promise<number> {
  // Most runs find no waiting entry. For a run without waiting entries, a single statement outside of a transaction is
  // enough.
  const { rows: waiting } = await sql`SELECT FROM audit_unsealed LIMIT 1`.execute(database);
  if (waiting.length === 0) return 0;
  return inTransaction(database, async (trx) => {
    const lockResult = await sql<{
      has_lock: boolean;
    }>`SELECT pg_try_advisory_xact_lock(${chainLockKey}) AS has_lock`.execute(trx);
    if (lockResult.rows[0]?.has_lock !== true) return 0;
    const waitingEntriesResult = await sql<HashedEntry>`
      SELECT ${entryColumnsSql} FROM audit_unsealed u JOIN audit_entry e ON e.id = u.entry_id
      ORDER BY u.arrival LIMIT ${entriesPerBatch}`.execute(trx);
    if (waitingEntriesResult.rows.length === 0) return 0;
    await addLinks(trx, waitingEntriesResult.rows);
    return waitingEntriesResult.rows.length;
  });
}

async function addLinks(trx: Transaction, entries: readonly HashedEntry[]): Promise<void> {
  const lastLink = await findChainHead(trx);
  let { position, hash } = lastLink ?? { position: 0n, hash: genesisHash };
  const newSeals = entries.map((entry) => {
    const previousHash = hash;
    position += 1n;
    hash = computeLinkHash(position, entry, previousHash);
    return { position, entry_id: entry.id, previous_hash: previousHash, hash };
  });
  await trx.insertInto('audit_seal').values(newSeals).execute();
  const ids = entries.map((entry) => entry.id);
  await trx.deleteFrom('audit_unsealed').where('entry_id', 'in', ids).execute();
}

export type ChainHead = { readonly position: bigint; readonly hash: string };

/**
 * Returns the last link of the chain; undefined for an empty chain. With a copy of the last link outside the database,
 * `verifyAuditChain` finds deleted entries.
 */
export function findChainHead(database: Database | Transaction): Promise<ChainHead | undefined> {
  return database
    .selectFrom('audit_seal')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * `changed`: the entry or its link differs from the text that was hashed. `removed`: an entry or links are missing.
 * `broken`: a link does not contain the hash of the previous one. `inserted`: an entry is neither in the chain nor on
 * the waiting list. `cut`: the chain does not contain the recorded last link.
 */
export type ChainFault = {
  readonly kind: 'changed' | 'removed' | 'broken' | 'inserted' | 'cut';
  readonly position: bigint | null;
  readonly entryId: string | null;
};

export type ChainReport = {
  readonly sealed: number;
  /** Number of entries that are not in the chain yet. */
  readonly waiting: number;
  readonly head: ChainHead | null;
  /** The first 100 errors that the check has found. */
  readonly faults: readonly ChainFault[];
};

type SealRow = HashedEntry & {
  readonly position: bigint;
  readonly entry_id: string;
  readonly previous_hash: string;
  readonly hash: string;
};

/**
 * Reads the whole audit log page by page, and returns the errors in its hash chain. `notedHead` is the last link of the
 * chain at an earlier time, stored outside the database.
 */
export async function verifyAuditChain(database: Database, notedHead?: ChainHead): Promise<ChainReport> {
  const faults: ChainFault[] = [];
  const recordFault = (fault: ChainFault): void => void (faults.length < 100 && faults.push(fault));
  let lastLink: ChainHead = { position: 0n, hash: genesisHash };
  let checkedLinkCount = 0;
  let isNotedHeadSeen = notedHead === undefined;
  for (;;) {
    const rows = await listSeals(database, lastLink.position);
    for (const row of rows) {
      checkChainLink(row, lastLink, recordFault);
      if (notedHead?.position === row.position && notedHead.hash === row.hash) isNotedHeadSeen = true;
      lastLink = { position: row.position, hash: row.hash };
      checkedLinkCount += 1;
    }
    if (rows.length < entriesPerPage) break;
  }
  if (!isNotedHeadSeen) recordFault({ kind: 'cut', position: notedHead?.position ?? null, entryId: null });
  await reportInsertedEntries(database, recordFault);
  return {
    sealed: checkedLinkCount,
    waiting: await countUnsealedEntries(database, recordFault),
    head: checkedLinkCount === 0 ? null : lastLink,
    faults,
  };
}

async function listSeals(database: Database, after: bigint): Promise<readonly SealRow[]> {
  const result = await sql<SealRow>`
    SELECT s.position, s.entry_id::text AS entry_id, s.previous_hash, s.hash, ${entryColumnsSql}
    FROM audit_seal s LEFT JOIN audit_entry e ON e.id = s.entry_id
    WHERE s.position > ${after} ORDER BY s.position LIMIT ${entriesPerPage}`.execute(database);
  return result.rows;
}

function checkChainLink(row: SealRow, previousLink: ChainHead, recordFault: (fault: ChainFault) => void): void {
  const linkFields = { position: row.position, entryId: row.entry_id };
  if (row.position !== previousLink.position + 1n) {
    recordFault({ kind: 'removed', position: previousLink.position + 1n, entryId: null });
  } else if (row.previous_hash !== previousLink.hash) recordFault({ kind: 'broken', ...linkFields });
  if ((row.id as string | null) === null) recordFault({ kind: 'removed', ...linkFields });
  else if (computeLinkHash(row.position, row, row.previous_hash) !== row.hash)
    recordFault({ kind: 'changed', ...linkFields });
}

/**
 * Reports entries that are neither in the chain nor on the waiting list, because they were inserted while the
 * trigger was off.
 */
async function reportInsertedEntries(database: Database, recordFault: (fault: ChainFault) => void): Promise<void> {
  let lastReadEntryId = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<{ id: string; stranger: boolean }>`
      SELECT e.id::text AS id, s.entry_id IS NULL AND u.entry_id IS NULL AS stranger
      FROM audit_entry e LEFT JOIN audit_seal s ON s.entry_id = e.id LEFT JOIN audit_unsealed u ON u.entry_id = e.id
      WHERE e.id > ${lastReadEntryId}::uuid ORDER BY e.id LIMIT ${entriesPerPage}`.execute(database);
    for (const row of rows) if (row.stranger) recordFault({ kind: 'inserted', position: null, entryId: row.id });
    const lastRow = rows.at(-1);
    if (lastRow === undefined || rows.length < entriesPerPage) return;
    lastReadEntryId = lastRow.id;
  }
}

async function countUnsealedEntries(database: Database, recordFault: (fault: ChainFault) => void): Promise<number> {
  const { rows } = await sql<{ waiting: number; missing_ids: string[] }>`
    SELECT count(*)::int AS waiting,
           coalesce(array_agg(u.entry_id::text) FILTER (WHERE e.id IS NULL), '{}') AS missing_ids
    FROM audit_unsealed u LEFT JOIN audit_entry e ON e.id = u.entry_id`.execute(database);
  for (const entryId of rows[0]?.missing_ids ?? []) recordFault({ kind: 'removed', position: null, entryId });
  return rows[0]?.waiting ?? 0;
}
