// `npm run verify-authority -- --rounds 1000 --nodes 2`: against real server processes, admins perform all their
// actions while they are suspended, delete their accounts or lose their role. Prints the figures, and exits with 1 when
// an action took effect after its admin had lost the role.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { migrate } from '@carhouse/database/connection/migrate';
import { runOnServer, withDatabase } from '@carhouse/database/testing/maintenance';
import { startTestServer } from '@carhouse/embedded-postgres/test-server';
import { runAuthorityRace } from '@carhouse/server/testing/authority-race';
import { openRaceTestbed } from '@carhouse/server/testing/race-testbed';
import pg from 'pg';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    nodes: { type: 'string', default: '2' },
  },
});

const server = await startTestServer(process.env.TEST_DATABASE_URL);
const name = `authority_${process.pid}`;
const url = withDatabase(server.url, name);
const startTime = performance.now();
const countSeconds = (): string => ((performance.now() - startTime) / 1000).toFixed(0);
try {
  await runOnServer(server.url, `CREATE DATABASE ${name}`);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await migrate(pool);
  await pool.end();
  const raceServer = await openRaceTestbed(url);
  try {
    const nodes = await Promise.all(Array.from({ length: Number(values.nodes) }, () => raceServer.startNode()));
    const figures = await runAuthorityRace({
      seed: Number(values.seed),
      roundCount: Number(values.rounds),
      nodes: nodes.map((node) => node.url),
      pool: raceServer.pool,
      sessionSecret: raceServer.sessionSecret,
      report: (rounds) => console.log(`${rounds} rounds after ${countSeconds()} s`),
    });
    const { effectCounts, rightsLossCounts, ...counts } = figures;
    for (const [figureName, value] of Object.entries({ ...counts, ...rightsLossCounts, ...effectCounts }))
      console.log(`${figureName}: ${value}`);
    console.log(`passed in ${countSeconds()} s: no act took effect after the end of its admin`);
  } finally {
    await raceServer.close();
  }
} catch (error) {
  console.log(`FAILED after ${countSeconds()} s: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await runOnServer(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await server.stop();
}
console.log(`load average ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} processors`);
