import { makeTestDatabase, type TestDatabase } from '@carhouse/database/testing/test-database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rightsLossKinds, runAuthorityRace } from './authority-race.ts';
import { openRaceTestbed } from './race-testbed.ts';

let db: TestDatabase;

beforeEach(async () => {
  db = await makeTestDatabase();
});
afterEach(() => db.close());

// `npm run verify-authority` runs this race at full size, with 1,000 rounds.
it('no act of an admin takes effect after their suspension, deletion or demotion, on two processes', async () => {
  const raceTestbed = await openRaceTestbed(db.url);
  try {
    const nodes = await Promise.all([raceTestbed.startNode(), raceTestbed.startNode()]);
    const figures = await runAuthorityRace({
      seed: 7,
      roundCount: 30,
      nodes: nodes.map(({ url }) => url),
      pool: raceTestbed.pool,
      sessionSecret: raceTestbed.sessionSecret,
    });
    expect(figures.roundCount).toBe(30);
    for (const ending of rightsLossKinds) expect(figures.rightsLossCounts[ending]).toBe(10);
    // The race proves something only if some calls were made before the admin lost their rights, and some after.
    expect(figures.doneCount).toBeGreaterThan(30);
    expect(figures.refusedCount).toBeGreaterThan(30);
    expect(Object.keys(figures.effectCounts).length).toBeGreaterThan(8);
  } finally {
    await raceTestbed.close();
  }
}, 300_000);
