import { mkdir } from 'node:fs/promises';
import { startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { providerWebhookPath } from '../http/routing/provider-paths.ts';
import { loadOrCreateSecret } from './kept-secret.ts';
import type { SharedServices } from './node-messages.ts';
import { sandboxSecretName, startOwnSandbox } from './own-sandbox.ts';
import { deriveSandboxKeys } from './sandbox-keys.ts';
import { findDataDirFault, tryAddress } from './start-fault.ts';

/** Connections to the database that one server node opens at most: its pools, its job queue and its listeners. */
const connectionsPerNode = 20;
/** Connections of the database that no node uses: for commands such as backups, and for the superuser. */
const otherConnections = 20;

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
    await mkdir(config.dataDir, { recursive: true }).catch((error: unknown) => {
      throw findDataDirFault(config.dataDir, error);
    });
    const databaseUrl = await openDatabase(config, writeLine, count, closers);
    await tryAddress(config);
    const sandbox = await startSandbox(config, log, closers);
    return {
      databaseUrl,
      sandboxUrl: sandbox?.url ?? null,
      setNodesOrigin: (origin) => sandbox?.setWebhookUrl(`${origin}${providerWebhookPath}`),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openDatabase(
  config: Config,
  writeLine: (line: string) => void,
  count: number,
  closers: (() => Promise<unknown>)[],
): Promise<string> {
  if (config.database.kind === 'server') return config.database.url;
  const { dataDir, backupDir } = config;
  // While the nodes are replaced, there is one more.
  const connections = Math.max(60, otherConnections + (count + 1) * connectionsPerNode);
  const settings = { max_connections: String(connections) };
  const embeddedServer = await startEmbeddedPostgres({ dataDir, backupDir, log: writeLine, settings });
  closers.push(() => embeddedServer.stop());
  return embeddedServer.url;
}

async function startSandbox(config: Config, log: Logger, closers: (() => Promise<unknown>)[]) {
  if (config.cards.kind === 'stripe' || config.cards.shared !== null) return undefined;
  const sandbox = await startOwnSandbox({
    keys: deriveSandboxKeys(await loadOrCreateSecret(config.dataDir, sandboxSecretName)),
    dataDir: config.dataDir,
    log: (message) => log.debug({ message }, 'sandbox card provider'),
  });
  closers.push(() => sandbox.close());
  return sandbox;
}
