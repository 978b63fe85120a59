import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { computeMedian, type Figures, roundFigure } from '../samples.ts';
import type { ServerProcess } from '../server-process.ts';

const runCount = 3;
const windowSeconds = 60;
/** Seconds after the start within which the server completes its start-up work. */
const warmUpSeconds = 30;

/** Counts the statements that a node sends to its database while nobody asks anything, by the log of PostgreSQL. */
export async function benchIdle({ pool, dataDir }: ServerProcess): Promise<Figures[]> {
  await pause(warmUpSeconds * 1_000);
  const readLogLength = async () => (await readFile(join(dataDir, 'database', 'server.log'), 'utf8')).length;
  const countsByRun: ReadonlyMap<string, number>[] = [];
  await setLogging(pool, true);
  try {
    for (let run = 0; run < runCount; run += 1) {
      const logLengthBefore = await readLogLength();
      await pause(windowSeconds * 1_000);
      countsByRun.push(
        countStatements((await readFile(join(dataDir, 'database', 'server.log'), 'utf8')).slice(logLengthBefore)),
      );
    }
  } finally {
    await setLogging(pool, false);
  }
  const programNames = [...new Set(countsByRun.flatMap((counts) => [...counts.keys()]))].sort();
  const computePerSecond = (readCount: (counts: ReadonlyMap<string, number>) => number): number =>
    roundFigure(computeMedian(countsByRun.map(readCount)) / windowSeconds);
  const sumCounts = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0);
  return [
    { bench: 'idle: statements a second, whole node', runs: runCount, per_s: computePerSecond(sumCounts) },
    ...programNames.map((name) => ({
      bench: `idle: ${name}`,
      runs: runCount,
      per_s: computePerSecond((counts) => counts.get(name) ?? 0),
    })),
  ];
}

async function setLogging(pool: ServerProcess['pool'], isLogging: boolean): Promise<void> {
  const formatSetting = (name: string, value: string) => (isLogging ? `SET ${name} = '${value}'` : `RESET ${name}`);
  await pool.query(`ALTER SYSTEM ${formatSetting('log_statement', 'all')}`);
  await pool.query(`ALTER SYSTEM ${formatSetting('log_line_prefix', '<%a> ')}`);
  await pool.query('SELECT pg_reload_conf()');
  // The processes of PostgreSQL read the new configuration at their next statement.
  await pause(2_000);
}

/** Counts the statements in a part of the log, for each program that sent them. */
function countStatements(log: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of log.split('\n')) {
    const program = /^<(carhouse[a-z-]{0,40})> LOG: {2}(?:statement|execute [^:]{1,80}): /.exec(line)?.[1];
    if (program !== undefined && program !== 'carhouse-bench') counts.set(program, (counts.get(program) ?? 0) + 1);
  }
  return counts;
}
