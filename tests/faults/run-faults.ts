// `npm run faults` causes faults in the real product under load, and prints a line of JSON for each fault. See `usage`.
// Exit codes: 0 means that every row had the expected result, 1 that a row had not, 2 that the usage was wrong or this
// machine lacks something that a row needs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { FaultRow } from './fault-row.ts';
import { faultTable } from './fault-table.ts';
import { type DatedResult, faultsFile, insertRows } from './faults-document.ts';
import { findMissingNeeds } from './rig/machine-needs.ts';

const usage = `Usage: npm run faults                    lists the rows
       npm run faults -- ROW [ROW …]     runs rows, by number or name: npm run faults -- 5 17 disk-full
       npm run faults -- --all           runs all of them

  --document   writes what was seen into docs/faults.md`;

type RunOptions = {
  /** Whether this process already has its own network. */
  readonly isIsolated: boolean;
  readonly shouldWriteDocument: boolean;
};

process.exitCode = await run();

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      document: { type: 'boolean', default: false },
      isolated: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const unknownRow = positionals.find((numberOrName) => findRow(numberOrName) === undefined);
  if (unknownRow !== undefined) console.error(`There is no row ${unknownRow}.`);
  const rows = values.all ? faultTable : positionals.flatMap((numberOrName) => findRow(numberOrName) ?? []);
  if (values.help || rows.length === 0 || unknownRow !== undefined) {
    console.log(`${usage}\n`);
    for (const { number, name, fault } of faultTable) console.log(`${number.padStart(4)}  ${name.padEnd(24)} ${fault}`);
    return unknownRow === undefined ? 0 : 2;
  }
  let exitCode = 0;
  const options = { isIsolated: values.isolated, shouldWriteDocument: values.document };
  for (const row of rows) exitCode = Math.max(exitCode, await runRow(row, options));
  return exitCode;
}

/** Writes what was seen of a row into docs/faults.md. */
async function writeDocument(number: string, result: DatedResult): Promise<void> {
  const text = await readFile(faultsFile, 'utf8');
  await writeFile(faultsFile, insertRows(text, faultTable, new Map([[number, result]])));
}

function findRow(numberOrName: string): FaultRow | undefined {
  return faultTable.find(({ number, name }) => number === numberOrName || name === numberOrName);
}

/** Runs a row in a new process with a network and a file system of its own. */
async function runInOwnNetwork({ number }: FaultRow, shouldWriteDocument: boolean): Promise<number> {
  const program = [process.execPath, fileURLToPath(import.meta.url), number, '--isolated'];
  if (shouldWriteDocument) program.push('--document');
  const script = 'ip link set lo up && exec "$@"';
  const args = ['--net', '--mount', '--propagation', 'private', 'sh', '-c', script, 'sh', ...program];
  const child = spawn('/usr/bin/unshare', args, { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

async function runRow(row: FaultRow, { isIsolated, shouldWriteDocument }: RunOptions): Promise<number> {
  const { number, name } = row;
  const missingNeeds = findMissingNeeds(row.needs ?? []);
  if (missingNeeds.length > 0) {
    console.log(JSON.stringify({ row: number, name, missing: missingNeeds }));
    return 2;
  }
  if (row.hasOwnNetwork === true && !isIsolated) return runInOwnNetwork(row, shouldWriteDocument);
  const startMs = performance.now();
  const { figures, failures } = await row.run().catch((error: unknown) => ({
    figures: {},
    failures: [`the experiment ended: ${(error as Error).stack?.slice(0, 2_000)}`],
  }));
  const seconds = Math.round((performance.now() - startMs) / 1_000);
  if (shouldWriteDocument)
    await writeDocument(number, { figures, failures, day: new Date().toISOString().slice(0, 10) });
  const hasPassed = failures.length === 0;
  const loadAverage = Number((loadavg()[0] ?? 0).toFixed(1));
  console.log(
    JSON.stringify({
      row: number,
      name,
      passed: hasPassed,
      seconds,
      load: loadAverage,
      ...figures,
      ...(hasPassed ? {} : { failures }),
    }),
  );
  return hasPassed ? 0 : 1;
}
