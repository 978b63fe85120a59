import type { ClusterTestbed } from './cluster-testbed.ts';
import { databaseFaults } from './database-faults.ts';

/** Something that happens to the cluster or to the nodes while the load runs. */
export type ClusterEvent = {
  readonly name: string;
  /** What happens, for people. */
  readonly text: string;
  /** Whether no request at all may fail, instead of only no visitor's read. */
  readonly isSmooth: boolean;
  readonly run: (testbed: ClusterTestbed) => Promise<void>;
};

/** The event for which the nodes must begin as an earlier version. This event must be the first one. */
export const upgradeName = 'rolling-upgrade';

export const clusterEvents: readonly ClusterEvent[] = [
  {
    name: upgradeName,
    text: 'the nodes are replaced in turn by this version; the first one migrates the database',
    isSmooth: true,
    run: replaceNodes,
  },
  {
    name: 'rolling-restart',
    text: 'the nodes are replaced in turn by the same version',
    isSmooth: true,
    run: replaceNodes,
  },
  ...databaseFaults.map(({ name, text, run }) => ({
    name,
    text,
    isSmooth: false,
    run: ({ cluster }: ClusterTestbed) => run(cluster),
  })),
];

async function replaceNodes({ nodes, proxies }: ClusterTestbed): Promise<void> {
  for (const index of proxies.nodePorts.keys()) await nodes.replaceNode(index);
}
