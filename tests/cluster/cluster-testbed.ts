import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseCluster } from './database-cluster.ts';
import { openNetwork } from './machine.ts';
import { makeProductDatabase, ProductNodes } from './product-nodes.ts';
import { type Proxies, startProxies } from './proxies.ts';

/** Everything that the cluster test runs on this machine. */
export type ClusterTestbed = {
  readonly folder: string;
  readonly cluster: DatabaseCluster;
  readonly proxies: Proxies;
  readonly nodes: ProductNodes;
};

/** Starts the testbed step by step. Stops everything that was started, even when the start was interrupted. */
export class TestbedBuilder {
  readonly #closers: (() => Promise<unknown>)[] = [];
  readonly #keepsFolder: boolean;

  /** @param keepsFolder whether the folder with settings and logs is kept. */
  constructor(keepsFolder: boolean) {
    this.#keepsFolder = keepsFolder;
  }

  /** Starts the testbed. @param writeLine gets a line for each step. @param entry entry file of the nodes' product. */
  async startAll(writeLine: (line: string) => void, entry?: string): Promise<ClusterTestbed> {
    const folder = await mkdtemp(join(tmpdir(), 'carhouse-cluster-'));
    // The user `postgres` must be able to enter the folder.
    await chmod(folder, 0o755);
    if (!this.#keepsFolder) this.#closers.push(() => rm(folder, { recursive: true, force: true }));
    const startMs = performance.now();
    const reportStep = (text: string): void =>
      writeLine(`${((performance.now() - startMs) / 1_000).toFixed(1)} s: ${text}`);
    const network = openNetwork(process.pid % 256);
    this.#closers.push(async () => network.close());
    const cluster = await DatabaseCluster.start(network, folder);
    this.#closers.push(() => cluster.stop());
    await makeProductDatabase(cluster);
    reportStep('etcd and Patroni with three members of PostgreSQL 15, one synchronous');
    const proxies = await startProxies(cluster, join(folder, 'proxies'));
    this.#closers.push(() => proxies.stop());
    reportStep('HAProxy and PgBouncer');
    const nodes = await ProductNodes.start(cluster, proxies, join(folder, 'nodes'), entry);
    this.#closers.push(() => nodes.stop());
    reportStep('three nodes, a bucket, a mail server and the sandbox card provider');
    return { folder, cluster, proxies, nodes };
  }

  /** Stops everything, in reverse order. When one step of stopping fails, the other steps still run. */
  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse())
      await close().catch((error: unknown) => console.error(`Stopping: ${(error as Error).message}`));
  }
}
