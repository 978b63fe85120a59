import { afterAll, beforeAll, expect, it } from 'vitest';
import { runGeneratedCalls } from '../../testing/run-generated-calls.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** Seed of the random calls. Another seed can be set: `FUZZ_SEED=7 vitest run apps/server/http/routing/fuzz`. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it(`ten thousand generated calls are never answered 500, change nothing where they are refused, and leave the memory level (seed ${seed})`, {
  timeout: 1_800_000,
}, async () => {
  const { faults, counts, level, end } = await runGeneratedCalls(server, {
    calls: 10_000,
    warmUpCallCount: 3_000,
    seed,
  });
  expect(faults).toEqual([]);
  // Enough calls must succeed for a meaningful test.
  expect(counts.get('2xx') ?? 0).toBeGreaterThan(10_000 / 15);
  for (const table of ['booking', 'wish', 'advertisement', 'payment_attempt']) {
    const { rows } = await server.context.pool.query(`SELECT 1 FROM ${table} LIMIT 5`);
    expect(rows.length, table).toBeGreaterThan(0);
  }
  expect(end).toBeLessThan(level * 1.2);
});
