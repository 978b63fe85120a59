import { setTimeout as wait } from 'node:timers/promises';
import { openPool } from '@carhouse/database/connection/connect';
import { createSeededRandom } from '@carhouse/server/testing/seeded';
import { countSoldTwice, findBrokenAudits, findLostWrites } from './judge.ts';
import { makeLoadPeople, startLoad } from './load.ts';
import { type AttemptFigures, countRefusedTexts, LoadRecord, measureAttempts } from './load-record.ts';
import type { ProductNodes } from './product-nodes.ts';

/**
 * The results of the requests during an event in the cluster or the nodes, and the checks of the database after the
 * event.
 */
export type EventFigures = {
  readonly event: string;
  readonly seconds: number;
  readonly acknowledged: number;
  /** Number of acknowledged writes that are missing in the database. `lostWrites` names the first of these writes. */
  readonly lost: number;
  readonly lostWrites: readonly string[];
  readonly soldTwice: number;
  readonly brokenAudits: readonly string[];
  readonly writes: AttemptFigures;
  readonly visitorReads: AttemptFigures;
  readonly signedInReads: AttemptFigures;
  readonly unknown: number;
  readonly omitted: number;
  readonly refusals: Readonly<Record<string, number>>;
  readonly refusedWrites: Readonly<Record<string, number>>;
  readonly refusedVisitorReads: Readonly<Record<string, number>>;
  readonly refusedSignedInReads: Readonly<Record<string, number>>;
};

/** Limits of the test's own statements, in milliseconds. */
const longTimeouts = { connectionTimeoutMillis: 30_000, query_timeout: 60_000, statement_timeout: 60_000 } as const;
/** Milliseconds of load before and after the event. */
const loadMarginMs = 5_000;
/** Seconds of load for which people and cars are made. */
const loadSecondsMaximum = 150;

/**
 * Runs an event under the load of all roles, and measures its effects.
 * @param databaseUrl URL of the database on the leader, past the pooler.
 */
export async function measureEvent(
  name: string,
  nodes: ProductNodes,
  databaseUrl: string,
  seed: number,
  runEvent: () => Promise<void>,
): Promise<EventFigures> {
  const pool = openPool({ url: databaseUrl, applicationName: 'carhouse-cluster', max: 2, limits: longTimeouts });
  try {
    const record = new LoadRecord();
    const people = await makeLoadPeople(pool, nodes.sessionSecret, loadSecondsMaximum);
    const load = startLoad(nodes, people, record, createSeededRandom(seed));
    let eventInterval: readonly [number, number];
    try {
      await wait(loadMarginMs);
      const startMs = performance.now();
      await runEvent();
      await wait(loadMarginMs);
      eventInterval = [startMs, performance.now()];
    } finally {
      await load.stop();
    }
    const lostWrites = await findLostWrites(pool, record.acknowledged);
    return {
      event: name,
      seconds: Math.round((eventInterval[1] - eventInterval[0]) / 1_000),
      acknowledged: record.acknowledged.length,
      lost: lostWrites.length,
      lostWrites: lostWrites.slice(0, 5),
      soldTwice: await countSoldTwice(pool),
      brokenAudits: await findBrokenAudits(pool),
      writes: measureAttempts(record, 'write', eventInterval),
      visitorReads: measureAttempts(record, 'visitor read', eventInterval),
      signedInReads: measureAttempts(record, 'signed-in read', eventInterval),
      unknown: record.unknownCount,
      omitted: record.omittedCount,
      refusals: Object.fromEntries(record.refusalCounts),
      refusedWrites: countRefusedTexts(record, 'write'),
      refusedVisitorReads: countRefusedTexts(record, 'visitor read'),
      refusedSignedInReads: countRefusedTexts(record, 'signed-in read'),
    };
  } finally {
    await pool.end();
  }
}
