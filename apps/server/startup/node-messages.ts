import type { Worker } from 'node:cluster';
import { once } from 'node:events';

/**
 * The services that all server nodes of one machine share, and that the primary process has started
 * (start-services.ts).
 */
export type SharedServices = {
  readonly databaseUrl: string;
  /** Origin of the sandbox card provider; null when Stripe processes the cards, or the sandbox runs elsewhere. */
  readonly sandboxUrl: string | null;
  /** Number of nodes that share this machine. */
  readonly nodeCount: number;
};

/** What a server node gets from the primary process. */
export type NodeOptions = SharedServices & {
  /** The number of the node, from 1. A process that replaces another process has the same node number. */
  readonly number: number;
  /**
   * Whether this process is the first node since the start of the primary process. The first node does the work that is
   * done once per start.
   */
  readonly isFirst: boolean;
};

/** With this message, a starting node asks the primary process for the shared services. */
type WaitingMessage = { readonly type: 'waiting' };
/** The primary process's answer to a waiting node. */
type ServicesMessage = NodeOptions & { readonly type: 'services' };
/** What a node sends once it can answer requests. */
export type ReadyMessage = { readonly type: 'ready'; readonly url: string; readonly hasDemo: boolean };
/** Asks a node to end: the node accepts no further connections, and answers the requests of its open connections. */
type DrainMessage = { readonly type: 'drain' };
/** Asks a node for its metrics. */
type ReportMetricsMessage = { readonly type: 'report-metrics'; readonly callId: number };
/** The answer to `report-metrics`: the metrics of one node, as prom-client exports them. */
type NodeMetricsMessage = {
  readonly type: 'node-metrics';
  readonly callId: number;
  readonly metrics: object[];
};
/** A node's question for the metrics of all nodes. */
type ReadMetricsMessage = { readonly type: 'read-metrics'; readonly callId: number };
/** The answer to `read-metrics`, in the text form of Prometheus. */
type AllMetricsMessage = { readonly type: 'all-metrics'; readonly callId: number; readonly text: string };

export type MessageFromNode = WaitingMessage | ReadyMessage | NodeMetricsMessage | ReadMetricsMessage;
export type MessageFromPrimary = ServicesMessage | DrainMessage | ReportMetricsMessage | AllMetricsMessage;

/** In the primary process: sends a message to a node. When the node has ended, the message is dropped. */
export function sendToNode(node: Worker, message: MessageFromPrimary): void {
  if (node.isConnected()) node.send(message, undefined, undefined, () => undefined);
}

/** In a node: sends a message to the primary process. When the primary process has ended, the message is dropped. */
export function sendToPrimary(message: MessageFromNode): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

/** In a node: asks the primary process for the services that run already. */
export async function askForServices(): Promise<NodeOptions> {
  // The launcher's channel does not keep a process alive (tools/setup/follow-launcher.mjs), but this wait must.
  process.channel?.ref();
  const servicesPromise = waitForServices();
  sendToPrimary({ type: 'waiting' });
  try {
    return await servicesPromise;
  } finally {
    process.channel?.unref();
  }
}

async function waitForServices(): Promise<NodeOptions> {
  for (;;) {
    const [message] = (await once(process, 'message')) as [MessageFromPrimary];
    if (message.type === 'services') return message;
  }
}
