import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { fixNodeProgram } from './fix-node-program.ts';
import { NodeMetrics } from './node-metrics.ts';
import { type NodeSettings, NumberedNode, nodeTimes } from './numbered-node.ts';
import { StartFault } from './start-fault.ts';
import { startServices } from './start-services.ts';

export type RunningNodes = {
  readonly url: string;
  readonly hasDemo: boolean;
  /** Stops all nodes, which finish the requests in progress, and then what they share. */
  close(): Promise<void>;
};

/**
 * Runs several server nodes on one machine, as processes that share one port: this process, the primary, accepts the
 * connections and gives them to the nodes in turn (`node:cluster`). The addresses of clients stay known. A node that ends is
 * started again, the others go on. At SIGUSR2 the nodes are replaced one after the other, without a request that fails.
 * Where the path of the program has a symbolic link, only SIGUSR2 follows it again (`fixNodeProgram`).
 * The first node starts alone, because it migrates the database and adds the demo data. When a later one does not start, it
 * is started again after a while, and the others go on without it.
 * @throws StartFault when the first node does not start; the node has written why.
 */
export async function runNodes(
  config: Config,
  log: Logger,
  options: { readonly count: number; readonly writeLine: (line: string) => void; readonly stop: AbortSignal },
): Promise<RunningNodes> {
  const { count, writeLine, stop } = options;
  fixNodeProgram(process.argv[1]);
  const services = await startServices(config, log, writeLine, count);
  const { databaseUrl, sandboxUrl, nodeCount } = services;
  const metrics = new NodeMetrics(() => nodes.flatMap((node) => node.process ?? []));
  const settings: NodeSettings = {
    services: { databaseUrl, sandboxUrl, nodeCount },
    log,
    times: nodeTimes,
    receive: (sender, message) => metrics.receive(sender, message),
  };
  const nodes = Array.from({ length: count }, (_, index) => new NumberedNode(index + 1, settings));
  const close = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()));
    await services.close();
  };
  const stopNodes = (): void => void Promise.all(nodes.map((node) => node.stop()));
  stop.addEventListener('abort', stopNodes);
  try {
    stop.throwIfAborted();
    const [firstNode, ...laterNodes] = nodes;
    if (firstNode === undefined) throw new RangeError('There must be at least one node.');
    const { url, hasDemo } = await firstNode.start(true).catch((error: unknown) => {
      stop.throwIfAborted();
      throw new StartFault('the first server node did not start; the lines above say why', error);
    });
    services.setNodesOrigin(url);
    await Promise.all(laterNodes.map((node) => node.startOrRetry()));
    stop.throwIfAborted();
    const replaceNodes = makeReplaceNodes(nodes, log);
    process.on('SIGUSR2', replaceNodes);
    return {
      url,
      hasDemo,
      close: async () => {
        process.off('SIGUSR2', replaceNodes);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  } finally {
    stop.removeEventListener('abort', stopNodes);
  }
}

/**
 * Returns a function that replaces all nodes, one after the other. When a new process does not start, the old one and those
 * after it go on. Calls while nodes are being replaced cause one more round afterwards, because what the processes read at
 * their start may have changed since.
 */
function makeReplaceNodes(nodes: readonly NumberedNode[], log: Logger): () => void {
  let isRunning = false;
  let isRoundDue = false;
  const replaceAll = async (): Promise<void> => {
    isRunning = true;
    while (isRoundDue) {
      isRoundDue = false;
      log.info('the server nodes are replaced');
      const isComplete = await replaceByProgram(nodes, log);
      if (isComplete) log.info('the server nodes were replaced');
      else log.error('a server node could not be replaced; it and those after it go on as before');
    }
    isRunning = false;
  };
  return () => {
    isRoundDue = true;
    if (!isRunning) void replaceAll();
  };
}

/**
 * Replaces all nodes by the program that the path of this process names now. When that fails, a node that ends is started from
 * the program before, which is known to start.
 * @returns whether all nodes were replaced.
 */
async function replaceByProgram(nodes: readonly NumberedNode[], log: Logger): Promise<boolean> {
  let restoreProgram: () => void;
  try {
    restoreProgram = fixNodeProgram(process.argv[1]);
  } catch (error) {
    log.error({ err: error }, 'the program of the server nodes is not there');
    return false;
  }
  const isComplete = await replaceOneAfterAnother(nodes);
  if (!isComplete) restoreProgram();
  return isComplete;
}

/** @returns whether all nodes were replaced. */
async function replaceOneAfterAnother(nodes: readonly NumberedNode[]): Promise<boolean> {
  for (const node of nodes) if (!(await node.replace())) return false;
  return true;
}
