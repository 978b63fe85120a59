import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openPool } from './connect.ts';
import { inPipelinedTransaction } from './pipelined-transaction.ts';
import { hasChangedOneRow, requireChangedRow, type Statement, type StatementValue } from './statement.ts';

let db: TestDatabase;
/**
 * A pool with only one connection. If a transaction stayed open on this connection, the next query of a test would find
 * the open transaction.
 */
let pool: pg.Pool;

beforeAll(async () => {
  db = await makeTestDatabase();
  pool = openPool({ url: db.url, applicationName: 'carhouse-test-single', max: 1 });
  await db.pool.query(`
    CREATE TABLE tab (id integer PRIMARY KEY, open integer NOT NULL CHECK (open >= 0));
    CREATE SEQUENCE tries;
    CREATE FUNCTION fail_twice() RETURNS integer LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('tries') < 3 THEN RAISE EXCEPTION 'once more' USING ERRCODE = 'serialization_failure'; END IF;
      RETURN currval('tries');
    END $$;
    CREATE FUNCTION fail_commit_twice() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM fail_twice();
      RETURN NULL;
    END $$;
    CREATE TABLE fact (name text PRIMARY KEY);
    CREATE CONSTRAINT TRIGGER fact_commit AFTER INSERT ON fact DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION fail_commit_twice()`);
});
beforeEach(async () => {
  await db.pool.query('TRUNCATE tab, fact');
  await db.pool.query('ALTER SEQUENCE tries RESTART');
  await db.pool.query('INSERT INTO tab VALUES (1, 0)');
});
afterAll(async () => {
  await pool.end();
  await db.close();
});

function statement<Row>(
  name: string,
  text: string,
  values: readonly StatementValue[] = [],
): Statement<Row | undefined> {
  return { name, text, values, read: ({ rows }) => rows[0] as Row | undefined };
}
const lockStatement = statement('test-lock', 'SELECT id FROM tab WHERE id = 1 FOR NO KEY UPDATE');
const readOpenValueStatement = statement<{ open: number }>('test-look', 'SELECT open FROM tab WHERE id = 1');
const makeOpenValueStatement = (openValue: number): Statement =>
  statement('test-set', 'UPDATE tab SET open = $1 WHERE id = 1', [openValue]);
const readCommittedValue = async (): Promise<unknown> => (await db.pool.query('SELECT open FROM tab')).rows[0]?.open;

describe('a transaction in two trips', () => {
  it('reads what the lock before it has waited for', async () => {
    const incrementOpenValue = () =>
      inPipelinedTransaction(db.pool, { lock: lockStatement, look: readOpenValueStatement }, ({ look: row }) => {
        const openValue = (row?.open ?? 0) + 1;
        return { save: [makeOpenValueStatement(openValue)], answer: openValue };
      });
    const answers = await Promise.all(Array.from({ length: 8 }, incrementOpenValue));
    expect(answers.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await readCommittedValue()).toBe(8);
  });

  it('rolls back what is refused, and gives its locks and its connection back', async () => {
    const transactionPromise = inPipelinedTransaction(
      pool,
      { lock: lockStatement, raised: makeOpenValueStatement(5) },
      () => {
        throw new Error('refused');
      },
    );
    await expect(transactionPromise).rejects.toThrow('refused');
    expect(await readCommittedValue()).toBe(0);
    await db.pool.query('SELECT id FROM tab FOR UPDATE NOWAIT');
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('throws the first fault and not those that follow from it, of the reads and of the writes', async () => {
    const failingStatement = statement('test-bad', 'SELECT 1 / 0');
    await expect(
      inPipelinedTransaction(pool, { bad: failingStatement, look: readOpenValueStatement }, () => ({
        save: [],
        answer: 1,
      })),
    ).rejects.toMatchObject({
      code: '22012',
    });
    const writeStatements = [makeOpenValueStatement(1), makeOpenValueStatement(-1), makeOpenValueStatement(2)];
    await expect(
      inPipelinedTransaction(pool, { look: readOpenValueStatement }, () => ({ save: writeStatements, answer: 1 })),
    ).rejects.toMatchObject({
      code: '23514',
    });
    expect(await readCommittedValue()).toBe(0);
    expect(
      await inPipelinedTransaction(pool, { look: readOpenValueStatement }, ({ look: row }) => ({
        save: [],
        answer: row,
      })),
    ).toEqual({
      open: 0,
    });
  });

  it('is not committed where a change that must happen finds no row', async () => {
    const makeMissingTableStatement = (text: string): Statement<boolean> => ({
      name: 'test-missing',
      text,
      values: [],
      read: hasChangedOneRow,
    });
    const writeStatements = [
      makeOpenValueStatement(4),
      requireChangedRow(makeMissingTableStatement('UPDATE tab SET open = 9 WHERE id = 2')),
    ];
    const failingTransactionPromise = inPipelinedTransaction(pool, { lock: lockStatement }, () => ({
      save: writeStatements,
      answer: 1,
      isCheckedBeforeCommit: true,
    }));
    await expect(failingTransactionPromise).rejects.toThrow('test-missing found nothing to change');
    expect(await readCommittedValue()).toBe(0);
    const transaction = inPipelinedTransaction(pool, { lock: lockStatement }, () => ({
      save: [makeOpenValueStatement(4)],
      answer: 'done',
      isCheckedBeforeCommit: true,
    }));
    expect([await transaction, await readCommittedValue()]).toEqual(['done', 4]);
  });

  it('is run again after a serialization failure', async () => {
    const failingTwiceStatements = {
      again: statement<{ tries: number }>('test-again', 'SELECT fail_twice() AS tries'),
    };
    let decisionCount = 0;
    const answer = await inPipelinedTransaction(pool, failingTwiceStatements, ({ again: row }) => {
      decisionCount += 1;
      return { save: [makeOpenValueStatement(row?.tries ?? 0)], answer: row?.tries };
    });
    expect([answer, decisionCount, await readCommittedValue()]).toEqual([3, 1, 3]);
  });

  it('fails when its connection is cut, writes nothing, and the pool goes on', async () => {
    const cutConnectionStatement = statement('test-cut', 'SELECT pg_terminate_backend(pg_backend_pid())');
    const failingTransactionPromise = inPipelinedTransaction(
      pool,
      { raised: makeOpenValueStatement(7), cut: cutConnectionStatement },
      () => ({
        save: [],
        answer: 1,
      }),
    );
    await expect(failingTransactionPromise).rejects.toThrow(/terminat/);
    expect(await readCommittedValue()).toBe(0);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

it('a name that has two texts keeps the whole transaction from being committed', async () => {
  const sameNameStatement = statement('test-set', 'UPDATE tab SET open = 9 WHERE id = 1');
  const transaction = inPipelinedTransaction(pool, { look: readOpenValueStatement }, () => ({
    save: [makeOpenValueStatement(4), sameNameStatement],
    answer: 'done',
  }));
  await expect(transaction).rejects.toThrow('Two statements have the name test-set.');
  expect(await readCommittedValue()).toBe(0);
});

describe('a statement that is sent with COMMIT', () => {
  const makeStatementSentWithCommit = (openValue: number): Statement => ({
    ...makeOpenValueStatement(openValue),
    isSentWithCommit: true,
  });
  const saveChecked = (...saveStatements: Statement[]): Promise<string> =>
    inPipelinedTransaction(pool, { look: readOpenValueStatement }, () => ({
      save: saveStatements,
      answer: 'done',
      isCheckedBeforeCommit: true,
    }));

  it('locks nothing before the others have been checked, wherever it stands', async () => {
    const lockHolder = await db.pool.connect();
    try {
      await lockHolder.query('BEGIN');
      await lockHolder.query('SELECT pg_advisory_xact_lock(1)');
      const transaction = saveChecked(
        makeStatementSentWithCommit(6),
        statement('test-wait', 'SELECT pg_advisory_xact_lock(1)'),
      );
      const findLockWaitersSql =
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'";
      await expect.poll(async () => (await db.pool.query(findLockWaitersSql)).rowCount).toBe(1);
      await db.pool.query('SELECT id FROM tab FOR UPDATE NOWAIT');
      await lockHolder.query('COMMIT');
      expect([await transaction, await readCommittedValue()]).toEqual(['done', 6]);
    } finally {
      lockHolder.release();
    }
  });

  it('does not run when a check fails', async () => {
    const failingCheckStatement = requireChangedRow({
      name: 'test-no-row',
      text: 'UPDATE tab SET open = 9 WHERE id = 3',
      values: [],
      read: hasChangedOneRow,
    });
    await expect(saveChecked(makeStatementSentWithCommit(8), failingCheckStatement)).rejects.toThrow(
      'test-no-row found nothing to change',
    );
    expect(await readCommittedValue()).toBe(0);
  });

  it('takes no message of its own: three have the reads, what is checked, and the rest with COMMIT', async () => {
    const client = await pool.connect();
    const { stream } = client.connection;
    const uncork = stream.uncork.bind(stream);
    let messageCount = 0;
    const counter = vi.spyOn(stream, 'uncork').mockImplementation(() => {
      uncork();
      if (stream.writableCorked === 0) messageCount += 1;
    });
    client.release();
    await saveChecked(makeOpenValueStatement(1), makeStatementSentWithCommit(2));
    counter.mockRestore();
    expect(messageCount).toBe(3);
  });

  it('commits nothing when it fails, throws its own error, and gives the connection back clean', async () => {
    await expect(saveChecked(makeOpenValueStatement(3), makeStatementSentWithCommit(-1))).rejects.toMatchObject({
      code: '23514',
    });
    expect(await readCommittedValue()).toBe(0);
    expect(
      (await pool.query('SELECT pg_current_xact_id_if_assigned() AS id, now() = statement_timestamp() AS new')).rows,
    ).toEqual([{ id: null, new: true }]);
    expect([
      await saveChecked(makeOpenValueStatement(3), makeStatementSentWithCommit(4)),
      await readCommittedValue(),
    ]).toEqual(['done', 4]);
  });

  it('can be prepared later on a connection on which its first message failed before it', async () => {
    const neverPreparedStatement = {
      ...statement('test-late', 'UPDATE tab SET open = 5 WHERE id = 1'),
      isSentWithCommit: true,
    };
    const saveUnchecked = (...saveStatements: Statement[]): Promise<string> =>
      inPipelinedTransaction(pool, { look: readOpenValueStatement }, () => ({ save: saveStatements, answer: 'done' }));
    await expect(saveUnchecked(makeOpenValueStatement(-1), neverPreparedStatement)).rejects.toMatchObject({
      code: '23514',
    });
    expect([await saveUnchecked(neverPreparedStatement), await readCommittedValue()]).toEqual(['done', 5]);
  });

  it('runs again with the whole transaction when COMMIT fails with a serialization failure', async () => {
    const addFactStatement = { ...statement('test-fact', "INSERT INTO fact VALUES ('sale')"), isSentWithCommit: true };
    const raiseStatement: Statement = statement('test-raise', 'UPDATE tab SET open = open + 1 WHERE id = 1');
    expect([await saveChecked(raiseStatement, addFactStatement), await readCommittedValue()]).toEqual(['done', 1]);
    expect((await db.pool.query('SELECT name FROM fact')).rows).toEqual([{ name: 'sale' }]);
    await expect(saveChecked(raiseStatement, addFactStatement)).rejects.toMatchObject({
      code: '23505',
      constraint: 'fact_pkey',
    });
    expect(await readCommittedValue()).toBe(1);
  });
});
