// `npm run check-shards -- [--from FOLDER] [TEST FILE …]` runs the tests of the server and the database, or the named
// tests, and records the statements that reach PostgreSQL. The program then judges which shards each statement would
// touch if the data were divided by listing (decision 0094). Prints a JSON line for each class, then tables. Exit
// codes: 0 means that each statement of the money path touches one shard or has a reviewed reason, 1 that a statement
// does not, 2 that the usage was wrong.
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
import { reviewedReasons } from './reviewed-reasons.ts';
import { findCrossShardConstraints, listUniqueConstraints, type UniqueConstraint } from './unique-constraints.ts';

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
  await checkShards();
}

async function checkShards(): Promise<void> {
  await loadParser();
  const { functions, constraints } = await readDatabase();
  const judgedStatements = judgeRun(await readRecordedStatements(folder), functions, reviewedReasons);
  const classCounts = countClasses(judgedStatements);
  for (const each of classCounts) console.log(JSON.stringify(each));
  console.table(classCounts);
  printReviewedReasons(judgedStatements);
  const crossShardConstraints = findCrossShardConstraints(constraints);
  console.log('Unique constraints that one shard cannot keep alone:');
  console.table(crossShardConstraints.map(({ name, reason }) => ({ name, reason: reason ?? 'NOT REVIEWED' })));
  const unreviewedStatements = judgedStatements.filter((each) => each.isMoneyPath && each.faults.length > 0);
  for (const { class: name, origin, faults, text } of unreviewedStatements)
    console.log(`${name}: ${faults.join('; ')}\n  ${origin}\n  ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 400)}`);
  const unreviewedConstraints = crossShardConstraints.filter(({ reason }) => reason === undefined);
  const hasPassed =
    unreviewedStatements.length === 0 &&
    unreviewedConstraints.length === 0 &&
    judgedStatements.some((each) => each.isMoneyPath);
  console.log(
    hasPassed
      ? 'passed: each statement of the money path touches one shard, or has a reviewed reason'
      : `FAILED: ${unreviewedStatements.length} statements of the money path and ${unreviewedConstraints.length} constraints are not reviewed`,
  );
  if (!hasPassed) process.exitCode = 1;
}

function printReviewedReasons(judgedStatements: readonly JudgedStatement[]): void {
  const rows = reviewedReasons.map((reviewedReason) => {
    const coveredStatements = judgedStatements.filter(
      (each) => each.isMoneyPath && each.reasons.includes(reviewedReason),
    );
    return { remedy: reviewedReason.remedy, statements: coveredStatements.length, reason: reviewedReason.reason };
  });
  console.log('Statements of the money path that one shard cannot answer alone, with the reviewed reasons:');
  console.table(rows);
}

/**
 * Runs tests of the project `database` with the recorder in each process. A failed test does not matter, because only
 * its recorded statements are needed.
 */
async function recordTests(files: readonly string[]): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const recorder = join(import.meta.dirname, 'record-statements.ts');
  const env = {
    ...process.env,
    CARHOUSE_TESTS: 'short',
    CARHOUSE_STATEMENTS: folder,
    NODE_OPTIONS: `--import ${recorder} ${process.env.NODE_OPTIONS ?? ''}`.trim(),
  };
  const vitestPath = join(projectFolder, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitestPath, 'run', '--project', 'database', '--reporter=dot', ...files];
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    spawn(process.execPath, args, { cwd: projectFolder, env, stdio: 'inherit' })
      .on('error', reject)
      .on('exit', resolve);
  });
  if (exitCode !== 0) console.log(`The tests ended with ${exitCode}; what they ran is judged all the same.`);
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
