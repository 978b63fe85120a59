import { makeTestDatabase, type TestDatabase } from '@carhouse/database/testing/test-database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runRaceOnTestbed } from '../testing/race-on-testbed.ts';

let db: TestDatabase;

beforeEach(async () => {
  db = await makeTestDatabase();
});
afterEach(() => db.close());

// `npm run verify-money` runs this race at full size: 200 cars with 32 buyers each, and ten seeds.
describe.each([
  { seed: 101, nodes: 2 },
  { seed: 202, nodes: 1 },
  { seed: 303, nodes: 2 },
])('25 cars with 32 buyers each, against server processes: $nodes (seed $seed)', ({ seed, nodes }) => {
  it('end with one paid order a car and nobody charged twice or for nothing', { timeout: 600_000 }, async () => {
    const figures = await runRaceOnTestbed(db.url, { seed, nodes, cars: 25, buyersPerCar: 32 });
    expect(figures).toMatchObject({ orders: 800, paid: 25, doubleChargeCount: 0, orphanChargeCount: 0 });
    // The race proves something only if some holds were taken over and some events were lost or repeated.
    expect(figures.takeoverCount).toBeGreaterThan(0);
    // Some cards were charged too late, and each of these charges was refunded exactly once.
    expect(figures.lateChargeCount).toBeGreaterThan(0);
    expect(figures.refunds).toBeGreaterThanOrEqual(figures.lateChargeCount);
    expect(figures.lateRefusalCount).toBeGreaterThan(0);
    expect(figures.webhookFigures.droppedCount).toBeGreaterThan(0);
    expect(figures.webhookFigures.postCount).toBeGreaterThan(figures.webhookFigures.events);
  });
});
