import { runKillRounds } from '@carhouse/server/testing/kill-rounds';
import { expect, it } from 'vitest';

// `npm run verify-crashes` runs twenty rounds with other seeds.
it('the product keeps every acknowledged write when node, PostgreSQL and both are killed under load', {
  timeout: 600_000,
}, async () => {
  const figures = await runKillRounds(3, 7, () => {});
  expect(figures.lostWrites).toEqual([]);
  expect(figures.killCounts).toEqual({ node: 1, database: 1, both: 1 });
  // The test proves nothing unless writes of each kind were acknowledged.
  for (const [kind, count] of Object.entries(figures.acknowledgedCounts)) expect(count, kind).toBeGreaterThan(0);
});
