import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { pinNodeProgram } from './fix-node-program.ts';
import { NodeMetricsCollector } from './node-metrics.ts';
import { type NodeSettings, NumberedNode, nodeTimes } from './numbered-node.ts';
import { StartFault } from './start-fault.ts';
import { startServices } from './start-services.ts';

export type RunningNodes = {
  readonly url: string;
  readonly hasDemo: boolean;
  /** Stops all nodes, which finish the requests in progress, and then stops the services that they share. */
  close(): Promise<void>;
};

/**
 * Runs several server nodes on one machine, as processes that share one port: this process, the primary, accepts the
 * connections and gives them to the nodes in turn (`node:cluster`). The nodes still see the IP addresses of the
 * clients. A node that ends is started again, the others go on. At SIGUSR2 the nodes are replaced one after the other,
 * without a request that fails. Where the path of the program contains a symbolic link, the link is resolved again only
 * at SIGUSR2 (`pinNodeProgram`). The first node starts alone, because it migrates the database and adds the demo data.
 * When a later node does not start, it is started again after a while, and the other nodes go on without it.
 * @throws StartFault when the first node does not start; the node itself reports the reason.
 */
export async function runNodes(
  config: Config,
  log: Logger,
  options: { readonly count: number; readonly writeLine: (line: string) => void; readonly stop: AbortSignal },
): Promise<RunningNodes> {
  const { count, writeLine, stop } = options;
  pinNodeProgram(process.argv[1]);
  const services = await startServices(config, log, writeLine, count);
  const { databaseUrl, sandboxUrl, nodeCount } = services;
  const metrics = new NodeMetricsCollector(() => nodes.flatMap((node) => node.process ?? []));
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
 * Returns a function that replaces all nodes, one after the other. When a new process does not start, the old process
 * and the nodes after it go on. A call while nodes are being replaced causes one more round afterwards, because the
 * files that the processes read at their start may have changed meanwhile.
 */
function makeReplaceNodes(nodes: readonly NumberedNode[], log: Logger): () => void {
  let isRunning = false;
  let isRoundDue = false;
  const replaceAll = async (): Promise<void> => {
    isRunning = true;
    while (isRoundDue) {
      isRoundDue = false;
      log.info('the server nodes are replaced');
      const isComplete = await replaceWithCurrentProgram(nodes, log);
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
 * Restarts all nodes from the program to which the path of this process points now. When the replacement fails, a node
 * that ends later is started from the previous program, which is known to start.
 * @returns whether all nodes were replaced.
 */
async function replaceWithCurrentProgram(nodes: readonly NumberedNode[], log: Logger): Promise<boolean> {
  let restoreProgram: () => void;
  try {
    restoreProgram = pinNodeProgram(process.argv[1]);
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
