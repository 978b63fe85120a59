import { readJournal, startCompactingJournal } from './journal.ts';
import { type TableName, type Tables, tableNames } from './records.ts';

export type TableWrite = { [T in TableName]: readonly [table: T, record: Tables[T]] }[TableName];
type TableRows = { [T in TableName]: Map<string, Tables[T]> };

/**
 * A transaction in progress. The transaction's own reads see its writes. Reads outside the transaction see its writes
 * after the commit.
 */
export type RecordTransaction = {
  put<T extends TableName>(table: T, record: Tables[T]): void;
  get<T extends TableName>(table: T, id: string): Tables[T] | undefined;
  /** The records of a table as the transaction sees them, the oldest first. */
  all<T extends TableName>(table: T): Tables[T][];
  readonly writes: readonly TableWrite[];
};

export type RecordStore = {
  /** The committed records, the oldest first. */
  all<T extends TableName>(table: T): Tables[T][];
  get<T extends TableName>(table: T, id: string): Tables[T] | undefined;
  begin(): RecordTransaction;
  /**
   * Applies the change immediately and resolves when it is on disk. After a crash, either the complete change exists or
   * no part of it.
   */
  commit(change: RecordTransaction): Promise<void>;
  /** The promise resolves when all readable data is on disk. */
  waitUntilStored(): Promise<void>;
  close(): Promise<void>;
};

/** The journal is compacted when this number of bytes has been appended after its first lines. */
const compactionThresholdBytes = 8 * 1024 * 1024;

/**
 * Opens the provider's store. With a path, the store is an append-only journal with a line for each change. Without a
 * path, the store is in memory only. `isAnswerNeeded` determines which stored responses of idempotent calls are still
 * needed.
 */
export async function openRecordStore(
  path: string | undefined,
  isAnswerNeeded: (record: Tables['answers']) => boolean,
): Promise<RecordStore> {
  const rows: TableRows = {
    intents: new Map(),
    paymentMethods: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    accounts: new Map(),
    accountLinks: new Map(),
    transfers: new Map(),
    transferReversals: new Map(),
    payouts: new Map(),
    balanceTransactions: new Map(),
    events: new Map(),
    answers: new Map(),
  };
  const applyWrites = (writes: readonly TableWrite[]) => {
    for (const [table, record] of writes) (rows[table] as Map<string, typeof record>).set(record.id, record);
  };

  if (path !== undefined) {
    for (const [index, line] of (await readJournal(path)).entries()) applyWrites(parseLine(line, path, index + 1));
  }
  const makeJournalLines = (): string[] => {
    for (const answer of rows.answers.values()) if (!isAnswerNeeded(answer)) rows.answers.delete(answer.id);
    return [...listAllWrites(rows)];
  };
  const journal =
    path === undefined ? null : await startCompactingJournal(path, makeJournalLines, compactionThresholdBytes);

  return {
    all: (table) => [...rows[table].values()],
    get: (table, id) => rows[table].get(id),
    begin: () => beginChange(rows),
    async commit(change) {
      if (change.writes.length === 0) return;
      applyWrites(change.writes);
      await journal?.appendLine(JSON.stringify(change.writes));
    },
    waitUntilStored: async () => journal?.waitUntilStored(),
    close: async () => journal?.close(),
  };
}

function beginChange(rows: TableRows): RecordTransaction {
  const writes: TableWrite[] = [];
  return {
    writes,
    put(table, record) {
      writes.push([table, record] as unknown as TableWrite);
    },
    get(table, id) {
      const pendingWrite = writes.findLast(([name, record]) => name === table && record.id === id);
      return pendingWrite === undefined ? rows[table].get(id) : (pendingWrite[1] as Tables[typeof table]);
    },
    all(table) {
      const records = new Map<string, Tables[typeof table]>(rows[table]);
      for (const [name, record] of writes) if (name === table) records.set(record.id, record as Tables[typeof table]);
      return [...records.values()];
    },
  };
}

function parseLine(line: string, path: string, number: number): TableWrite[] {
  try {
    return JSON.parse(line) as TableWrite[];
  } catch {
    throw new Error(`${path}: line ${number} is damaged; move the file away to start with an empty account`);
  }
}

function* listAllWrites(rows: TableRows): Generator<string> {
  for (const table of tableNames) for (const record of rows[table].values()) yield JSON.stringify([[table, record]]);
}
