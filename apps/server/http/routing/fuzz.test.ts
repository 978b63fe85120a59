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

it(`a thousand generated calls are never answered 500, and change nothing where they are refused (seed ${seed})`, async () => {
  const { faults, counts } = await runGeneratedCalls(server, { calls: 1_000, warmUpCallCount: 0, seed });
  expect(faults).toEqual([]);
  // Enough calls must succeed for a meaningful test.
  expect(counts.get('2xx') ?? 0).toBeGreaterThan(1_000 / 15);
});
