import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { closeLostConnections } from './close-lost-connections.ts';
import { type MessageFromNode, type ReadyMessage, type SharedServices, sendToNode } from './node-messages.ts';

/** Times in milliseconds of the nodes of one machine; tests have shorter ones. */
export type NodeTimes = {
  /**
   * The time before a node that has ended is started again: for the first restart, and at most. The time doubles with
   * each restart.
   */
  readonly firstRestartDelayMs: number;
  readonly longestRestartDelayMs: number;
  /**
   * A node that ends after it has answered requests for at least this time is started again after
   * `firstRestartDelayMs`.
   */
  readonly delayResetMs: number;
  /**
   * Time within which a new process must answer requests; a slower process is killed. The first start of a machine's
   * first node has no limit.
   */
  readonly startTimeoutMs: number;
  /** Time for a node to end after SIGTERM. The requests in progress have ten seconds of this time (start-server.ts). */
  readonly stopTimeoutMs: number;
  /**
   * Time for a node to end after it was asked to drain: the time of the longest drain (start-server.ts) and the time of
   * a stop together.
   */
  readonly drainTimeoutMs: number;
};

export const nodeTimes: NodeTimes = {
  firstRestartDelayMs: 200,
  longestRestartDelayMs: 30_000,
  delayResetMs: 60_000,
  startTimeoutMs: 300_000,
  stopTimeoutMs: 30_000,
  drainTimeoutMs: 105_000,
};

export type NodeSettings = {
  readonly services: SharedServices;
  readonly log: Logger;
  readonly times: NodeTimes;
  /** Called with each message of a process of the node. */
  readonly receive: (sender: Worker, message: MessageFromNode) => void;
};

/**
 * One of the server nodes of this machine, with its number. The node has one process after another: each restart starts
 * a new process.
 */
export class NumberedNode {
  readonly #number: number;
  readonly #settings: NodeSettings;
  /** The process that answers requests; undefined while no process answers. */
  #process: Worker | undefined;
  /** All processes that have not ended: also the one that starts, and the one that drains. */
  readonly #processes = new Set<Worker>();
  #restartDelay: number;
  #isStarting = false;
  #isStopping = false;

  constructor(number: number, settings: NodeSettings) {
    this.#number = number;
    this.#settings = settings;
    this.#restartDelay = settings.times.firstRestartDelayMs;
  }

  /** The process that answers requests; undefined while no process answers. */
  get process(): Worker | undefined {
    return this.#process;
  }

  /**
   * Starts the node for the first time. After the first start, the process is started again whenever it ends.
   * @param isFirst whether this is the first node of the machine, which does the work that is done once per start. The
   * start of the first node has no time limit, because migrations and the demo data may take long.
   * @returns when the node answers requests.
   * @throws Error when the process ends before it answers requests. The process itself has reported the reason.
   */
  async start(isFirst: boolean): Promise<ReadyMessage> {
    return this.#startProcess(isFirst);
  }

  /**
   * Starts the node. When the node does not start, it is started again after a while; this function does not wait for
   * the next attempt.
   */
  async startOrRetry(): Promise<void> {
    await this.#startProcess(false).catch(() => this.#retry());
  }

  /** Starts the process again and again, with growing delays, until it answers requests. */
  async #restart(): Promise<void> {
    while (!this.#isStarting && this.#process === undefined) {
      const delayMs = this.#restartDelay;
      this.#restartDelay = Math.min(delayMs * 2, this.#settings.times.longestRestartDelayMs);
      this.#isStarting = true;
      await wait(delayMs);
      this.#isStarting = false;
      if (this.#isStopping) return;
      await this.#startProcess(false).catch(() => this.#reportFailedStart());
    }
  }

  #retry(): void {
    this.#reportFailedStart();
    void this.#restart();
  }

  #reportFailedStart(): void {
    if (this.#isStopping) return;
    this.#settings.log.error({ node: this.#number }, 'a server node did not start and is started again');
  }

  /**
   * Replaces the process: the new one answers requests before the old one drains.
   * @returns when the old process has ended; false when the new process did not start, so that the old process goes on.
   */
  async replace(): Promise<boolean> {
    const oldProcess = this.#process;
    // A node that is being started again gets a new process anyway.
    if (oldProcess === undefined || this.#isStarting) return !this.#isStopping;
    try {
      await this.#startProcess(false);
    } catch {
      // The old process may have ended meanwhile.
      void this.#restart();
      return false;
    }
    await this.#end(oldProcess, () => sendToNode(oldProcess, { type: 'drain' }), this.#settings.times.drainTimeoutMs);
    return true;
  }

  /** Stops all processes of the node, also one that is just starting. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const stopProcess = (each: Worker) =>
      this.#end(each, () => each.process.kill('SIGTERM'), this.#settings.times.stopTimeoutMs);
    await Promise.all(Array.from(this.#processes, stopProcess));
  }

  async #startProcess(isFirst: boolean): Promise<ReadyMessage> {
    const { services, log, receive } = this.#settings;
    const number = this.#number;
    if (this.#isStopping) throw new Error('The server nodes are being stopped.');
    const node = cluster.fork();
    this.#processes.add(node);
    closeLostConnections(node);
    // A message to a process that has just ended is an error event, which must not end this process.
    node.on('error', (error) => log.warn({ node: number, err: error }, 'a server node could not be told something'));
    this.#isStarting = true;
    const { promise, resolve, reject } = Promise.withResolvers<ReadyMessage>();
    node.on('message', (message: MessageFromNode) => {
      if (message.type === 'waiting') sendToNode(node, { type: 'services', ...services, number, isFirst });
      if (message.type === 'ready') resolve(message);
      receive(node, message);
    });
    node.once('exit', (code, signal) => {
      this.#processes.delete(node);
      reject(new Error(`Server node ${number} did not start.`));
      this.#noteEnd(node, signal || `exit code ${code}`);
    });
    const timer = isFirst ? undefined : this.#limitStart(node);
    try {
      const readyMessage = await promise;
      this.#process = node;
      log.info({ node: number, processId: node.process.pid }, 'a server node answers requests');
      this.#expectSteadiness(node);
      return readyMessage;
    } finally {
      clearTimeout(timer);
      this.#isStarting = false;
    }
  }

  /** Kills a process that does not answer requests in time, so that its start fails and can be tried again. */
  #limitStart(node: Worker): NodeJS.Timeout {
    return setTimeout(() => {
      const logFields = { node: this.#number, processId: node.process.pid };
      this.#settings.log.warn(logFields, 'a server node did not answer requests in time and is killed');
      node.process.kill('SIGKILL');
    }, this.#settings.times.startTimeoutMs);
  }

  #expectSteadiness(node: Worker): void {
    const { delayResetMs, firstRestartDelayMs } = this.#settings.times;
    const timer = setTimeout(() => {
      this.#restartDelay = firstRestartDelayMs;
    }, delayResetMs);
    timer.unref();
    node.once('exit', () => clearTimeout(timer));
  }

  /** Starts the node again when its process has ended without being asked to. */
  #noteEnd(node: Worker, end: string): void {
    if (this.#process !== node) return;
    this.#process = undefined;
    if (this.#isStopping) return;
    const logFields = { node: this.#number, processId: node.process.pid, end };
    this.#settings.log.error(logFields, 'a server node has ended and is started again');
    void this.#restart();
  }

  /** Asks a process to end, and kills it when it has not ended in time. */
  async #end(node: Worker, askToEnd: () => void, timeoutMs: number): Promise<void> {
    if (node.isDead()) return;
    const endPromise = new Promise<void>((resolve) => node.once('exit', () => resolve()));
    askToEnd();
    const timer = setTimeout(() => {
      this.#settings.log.warn({ node: this.#number }, 'a server node did not end in time and is killed');
      node.process.kill('SIGKILL');
    }, timeoutMs);
    await endPromise;
    clearTimeout(timer);
  }
}
