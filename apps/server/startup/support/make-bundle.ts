import { readFile } from 'node:fs/promises';
import { arch, availableParallelism, loadavg, platform, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { describeConfiguration } from './describe-configuration.ts';
import { describeDatabase } from './describe-database.ts';
import { redactLog } from './keep-log-facts.ts';
import { selectKnownMetrics } from './keep-metrics.ts';
import { readProductText } from './product-text.ts';
import type { ArchivedFile } from './write-tar.ts';

const projectFolder = fileURLToPath(new URL('../../../../', import.meta.url));
const maxLogLines = 2_000;

export type BundleSources = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined when no database can be reached. */
  readonly pool: pg.Pool | undefined;
  /** The answer of /metrics; undefined when there is none. */
  readonly metrics: string | undefined;
  /** The log of the server; undefined when it was not found. */
  readonly log: string | undefined;
  readonly now: Date;
};

/**
 * Makes the files of a support bundle. Each file of the bundle has an allow list, so a new field, column or log line is
 * left out until it is added to the list. The bundle has no names, addresses, telephone numbers, tokens, keys, ids or
 * texts of users.
 */
export async function makeBundle({ env, pool, metrics, log, now }: BundleSources): Promise<readonly ArchivedFile[]> {
  const productText = await readProductText();
  const database = pool === undefined ? { unreadable: 'no database was reached' } : await describeDatabase(pool);
  return [
    { name: 'versions.json', text: toText(await describeVersions(now)) },
    { name: 'configuration.json', text: toText(describeConfiguration(env)) },
    { name: 'database.json', text: toText(database) },
    { name: 'metrics.txt', text: metrics === undefined ? 'no answer\n' : selectKnownMetrics(metrics, productText) },
    { name: 'log.txt', text: log === undefined ? 'no log was found\n' : redactLog(log, productText, maxLogLines) },
  ];
}

async function describeVersions(now: Date): Promise<Record<string, unknown>> {
  const manifest: unknown = JSON.parse(await readFile(`${projectFolder}package.json`, 'utf8'));
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : null;
  return {
    madeAt: now.toISOString(),
    carHouse: version,
    commit: await readCommit(),
    release: /[\\/]([0-9a-f]{12})[\\/]$/.exec(projectFolder)?.[1] ?? null,
    node: process.versions.node,
    v8: process.versions.v8,
    openssl: process.versions.openssl,
    system: `${platform()} ${release()} ${arch()}`,
    processors: availableParallelism(),
    memoryMegabytes: Math.round(totalmem() / 2 ** 20),
    load: loadavg().map((value) => Number(value.toFixed(2))),
  };
}

/** The commit of a checkout; null in an installed release, whose folder is named after the hash of its files. */
async function readCommit(): Promise<string | null> {
  const head = await readFile(`${projectFolder}.git/HEAD`, 'utf8').catch(() => '');
  const [, ref] = /^ref: (refs\/heads\/[\w./-]+)$/m.exec(head) ?? [];
  const text = ref === undefined ? head : await readFile(`${projectFolder}.git/${ref}`, 'utf8').catch(() => '');
  return /^[0-9a-f]{40}/.exec(text)?.[0] ?? null;
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
