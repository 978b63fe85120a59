import { setTimeout as wait } from 'node:timers/promises';
import { waitUntil } from '@carhouse/server/testing/processes';
import type { DatabaseCluster } from './database-cluster.ts';

/** A fault of the database cluster. The fault counts as ended when every member of the cluster runs again. */
export type DatabaseFault = {
  readonly name: string;
  /** Description for the table of events. */
  readonly text: string;
  /** Causes the fault, and then repairs every part that the cluster does not repair itself. */
  readonly run: (cluster: DatabaseCluster) => Promise<void>;
};

/** Milliseconds for which a member stays away before it is repaired. */
const repairDelayMs = 20_000;
/** Milliseconds from the promotion of another member to the return of a member that was killed. */
const returnDelayMs = 3_000;
/** Maximum time in milliseconds until every member of the cluster runs again after a repair. */
const repairTimeoutMs = 120_000;

export const databaseFaults: readonly DatabaseFault[] = [
  {
    name: 'kill',
    text: 'the primary PostgreSQL ends without a shutdown (SIGQUIT)',
    run: async (cluster) => {
      const leader = await cluster.findLeader();
      await leader.signalPostmaster(cluster.findDataDir(leader), 'SIGQUIT');
      await waitUntilClusterIsWhole(cluster);
    },
  },
  {
    name: 'kill-9',
    text: 'kill -9 of everything on the machine of the primary, Patroni too',
    run: killLeaderMachine,
  },
  {
    name: 'pause',
    text: 'every process on the machine of the primary is paused for 20 s (SIGSTOP), then goes on',
    run: async (cluster) => {
      const leader = await cluster.findLeader();
      leader.signalAll('SIGSTOP');
      await wait(repairDelayMs);
      leader.signalAll('SIGCONT');
      await waitUntilClusterIsWhole(cluster);
    },
  },
  {
    name: 'isolate',
    text: 'the machine of the primary loses every packet for 20 s',
    run: async (cluster) => {
      const leader = await cluster.findLeader();
      leader.cutCable();
      await wait(repairDelayMs);
      leader.reconnectCable();
      await waitUntilClusterIsWhole(cluster);
    },
  },
  {
    name: 'isolate-standby',
    text: 'the machine of the synchronous standby loses every packet for 20 s',
    run: async (cluster) => {
      const standby = await cluster.findSynchronousStandby();
      standby.cutCable();
      await wait(repairDelayMs);
      standby.reconnectCable();
      await waitUntilClusterIsWhole(cluster);
    },
  },
  {
    name: 'disk-full',
    text: 'the disk of the primary is full for 20 s',
    run: async (cluster) => {
      const leader = await cluster.findLeader();
      leader.fillDisk();
      await wait(repairDelayMs);
      leader.removeDiskFiller();
      await waitUntilClusterIsWhole(cluster);
    },
  },
  {
    name: 'restart-members',
    text: 'every member is restarted in turn, the primary last',
    run: async (cluster) => {
      const leader = await cluster.findLeader();
      for (const member of [...cluster.members.filter((each) => each !== leader), leader]) {
        await cluster.postToPatroni(member, 'restart', {});
        await waitUntilClusterIsWhole(cluster);
      }
    },
  },
  {
    name: 'switchover',
    text: 'the primary and the synchronous standby change places on purpose',
    run: async (cluster) => {
      const [leader, candidate] = [await cluster.findLeader(), await cluster.findSynchronousStandby()];
      await cluster.postToPatroni(leader, 'switchover', { leader: leader.name, candidate: candidate.name });
      await waitUntilClusterIsWhole(cluster);
    },
  },
];

/** Kills the machine of the leader, and starts it again after another member has become leader. */
async function killLeaderMachine(cluster: DatabaseCluster): Promise<void> {
  const leader = await cluster.findLeader();
  await leader.killAll();
  await waitUntil('another primary', repairTimeoutMs, async () => (await cluster.findLeader()) !== leader);
  await wait(returnDelayMs);
  cluster.startPatroni(leader);
  await waitUntilClusterIsWhole(cluster);
}

async function waitUntilClusterIsWhole(cluster: DatabaseCluster): Promise<void> {
  // Patroni reports the states of its last round of checks.
  await wait(5_000);
  await cluster.waitUntilWhole(repairTimeoutMs);
}
