import type { ClusterTestbed } from './cluster-testbed.ts';
import { databaseFaults } from './database-faults.ts';

/** Something that happens to the cluster or to the nodes while the load runs. */
export type ClusterEvent = {
  readonly name: string;
  /** The description of the event, for people. */
  readonly text: string;
  /** Whether no request may fail. When `mustServeAllRequests` is false, only the reads of visitors must not fail. */
  readonly mustServeAllRequests: boolean;
  readonly run: (testbed: ClusterTestbed) => Promise<void>;
};

/**
 * The name of the event for which the nodes must begin with an earlier version of the product. This event must be the
 * first one.
 */
export const rollingUpgradeEventName = 'rolling-upgrade';

export const clusterEvents: readonly ClusterEvent[] = [
  {
    name: rollingUpgradeEventName,
    text: 'the nodes are replaced in turn by this version; the first one migrates the database',
    mustServeAllRequests: true,
    run: replaceNodes,
  },
  {
    name: 'rolling-restart',
    text: 'the nodes are replaced in turn by the same version',
    mustServeAllRequests: true,
    run: replaceNodes,
  },
  ...databaseFaults.map(({ name, text, run }) => ({
    name,
    text,
    mustServeAllRequests: false,
    run: ({ cluster }: ClusterTestbed) => run(cluster),
  })),
];

async function replaceNodes({ nodes, proxies }: ClusterTestbed): Promise<void> {
  for (const index of proxies.nodePorts.keys()) await nodes.replaceNode(index);
}
