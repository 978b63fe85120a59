// Writes a support bundle: facts about an installation without personal data. See `usage`. Exit codes: 0 written, 1 failed,
// 2 wrong usage.
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { openPool } from '@carhouse/database/connection/connect';
import { type Config, ConfigError, readConfig } from '@carhouse/server/config';
import { makeOrigin } from '@carhouse/server/config/listen-config';
import { findServer } from '@carhouse/server/startup/gate/find-server';
import { makeBundle } from '@carhouse/server/startup/support/make-bundle';
import { writeTar } from '@carhouse/server/startup/support/write-tar';

const usage = `Usage: npm run support-bundle -- [--log FILE] [--out FILE]

Writes versions, names of configured variables, metrics, counts, migrations, results of the audits, slow statements without
values, and facts of the last log lines into an archive that you may show to others. Read it before: tar -xOzf FILE.

  --log FILE   the log of the server, '-' for standard input; without it, the journal of the unit carhouse
  --out FILE   the archive; without it, carhouse-support-TIME.tar.gz here`;

/** Limits of the statements of the bundle in milliseconds: audits of a large database take longer than a request may. */
const statementTimeoutMs = 120_000;

process.exitCode = await run();

async function run(): Promise<number> {
  const options = readOptions();
  if (options === undefined) {
    console.error(usage);
    return 2;
  }
  const now = new Date();
  const callerFolder = process.env.INIT_CWD ?? process.cwd();
  const defaultFileName = `carhouse-support-${now.toISOString().slice(0, 19).replace(/\D/g, '')}.tar.gz`;
  const file = resolve(callerFolder, options.out ?? defaultFileName);
  const config = readConfigOrNone();
  try {
    const log = await readLog(
      options.log === undefined || options.log === '-' ? options.log : resolve(callerFolder, options.log),
    );
    const metrics = config === undefined ? undefined : await readMetrics(config);
    const files = await withDatabase(config, (pool) => makeBundle({ env: process.env, pool, metrics, log, now }));
    await writeFile(file, writeTar(files, now), { mode: 0o600, flag: 'wx' });
    for (const { name, text: content } of files) console.log(`${name.padEnd(20)} ${content.length} characters`);
    console.log(`Written: ${file}`);
    return 0;
  } catch (error) {
    console.error(`The bundle could not be written: ${(error as Error).message}`);
    return 1;
  }
}

function readOptions(): { readonly log?: string | undefined; readonly out?: string | undefined } | undefined {
  try {
    return parseArgs({ options: { log: { type: 'string' }, out: { type: 'string' } } }).values;
  } catch {
    return undefined;
  }
}

/** Reads the configuration; undefined when the configuration is invalid. The bundle then contains this finding. */
function readConfigOrNone(): Config | undefined {
  try {
    return readConfig(false);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

async function readLog(file: string | undefined): Promise<string | undefined> {
  if (file === '-') return text(process.stdin);
  if (file !== undefined) return readFile(file, 'utf8');
  const journal = spawnSync('journalctl', ['--unit=carhouse', '--output=cat', '--lines=2000', '--no-pager'], {
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  return journal.status === 0 && journal.stdout.trim() !== '' ? journal.stdout : undefined;
}

/** Reads the metrics from the server that runs on this machine; undefined when no server responds. */
async function readMetrics({ host, port, metricsToken }: Config): Promise<string | undefined> {
  const headers = metricsToken === undefined ? {} : { authorization: `Bearer ${metricsToken}` };
  try {
    const answer = await fetch(`${makeOrigin(host, port)}/metrics`, {
      headers,
      signal: AbortSignal.timeout(5_000),
    });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Calls `runWithPool` with the pool of the configured database; with undefined when this database cannot be reached.
 */
async function withDatabase<Result>(
  config: Config | undefined,
  runWithPool: (pool: ReturnType<typeof openPool> | undefined) => Promise<Result>,
): Promise<Result> {
  const server = config === undefined ? undefined : await findServer(config).catch(() => undefined);
  if (server === undefined) return runWithPool(undefined);
  const limits = { query_timeout: statementTimeoutMs, statement_timeout: statementTimeoutMs };
  const pool = openPool({ url: server.url, applicationName: 'carhouse-support', max: 2, limits });
  try {
    return await runWithPool(pool);
  } finally {
    await pool.end();
    await server.stop();
  }
}
