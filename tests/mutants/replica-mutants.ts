import type { Mutant } from './mutant.ts';

const readTestFile = 'packages/database/connection/read-database.long.test.ts';
const ownWritesTestFile = 'apps/server/http/routing/own-writes.long.test.ts';

/** Mutants of reads on replicas: reads that are older than they may be, and faults that reach the reader (decision 0086). */
export const replicaMutants: readonly Mutant[] = [
  {
    name: 'RP1',
    fault: 'a replica that is far behind is read',
    edits: [
      {
        file: 'packages/database/connection/watched-replica.ts',
        find: "this.#state = lagBytes <= allowedLagBytes ? 'in use' : 'behind';",
        replace: "this.#state = allowedLagBytes >= 0n ? 'in use' : 'behind';",
      },
    ],
    tests: [readTestFile],
  },
  {
    name: 'RP2',
    fault: 'a session does not wait for its last write',
    edits: [
      {
        file: 'packages/database/connection/watched-replica.ts',
        find: "return this.#state === 'in use' && this.#replayedPosition >= position;",
        replace: "return this.#state === 'in use' && position >= 0n;",
      },
    ],
    tests: [readTestFile, ownWritesTestFile],
  },
  {
    name: 'RP3',
    fault: 'the position of a write is not recorded',
    edits: [
      {
        file: 'apps/server/http/routing/own-writes.ts',
        find: 'await record()',
        replace: 'await Promise.resolve()',
      },
    ],
    tests: [ownWritesTestFile],
  },
  {
    name: 'RP4',
    fault: 'a car that an admin hides is shown from a replica',
    edits: [
      {
        file: 'packages/database/connection/read-database.ts',
        find: 'if (position > minimumPosition) minimumPosition = position;',
        replace: 'if (position < minimumPosition) minimumPosition = position;',
      },
    ],
    tests: [ownWritesTestFile],
  },
  {
    name: 'RP5',
    fault: 'a session gets an answer that was kept for visitors',
    edits: [
      {
        file: 'apps/server/http/routing/mount.ts',
        find: '&& hasAnswerCache() && !mustBeFresh;',
        replace: '&& hasAnswerCache() && (mustBeFresh || true);',
      },
    ],
    tests: [ownWritesTestFile],
  },
  {
    name: 'RP6',
    fault: 'a replica that hangs is asked by every read',
    edits: [
      {
        file: 'packages/database/connection/read-database.ts',
        find: 'if (isReplicaLost(error)) replica.stopReads();',
        replace: 'if (isReplicaLost(error)) void replica;',
      },
    ],
    tests: [readTestFile],
  },
  {
    name: 'RP7',
    fault: 'the catalogue loads from a replica that lacks committed cars',
    edits: [
      {
        file: 'packages/database/listings/stock-replica.ts',
        find: 'if (parseWalPosition(row.replayed) >= position) return true;',
        replace: 'if (parseWalPosition(row.replayed) >= 0n || position > 0n) return true;',
      },
    ],
    tests: ['apps/server/catalogue/synced-catalogue.long.test.ts'],
  },
  {
    name: 'RP8',
    fault: 'statements are prepared under names behind a pooler',
    edits: [
      {
        file: 'packages/database/connection/connect.ts',
        find: '{ ...query, name: undefined }',
        replace: 'query',
      },
    ],
    tests: ['apps/server/startup/pgbouncer.long.test.ts'],
  },
  {
    name: 'RP9',
    fault: 'a replica that stands still is read for ever on a quiet primary',
    edits: [
      {
        file: 'packages/database/connection/watched-replica.ts',
        find: '(delayedPosition !== null && this.#lacks(delayedPosition))',
        replace: '(delayedPosition !== null && lagBytes > allowedLagBytes)',
      },
    ],
    tests: [readTestFile],
  },
  {
    name: 'RP10',
    fault: 'a visitor reads nothing while the database cannot count the read',
    edits: [
      {
        file: 'apps/server/http/limits/count-reads.ts',
        find: 'if (!isTemporaryFault(error)) throw error;',
        replace: 'if (isTemporaryFault(error)) throw error;',
      },
    ],
    tests: ['apps/server/http/limits/count-reads.test.ts'],
  },
  {
    name: 'RP11',
    fault: 'a read that fails on a replica is refused while there is no primary',
    edits: [
      {
        file: 'packages/database/connection/read-database.ts',
        find: 'return readWithoutPrimary(readRows, error);',
        replace: 'throw error;',
      },
    ],
    tests: [readTestFile],
  },
  {
    name: 'RP12',
    fault: 'the pool goes on writing to a former primary',
    edits: [
      {
        file: 'packages/database/connection/leave-standby.ts',
        find: 'if (code === readOnlySqlState) standbyClients.add(client);',
        replace: 'if (code === undefined) standbyClients.add(client);',
      },
    ],
    tests: ['packages/database/connection/connect.test.ts'],
  },
  {
    name: 'RP13',
    fault: 'a migration whose lock is not free stops the start',
    edits: [
      {
        file: 'packages/database/connection/migrate.ts',
        find: 'if (findSqlState(cause) !== lockNotFreeSqlState || tryCount >= lockTries.count) throw error;',
        replace: 'if (findSqlState(cause) === lockNotFreeSqlState || tryCount >= lockTries.count) throw error;',
      },
    ],
    tests: ['packages/database/connection/migrate.long.test.ts'],
  },
  {
    name: 'RP14',
    fault: 'reads are made on each server to which the address of a replica leads',
    edits: [
      {
        file: 'packages/database/connection/watched-replica.ts',
        find: '      verify: (client) => this.#assertWatchedServer(client),\n',
        replace: '',
      },
    ],
    tests: ['packages/database/connection/read-database.long.test.ts'],
  },
];
