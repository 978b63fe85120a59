import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from './place-cluster.ts';
import { giveToFolderOwner } from './run-as.ts';

/**
 * Settings for a small machine that also runs Car House. The settings for durable commits are written explicitly
 * although they are PostgreSQL's defaults, because an acknowledged booking must survive a power failure.
 */
const DEFAULT_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '256MB',
  effective_cache_size: '768MB',
  maintenance_work_mem: '64MB',
  // Parallel workers share memory through /dev/shm, of which a container has 64 MB. The parallel workers use 48 MB for
  // hashes (3 processes with 2 × 8 MB each), which is less than 64 MB.
  work_mem: '8MB',
  max_parallel_workers_per_gather: '2',
  // Statistics of new tables are needed soon: without them, PostgreSQL plans statements for tables that are almost empty.
  autovacuum_naptime: '15s',
  max_wal_size: '1GB',
  wal_compression: 'on',
  // After a crash, PostgreSQL first syncs its data directory. One call for the whole file system takes some hundredths
  // of a second; a call for each file takes seconds on a busy disk. Only Linux can sync the whole file system in one
  // call.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  random_page_cost: '1.1',
  // JIT compilation costs more than it saves for queries of a few milliseconds.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  cluster_name: 'carhouse',
};

/**
 * Writes `<homeFolder>/server.conf`, the configuration of PostgreSQL, at each start. The file includes the settings of
 * initdb (`cluster/postgresql.conf`). Later lines have priority, so `overrides` come last.
 */
export async function writeSettings(
  homeFolder: string,
  port: number,
  overrides: Readonly<Record<string, string>>,
): Promise<string> {
  const file = join(homeFolder, 'server.conf');
  const settings = { ...DEFAULT_SETTINGS, ...overrides, port: String(port) };
  const lines = Object.entries(settings).map(([name, value]) => {
    if (!/^[a-z][a-z0-9_.]*$/.test(name)) throw new Error(`not the name of a PostgreSQL setting: ${name}`);
    return `${name} = ${quoteSetting(value)}`;
  });
  const headerLine = '# Written by Car House on each start; changes made here are lost.';
  const includeDirective = `include ${quoteSetting(join(homeFolder, 'cluster', 'postgresql.conf'))}`;
  await writeDurably(`${file}.new`, `${[headerLine, includeDirective, ...lines].join('\n')}\n`, 0o644);
  giveToFolderOwner(homeFolder, `${file}.new`);
  await rename(`${file}.new`, file);
  return file;
}

function quoteSetting(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
