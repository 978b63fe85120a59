import type { Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { type MessageFromNode, type MessageFromPrimary, sendToNode, sendToPrimary } from './node-messages.ts';

/** Milliseconds that the primary process waits for the metrics of the nodes. Nodes that answer later are left out. */
const nodeTimeoutMs = 2_000;
/**
 * Milliseconds that a node waits for the metrics of all nodes. After that time, the node reports only its own metrics.
 */
const allNodesTimeoutMs = 4_000;

/** Calls that still wait for their answers, by call number. */
class PendingCalls<Answer> {
  readonly #resolvers = new Map<number, (answer: Answer | undefined) => void>();
  #callCount = 0;

  /** Sends a call. @returns the answer to the call; undefined when the answer does not arrive in time. */
  async call(send: (callId: number) => void, timeoutMs: number): Promise<Answer | undefined> {
    this.#callCount += 1;
    const callId = this.#callCount;
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    this.#resolvers.set(callId, resolve);
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    send(callId);
    const answer = await promise;
    clearTimeout(timer);
    this.#resolvers.delete(callId);
    return answer;
  }

  answer(callId: number, answer: Answer): void {
    this.#resolvers.get(callId)?.(answer);
  }
}

/** In the primary process: answers the nodes' questions for the metrics of all nodes. */
export class NodeMetricsCollector {
  readonly #pendingCalls = new PendingCalls<object[]>();
  readonly #nodes: () => readonly Worker[];
  #pendingMetrics: Promise<string> | undefined;

  /** @param nodes returns the nodes that answer requests. */
  constructor(nodes: () => readonly Worker[]) {
    this.#nodes = nodes;
  }

  receive(sender: Worker, message: MessageFromNode): void {
    if (message.type === 'node-metrics') this.#pendingCalls.answer(message.callId, message.metrics);
    if (message.type !== 'read-metrics') return;
    const { callId } = message;
    // Questions that arrive at the same time get the same answer, so that many questions cause no more work than one.
    this.#pendingMetrics ??= this.#readAll().finally(() => {
      this.#pendingMetrics = undefined;
    });
    void this.#pendingMetrics.then((text) => sendToNode(sender, { type: 'all-metrics', callId, text }));
  }

  async #readAll(): Promise<string> {
    const answers = await Promise.all(
      this.#nodes().map((node) =>
        this.#pendingCalls.call((callId) => sendToNode(node, { type: 'report-metrics', callId }), nodeTimeoutMs),
      ),
    );
    const receivedMetrics = answers.filter((metrics) => metrics !== undefined);
    return AggregatorRegistry.aggregate(receivedMetrics).metrics();
  }
}

/**
 * In a node: lets the primary process read this node's metrics. Each value gets the label `node`, because any node may
 * answer a request for the metrics.
 * @returns a function that reads the metrics of all nodes, or of this node alone when the other nodes do not answer in
 * time.
 */
export function shareMetrics(registry: Registry, node: number): () => Promise<string> {
  registry.setDefaultLabels({ node: String(node) });
  const pendingCalls = new PendingCalls<string>();
  process.on('message', (message: MessageFromPrimary) => {
    if (message.type === 'all-metrics') pendingCalls.answer(message.callId, message.text);
    if (message.type !== 'report-metrics') return;
    const { callId } = message;
    registry.getMetricsAsJSON().then(
      (metrics) => sendToPrimary({ type: 'node-metrics', callId, metrics }),
      () => undefined,
    );
  });
  return async () => {
    const text = await pendingCalls.call(
      (callId) => sendToPrimary({ type: 'read-metrics', callId }),
      allNodesTimeoutMs,
    );
    return text ?? registry.metrics();
  };
}
