import { sendSignal } from '@carhouse/embedded-postgres/process-facts';
import { startReplica, type TestReplica } from '@carhouse/embedded-postgres/testing/start-replica';
import { findChildPids } from '@carhouse/server/testing/processes';
import pg from 'pg';
import type { FaultRow, RowResult } from '../fault-row.ts';
import { bookCar, FaultClient, type LoadPeople } from '../rig/fault-load.ts';
import type { FaultTestbed } from '../rig/fault-testbed.ts';
import { ClientHistory, findExcessFailures } from '../rig/history.ts';
import { tryFault } from '../rig/try-fault.ts';

/** Books cars, and looks whether the buyer sees each of them at once. @returns number of orders that were not shown. */
async function countMissingOrders(testbed: FaultTestbed, { buyers, cars }: LoadPeople): Promise<number> {
  const separateHistory = new ClientHistory();
  let missingOrderCount = 0;
  for (let number = 0; number < 8; number += 1) {
    const [buyer, car] = [buyers[number], cars.pop()];
    if (buyer === undefined || car === undefined) break;
    const client = new FaultClient(testbed.origin, separateHistory, 600 + number);
    const booking = await bookCar(client, buyer, car);
    const answer = await fetch(`${testbed.origin}/api/myorders`, { headers: { authorization: buyer.token } });
    const text = await answer.text();
    if (booking.outcome === 'ok' && !text.includes(booking.id)) missingOrderCount += 1;
  }
  return missingOrderCount;
}

/** Lets a fault happen to the only replica of the database. */
function tryReplicaFault(
  injectFault: (replica: TestReplica) => Promise<unknown>,
  endFault: (replica: TestReplica) => Promise<unknown>,
): () => Promise<RowResult> {
  return async () => {
    let replica: TestReplica | undefined;
    let missingOrderCount = -1;
    const getReplica = (): TestReplica => {
      if (replica === undefined) throw new Error('There is no replica.');
      return replica;
    };
    return tryFault({
      testbed: {
        isStartedByExperiment: true,
        env: () => ({ DATABASE_REPLICA_URLS: getReplica().databaseUrl('carhouse') }),
      },
      prepare: async (testbed) => {
        replica = await startReplica(testbed.database.url);
        await testbed.startProduct();
      },
      injectFault: async (testbed, people) => {
        await injectFault(getReplica());
        missingOrderCount = await countMissingOrders(testbed, people);
      },
      faultDurationMs: 5_000,
      endFault: () => endFault(getReplica()),
      answerLimitMs: 10_000,
      checkExpectations: ({ attemptsDuringFault }) => {
        const failures = missingOrderCount > 0 ? [`${missingOrderCount} of 8 buyers did not see their order`] : [];
        return [...failures, ...findExcessFailures(attemptsDuringFault)];
      },
      readFigures: () => ({ unseenOrders: missingOrderCount }),
      cleanUp: async () => replica?.stop(),
    });
  };
}

async function runOnReplica(replica: TestReplica, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: replica.databaseUrl('carhouse') });
  await client.connect();
  await client.query(sql);
  await client.end();
}

function signalReplica(replica: TestReplica, signal: NodeJS.Signals): void {
  for (const pid of [replica.pid(), ...findChildPids(replica.pid())]) sendSignal(pid, signal);
}

/** The replica of the database is behind, dead, or stands still. */
export const replicaRows: readonly FaultRow[] = [
  {
    number: '50',
    name: 'replica-behind',
    fault: 'the replica replays nothing for 5 s',
    expected: 'everybody sees their own changes at once, no request fails',
    run: tryReplicaFault(
      (replica) => runOnReplica(replica, 'SELECT pg_wal_replay_pause()'),
      (replica) => runOnReplica(replica, 'SELECT pg_wal_replay_resume()'),
    ),
  },
  {
    number: '50b',
    name: 'replica-dead',
    fault: 'the replica is killed (kill -9) and started again after 5 s',
    expected: 'reads go to the primary, no request fails',
    run: tryReplicaFault(
      (replica) => replica.kill(),
      (replica) => replica.restart(),
    ),
  },
  {
    number: '50c',
    name: 'replica-paused',
    fault: 'every process of the replica stands still for 5 s (SIGSTOP)',
    expected: 'reads go to the primary, no request fails',
    run: tryReplicaFault(
      async (replica) => signalReplica(replica, 'SIGSTOP'),
      async (replica) => signalReplica(replica, 'SIGCONT'),
    ),
  },
];
