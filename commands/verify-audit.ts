// Reads the whole audit log of a database, and checks its chain of hashes and the recorded days of the ledger. See
// `usage` for the flags. Exit codes: 0 the chain is intact, 1 the chain is broken or cannot be read, 2 wrong usage.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type ChainFault, type ChainHead, verifyAuditChain } from '@carhouse/database/audit/audit-chain';
import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import { type LedgerDayFault, verifyLedgerDays } from '@carhouse/database/ledger/ledger-days';
import { findRunningEmbeddedUrl } from '@carhouse/embedded-postgres/find-running';
import { startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';
import { findCommandDatabaseUrl, readCommandEnvironment } from '@carhouse/server/config/secret-files';

const usage = `Usage: npm run verify-audit -- [--head POSITION:HASH]

  --head   a head of the chain that was noted earlier; the chain must still hold it

The database is that of DATABASE_URL, else the embedded one of DATA_DIR (./data), whether or not Car House is running.`;

const textsByFaultKind: Readonly<Record<ChainFault['kind'], string>> = {
  changed: 'was changed after it was sealed',
  removed: 'is missing',
  broken: 'does not stand on the link before it',
  inserted: 'was slipped in: it was never to be sealed',
  cut: 'is not in the chain any more, though it was noted',
};

const dayFaultMeanings: Readonly<Record<LedgerDayFault['kind'], string>> = {
  changed: 'is not what was recorded in the night after it',
  missing: 'was not recorded, though days around it were',
};

process.exitCode = await runCommand();

async function runCommand(): Promise<number> {
  let recordedChainHead: ChainHead | undefined;
  try {
    const { values } = parseArgs({ options: { head: { type: 'string' } } });
    recordedChainHead = values.head === undefined ? undefined : parseChainHead(values.head);
  } catch {
    console.error(usage);
    return 2;
  }
  try {
    return await verifyAudit(recordedChainHead);
  } catch (error) {
    console.error(`The audit could not be read: ${(error as Error).message}`);
    return 1;
  }
}

function parseChainHead(text: string): ChainHead {
  const match = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) throw new Error('not a head');
  return { position: BigInt(match[1]), hash: match[2] };
}

async function verifyAudit(recordedChainHead: ChainHead | undefined): Promise<number> {
  const server = await findServer();
  const pool = openPool({ url: server.url, max: 1, applicationName: 'carhouse-verify-audit' });
  try {
    const database = openDatabase(pool);
    const { sealed, waiting, head, faults } = await verifyAuditChain(database, recordedChainHead);
    for (const fault of faults) console.error(`${describePosition(fault)} ${textsByFaultKind[fault.kind]}.`);
    const ledgerReport = await verifyLedgerDays(database);
    for (const { day, kind } of ledgerReport.faults) console.error(`The ledger of ${day} ${dayFaultMeanings[kind]}.`);
    if (faults.length + ledgerReport.faults.length > 0) return 1;
    console.log(`The audit is whole: ${sealed} entries sealed, ${waiting} waiting for their seal.`);
    console.log(`The ledger is as it was recorded on ${ledgerReport.days} days.`);
    if (head !== null) console.log(`Head: ${head.position}:${head.hash}`);
    return 0;
  } finally {
    await pool.end();
    await server.stop();
  }
}

function describePosition({ position, entryId }: ChainFault): string {
  const linkText = position === null ? '' : `Link ${position}`;
  const entryText = entryId === null ? '' : `entry ${entryId}`;
  return [linkText, entryText].filter((textPart) => textPart !== '').join(', ');
}

async function findServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const environment = readCommandEnvironment(process.env);
  const url = findCommandDatabaseUrl(environment);
  if (url !== undefined) return { url, stop: async () => {} };
  const projectFolder = fileURLToPath(new URL('..', import.meta.url));
  const dataDir = resolve(projectFolder, process.env.DATA_DIR || 'data');
  const runningDatabaseUrl = await findRunningEmbeddedUrl(dataDir);
  if (runningDatabaseUrl !== undefined) return { url: runningDatabaseUrl, stop: async () => {} };
  return startEmbeddedPostgres({ dataDir, log: (line) => console.log(line) });
}
