import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Figures, median, round } from '../samples.ts';
import type { ServerProcess } from '../server-process.ts';

const runs = 3;
const windowSeconds = 60;
/** Seconds after the start in which the server ends its first work. */
const warmUpSeconds = 30;

/** Counts the statements that a node sends to its database while nobody asks anything, by the log of PostgreSQL. */
export async function benchIdle({ pool, dataDir }: ServerProcess): Promise<Figures[]> {
  await pause(warmUpSeconds * 1_000);
  const readLog = async () => (await readFile(join(dataDir, 'database', 'server.log'), 'utf8')).length;
  const countsByRun: ReadonlyMap<string, number>[] = [];
  await setLogging(pool, true);
  try {
    for (let run = 0; run < runs; run += 1) {
      const start = await readLog();
      await pause(windowSeconds * 1_000);
      countsByRun.push(countStatements((await readFile(join(dataDir, 'database', 'server.log'), 'utf8')).slice(start)));
    }
  } finally {
    await setLogging(pool, false);
  }
  const programs = [...new Set(countsByRun.flatMap((counts) => [...counts.keys()]))].sort();
  const perSecond = (read: (counts: ReadonlyMap<string, number>) => number): number =>
    round(median(countsByRun.map(read)) / windowSeconds);
  const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0);
  return [
    { bench: 'idle: statements a second, whole node', runs, per_s: perSecond(sum) },
    ...programs.map((name) => ({
      bench: `idle: ${name}`,
      runs,
      per_s: perSecond((counts) => counts.get(name) ?? 0),
    })),
  ];
}

async function setLogging(pool: ServerProcess['pool'], isOn: boolean): Promise<void> {
  const change = (name: string, value: string) => (isOn ? `SET ${name} = '${value}'` : `RESET ${name}`);
  await pool.query(`ALTER SYSTEM ${change('log_statement', 'all')}`);
  await pool.query(`ALTER SYSTEM ${change('log_line_prefix', '<%a> ')}`);
  await pool.query('SELECT pg_reload_conf()');
  // The processes of PostgreSQL read the new configuration at their next statement.
  await pause(2_000);
}

/** Counts the statements of a part of the log by the program that sent them. */
function countStatements(log: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of log.split('\n')) {
    const program = /^<(carhouse[a-z-]{0,40})> LOG: {2}(?:statement|execute [^:]{1,80}): /.exec(line)?.[1];
    if (program !== undefined && program !== 'carhouse-bench') counts.set(program, (counts.get(program) ?? 0) + 1);
  }
  return counts;
}
