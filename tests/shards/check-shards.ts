// `npm run check-shards -- [--from FOLDER] [TEST FILE …]`: runs the tests of the server and the database, or the named
// ones, records the statements that reach PostgreSQL, and judges what each would touch if the data were divided by
// listing (decision 0094). Prints a JSON line for each class, then tables. Exit codes: 0 each statement of the money path
// touches one shard or has a reviewed reason, 1 one does not, 2 wrong usage.
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '@carhouse/database/connection/migrate';
import { startTestServer } from '@carhouse/embedded-postgres/test-server';
import pg from 'pg';
import { type DatabaseFunction, listFunctions } from './function-bodies.ts';
import { countClasses, type JudgedStatement, judgeRun } from './judge-run.ts';
import { loadParser } from './judge-statement.ts';
import { readRecordedStatements } from './recorded-statements.ts';
import { reviewedReaches } from './reviewed-reaches.ts';
import { findScatteredConstraints, listUniqueConstraints, type UniqueConstraint } from './unique-constraints.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } });
const projectFolder = join(import.meta.dirname, '..', '..');
const folder = values.from ?? join(projectFolder, '.cache', 'statements');
if (values.from !== undefined && positionals.length > 0) {
  console.error(
    'Usage: npm run check-shards -- [--from FOLDER] [TEST FILE …]\n--from  judges what an earlier run has recorded',
  );
  process.exitCode = 2;
} else {
  if (values.from === undefined) await recordTests(positionals);
  await check();
}

async function check(): Promise<void> {
  await loadParser();
  const { functions, constraints } = await readDatabase();
  const judged = judgeRun(await readRecordedStatements(folder), functions, reviewedReaches);
  const counts = countClasses(judged);
  for (const each of counts) console.log(JSON.stringify(each));
  console.table(counts);
  printReviewed(judged);
  const scattered = findScatteredConstraints(constraints);
  console.log('Unique constraints that one shard cannot keep alone:');
  console.table(scattered.map(({ name, reason }) => ({ name, reason: reason ?? 'NOT REVIEWED' })));
  const wrong = judged.filter((each) => each.isMoneyPath && each.faults.length > 0);
  for (const { class: name, origin, faults, text } of wrong)
    console.log(`${name}: ${faults.join('; ')}\n  ${origin}\n  ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 400)}`);
  const unknown = scattered.filter(({ reason }) => reason === undefined);
  const isRight = wrong.length === 0 && unknown.length === 0 && judged.some((each) => each.isMoneyPath);
  console.log(
    isRight
      ? 'passed: each statement of the money path touches one shard, or has a reviewed reason'
      : `FAILED: ${wrong.length} statements of the money path and ${unknown.length} constraints are not reviewed`,
  );
  if (!isRight) process.exitCode = 1;
}

function printReviewed(judged: readonly JudgedStatement[]): void {
  const rows = reviewedReaches.map((reach) => {
    const covered = judged.filter((each) => each.isMoneyPath && each.reasons.includes(reach));
    return { remedy: reach.remedy, statements: covered.length, reason: reach.reason };
  });
  console.log('Statements of the money path that one shard cannot answer alone, with the reviewed reasons:');
  console.table(rows);
}

/** Runs tests of the project `database` with the recorder in each process. What fails there is the matter of `npm test`. */
async function recordTests(files: readonly string[]): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const recorder = join(import.meta.dirname, 'record-statements.ts');
  const env = {
    ...process.env,
    CARHOUSE_TESTS: 'short',
    CARHOUSE_STATEMENTS: folder,
    NODE_OPTIONS: `--import ${recorder} ${process.env.NODE_OPTIONS ?? ''}`.trim(),
  };
  const vitest = join(projectFolder, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--project', 'database', '--reporter=dot', ...files];
  const code = await new Promise<number | null>((resolve, reject) => {
    spawn(process.execPath, args, { cwd: projectFolder, env, stdio: 'inherit' })
      .on('error', reject)
      .on('exit', resolve);
  });
  if (code !== 0) console.log(`The tests ended with ${code}; what they ran is judged all the same.`);
}

async function readDatabase(): Promise<{
  readonly functions: readonly DatabaseFunction[];
  readonly constraints: readonly UniqueConstraint[];
}> {
  const server = await startTestServer();
  const pool = new pg.Pool({ connectionString: server.url, max: 1 });
  try {
    await migrate(pool);
    const client = await pool.connect();
    try {
      return { functions: await listFunctions(client), constraints: await listUniqueConstraints(client) };
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
    await server.stop();
  }
}
