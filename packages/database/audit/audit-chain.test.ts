import { randomBytes } from 'node:crypto';
import { type Id, makeId } from '@carhouse/domain/ids/id';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../connection/transaction.ts';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { recordAudit } from './audit.ts';
import { findChainHead, sealAudit, verifyAuditChain } from './audit-chain.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await makeTestDatabase();
});
afterAll(() => db.close());

/** Runs statements as a superuser, with the triggers switched off. */
async function runWithoutTriggers(sql: string, values: unknown[] = []): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    await client.query(sql, values);
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
}

beforeEach(() => runWithoutTriggers('TRUNCATE audit_seal, audit_unsealed, audit_entry'));

const makeEntry = (after: object = { status: 'paid' }) => {
  const id: Id<'audit_entry'> = makeId(new Date(), randomBytes(10));
  return { actorId: null, action: 'pay', noun: 'booking', nounId: id, after } as const;
};

/** Returns a recorder that gives its entry this id, by which the test finds the entry. */
const makeRecorderWithId = (id: Id<'audit_entry'>) => ({ now: () => new Date(), newId: () => id });

async function addEntries(count = 1): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const each = makeEntry();
    await inTransaction(db.database, (trx) => recordAudit(makeRecorderWithId(each.nounId), trx, each));
    ids.push(each.nounId);
  }
  return ids;
}

async function addSealedEntries(count: number): Promise<string[]> {
  const ids = await addEntries(count);
  while ((await sealAudit(db.database)) > 0);
  return ids;
}

const faults = async () => (await verifyAuditChain(db.database)).faults;

describe('the chain of the audit', () => {
  it('links every committed entry once, in order', async () => {
    await addSealedEntries(7);
    await addSealedEntries(3);
    const report = await verifyAuditChain(db.database);
    expect(report).toMatchObject({ sealed: 10, waiting: 0, faults: [] });
    expect(report.head).toEqual(await findChainHead(db.database));
    expect(report.head?.position).toBe(10n);
  });

  it('is whole when it is empty, and counts what waits', async () => {
    expect(await verifyAuditChain(db.database)).toEqual({ sealed: 0, waiting: 0, head: null, faults: [] });
    await addEntries(2);
    expect(await verifyAuditChain(db.database)).toMatchObject({ sealed: 0, waiting: 2, faults: [] });
  });

  it('takes in an entry that was written first and committed last', async () => {
    const lateCommittingConnection = await db.pool.connect();
    try {
      await lateCommittingConnection.query('BEGIN');
      const { action, noun, nounId: id } = makeEntry();
      const insertEntrySql = 'INSERT INTO audit_entry (id, at, action, noun, noun_id) VALUES ($1, $2, $3, $4, $5)';
      await lateCommittingConnection.query(insertEntrySql, [id, new Date(), action, noun, id]);
      await addSealedEntries(3);
      await lateCommittingConnection.query('COMMIT');
      expect(await sealAudit(db.database)).toBe(1);
      const { rows } = await db.pool.query('SELECT position FROM audit_seal WHERE entry_id = $1', [id]);
      expect(rows).toEqual([{ position: 4n }]);
    } finally {
      lateCommittingConnection.release();
    }
    expect(await verifyAuditChain(db.database)).toMatchObject({ sealed: 4, waiting: 0, faults: [] });
  });

  it('leaves out what is rolled back', async () => {
    const transactionPromise = inTransaction(db.database, async (trx) => {
      const each = makeEntry();
      await recordAudit(makeRecorderWithId(each.nounId), trx, each);
      throw new Error('no');
    });
    await expect(transactionPromise).rejects.toThrow('no');
    expect(await sealAudit(db.database)).toBe(0);
  });

  it('stays one chain when several nodes seal while others write', async () => {
    await Promise.all([
      addEntries(40),
      addEntries(40),
      ...Array.from({ length: 4 }, async () => {
        for (let sealRound = 0; sealRound < 25; sealRound += 1) await sealAudit(db.database);
      }),
    ]);
    while ((await sealAudit(db.database)) > 0);
    expect(await verifyAuditChain(db.database)).toMatchObject({ sealed: 80, waiting: 0, faults: [] });
  });
});

describe('changing the audit', () => {
  it.each([
    "UPDATE audit_entry SET action = 'x'",
    'DELETE FROM audit_entry',
    'TRUNCATE audit_entry CASCADE',
    "UPDATE audit_seal SET hash = repeat('0', 64)",
    'DELETE FROM audit_seal',
    'TRUNCATE audit_seal',
  ])('is refused by the database: %s', async (sql) => {
    await addSealedEntries(2);
    await expect(db.pool.query(sql)).rejects.toThrow(/never changed or removed/);
    expect(await faults()).toEqual([]);
  });

  it.each([
    `UPDATE audit_entry SET after = '{"status": "refunded"}' WHERE id = $1`,
    'UPDATE audit_entry SET after = NULL WHERE id = $1',
    "UPDATE audit_entry SET at = at - interval '1 microsecond' WHERE id = $1",
    "UPDATE audit_entry SET action = 'cancel' WHERE id = $1",
    "UPDATE audit_entry SET noun = 'payment' WHERE id = $1",
    "UPDATE audit_entry SET noun_id = '1' WHERE id = $1",
    'UPDATE audit_entry SET actor_id = id WHERE id = $1',
  ])('is found and named when it is done around the triggers: %s', async (sql) => {
    const ids = await addSealedEntries(5);
    await runWithoutTriggers(sql, [ids[2]]);
    expect(await faults()).toEqual([{ kind: 'changed', position: 3n, entryId: ids[2] }]);
  });

  it('is found when an entry is removed, and when its link goes with it', async () => {
    const ids = await addSealedEntries(5);
    await runWithoutTriggers('DELETE FROM audit_entry WHERE id = $1', [ids[1]]);
    expect(await faults()).toEqual([{ kind: 'removed', position: 2n, entryId: ids[1] }]);
    await runWithoutTriggers('DELETE FROM audit_seal WHERE entry_id = $1', [ids[1]]);
    expect(await faults()).toEqual([{ kind: 'removed', position: 2n, entryId: null }]);
    await runWithoutTriggers('UPDATE audit_seal SET position = position - 1 WHERE position > 2');
    expect((await faults())[0]).toEqual({ kind: 'broken', position: 2n, entryId: ids[2] });
  });

  it('is found when an entry is removed before it was sealed', async () => {
    const [id] = await addEntries();
    await runWithoutTriggers('DELETE FROM audit_entry WHERE id = $1', [id]);
    expect(await faults()).toEqual([{ kind: 'removed', position: null, entryId: id }]);
  });

  it('is found when an entry is inserted, with a link or without', async () => {
    await addSealedEntries(3);
    const { nounId: id } = makeEntry();
    const insertEntrySql =
      "INSERT INTO audit_entry (id, at, action, noun, noun_id) VALUES ($1, now(), 'pay', 'booking', '1')";
    await runWithoutTriggers(insertEntrySql, [id]);
    expect(await faults()).toEqual([{ kind: 'inserted', position: null, entryId: id }]);
    const insertLinkSql =
      "INSERT INTO audit_seal VALUES (4, $1, (SELECT hash FROM audit_seal WHERE position = 3), repeat('a', 64))";
    await runWithoutTriggers(insertLinkSql, [id]);
    expect(await faults()).toEqual([{ kind: 'changed', position: 4n, entryId: id }]);
  });

  it('is found when two entries change places', async () => {
    const ids = await addSealedEntries(4);
    const swapEntriesSql = `UPDATE audit_seal SET entry_id = CASE entry_id WHEN $1 THEN $2::uuid ELSE $1::uuid END WHERE entry_id IN ($1, $2)`;
    await runWithoutTriggers('ALTER TABLE audit_seal DROP CONSTRAINT audit_seal_entry_id_key');
    await runWithoutTriggers(swapEntriesSql, [ids[1], ids[2]]);
    expect(await faults()).toEqual([
      { kind: 'changed', position: 2n, entryId: ids[2] },
      { kind: 'changed', position: 3n, entryId: ids[1] },
    ]);
    await runWithoutTriggers(swapEntriesSql, [ids[1], ids[2]]);
    await runWithoutTriggers('ALTER TABLE audit_seal ADD CONSTRAINT audit_seal_entry_id_key UNIQUE (entry_id)');
    expect(await faults()).toEqual([]);
  });

  it('is found when the end of the chain is cut off, by a head that was noted elsewhere', async () => {
    const ids = await addSealedEntries(4);
    const notedHead = await findChainHead(db.database);
    expect((await verifyAuditChain(db.database, notedHead)).faults).toEqual([]);
    await runWithoutTriggers('DELETE FROM audit_seal WHERE entry_id = $1', [ids[3]]);
    await runWithoutTriggers('DELETE FROM audit_entry WHERE id = $1', [ids[3]]);
    expect(await faults()).toEqual([]);
    expect((await verifyAuditChain(db.database, notedHead)).faults).toEqual([
      { kind: 'cut', position: 4n, entryId: null },
    ]);
  });
});
