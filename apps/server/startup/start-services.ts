import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { providerWebhookPath } from '../http/routing/provider-paths.ts';
import type { SharedServices } from './node-messages.ts';
import { loadSandboxKeys, startLoggedSandbox } from './own-sandbox.ts';
import { makeDataDirectory, startDatabase } from './start-database.ts';
import { tryAddress } from './start-fault.ts';

/** Connections to the database that one server node opens at most: its pools, its job queue and its listeners. */
const connectionsPerNode = 20;
/** Connections of the database that no node uses: for commands such as backups, and for the superuser. */
const nonNodeConnections = 20;

export type StartedServices = SharedServices & {
  /** Sets the origin of the server nodes, to which the sandbox card provider sends its events. */
  setNodesOrigin(origin: string): void;
  close(): Promise<void>;
};

/**
 * Starts what the server nodes of one machine share: the embedded database and the sandbox card provider, unless the
 * configuration names others. Checks that the nodes can listen on their address.
 * @param count number of nodes, for which the embedded database has enough connections.
 */
export async function startServices(
  config: Config,
  log: Logger,
  writeLine: (line: string) => void,
  count: number,
): Promise<StartedServices> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const closeService of closers.splice(0).reverse()) await closeService();
  };
  try {
    await makeDataDirectory(config);
    // While the nodes are being replaced, there is one node more.
    const connections = Math.max(60, nonNodeConnections + (count + 1) * connectionsPerNode);
    const databaseUrl = await startDatabase(config, writeLine, closers, { max_connections: String(connections) });
    await tryAddress(config);
    const sandbox = await startSandbox(config, log, closers);
    return {
      databaseUrl,
      sandboxUrl: sandbox?.url ?? null,
      nodeCount: count,
      setNodesOrigin: (origin) => sandbox?.setWebhookUrl(`${origin}${providerWebhookPath}`),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startSandbox(config: Config, log: Logger, closers: (() => Promise<unknown>)[]) {
  if (config.cards.kind === 'stripe' || config.cards.sharedSandbox !== null) return undefined;
  const sandbox = await startLoggedSandbox(config, log, await loadSandboxKeys(config.dataDir));
  closers.push(() => sandbox.close());
  return sandbox;
}
