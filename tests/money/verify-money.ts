// `npm run verify-money -- --seeds 10 --nodes 1|2`: runs the payment races at full size against real server processes,
// and prints a line for each seed. Exits with 1 when a charge was wrong, or a car was not sold exactly once.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { migrate } from '@carhouse/database/connection/migrate';
import { runOnServer, withDatabase } from '@carhouse/database/testing/maintenance';
import { startTestServer } from '@carhouse/embedded-postgres/test-server';
import { runRaceOnTestbed } from '@carhouse/server/testing/race-on-testbed';
import pg from 'pg';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    nodes: { type: 'string', default: '2' },
    cars: { type: 'string', default: '200' },
    buyers: { type: 'string', default: '32' },
  },
});
const raceSize = { nodes: Number(values.nodes), cars: Number(values.cars), buyersPerCar: Number(values.buyers) };

const server = await startTestServer(process.env.TEST_DATABASE_URL);
let failedCount = 0;
console.log(`${raceSize.cars} cars, ${raceSize.buyersPerCar} buyers each, server processes: ${raceSize.nodes}`);
try {
  for (let seed = Number(values.from); seed < Number(values.from) + Number(values.seeds); seed += 1) {
    if (!(await runRaceWithSeed(seed))) failedCount += 1;
  }
} finally {
  await server.stop();
}
console.log(`load average ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} processors`);
console.log(`${Number(values.seeds) - failedCount} seeds passed, ${failedCount} failed`);
process.exitCode = failedCount === 0 ? 0 : 1;

async function runRaceWithSeed(seed: number): Promise<boolean> {
  const name = `money_${process.pid}_${seed}`;
  const url = withDatabase(server.url, name);
  await runOnServer(server.url, `CREATE DATABASE ${name}`);
  const startTime = performance.now();
  try {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    await migrate(pool);
    await pool.end();
    const { webhookFigures, ...figures } = await runRaceOnTestbed(url, { seed, ...raceSize });
    const figuresText = Object.entries({
      ...figures,
      webhooks: webhookFigures.postCount,
      webhooksLost: webhookFigures.droppedCount,
    })
      .map(([figureName, count]) => `${figureName} ${count}`)
      .join(', ');
    console.log(`seed ${seed} passed in ${((performance.now() - startTime) / 1000).toFixed(0)} s: ${figuresText}`);
    return true;
  } catch (error) {
    console.log(`seed ${seed} FAILED: ${(error as Error).message}`);
    return false;
  } finally {
    await runOnServer(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}
