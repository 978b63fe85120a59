import { verifyLedgerDays } from '@carhouse/database/ledger/ledger-days';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, makeUser } from '../testing/builders.ts';
import { payOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { recordLedgerDays } from './record-ledger-days.ts';

let server: TestServer;
const startedAt = new Date();
const msPerDay = 86_400_000;
const today = toSingaporeDay(startedAt);
/** Returns the midnight in Singapore at which the day that is `dayCount` days after today begins. */
const computeMidnightAfterDays = (dayCount: number): Date =>
  new Date(Date.parse(`${today}T00:00:00+08:00`) + dayCount * msPerDay);
const recordDaysAt = (at: Date): Promise<number> => recordLedgerDays({ ...server.context, now: () => at });

beforeAll(async () => {
  server = await startTestServer();
  await payOrder(server, await makeUser(server, 'Seller'), { car: { dollars: 1_000 } });
});
beforeEach(() => server.setClock(() => new Date()));
afterAll(() => server.close());

async function readDays(): Promise<readonly { noun_id: string; after: Record<string, unknown> }[]> {
  const { rows } = await server.context.pool.query(
    "SELECT noun_id, after FROM audit_entry WHERE noun = 'ledger_day' ORDER BY noun_id",
  );
  return rows;
}

/**
 * Runs a statement as a superuser with the triggers switched off, as an attacker with full access to the database
 * could.
 */
async function runWithoutTriggers(statement: string): Promise<void> {
  const client = await server.context.pool.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    await client.query(statement);
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
}

describe('the days of the ledger', { shuffle: false }, () => {
  it('are not recorded before an hour after their end', async () => {
    expect(await recordDaysAt(startedAt)).toBe(0);
    expect(await recordDaysAt(new Date(computeMidnightAfterDays(1).getTime() + 3_599_000))).toBe(0);
  });

  it('are recorded once, whatever number of servers does it, with the balances at their end', async () => {
    const hourAfterMidnight = new Date(computeMidnightAfterDays(1).getTime() + 3_601_000);
    const recordedDayCounts = await Promise.all([
      recordDaysAt(hourAfterMidnight),
      recordDaysAt(hourAfterMidnight),
      recordDaysAt(hourAfterMidnight),
    ]);
    expect(recordedDayCounts.reduce((sum, each) => sum + each, 0)).toBe(1);
    const { rows } = await server.context.pool.query(
      `SELECT account, currency, sum(amount_cents)::text AS cents FROM ledger_posting GROUP BY 1, 2 ORDER BY account COLLATE "C"`,
    );
    expect(await readDays()).toEqual([
      {
        noun_id: today,
        after: { entries: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/), totals: rows, balances: rows },
      },
    ]);
  });

  it('are caught up when nights were missed, also those without entries', async () => {
    expect(await recordDaysAt(new Date(computeMidnightAfterDays(5).getTime() + 7_200_000))).toBe(4);
    const days = await readDays();
    expect(days.map(({ noun_id: day }) => day)).toEqual(
      [0, 1, 2, 3, 4].map((dayOffset) => toSingaporeDay(computeMidnightAfterDays(dayOffset))),
    );
    expect(days.slice(1).map(({ after }) => [after.entries, after.totals])).toEqual(Array(4).fill([0, []]));
    expect(days.at(-1)?.after.balances).toEqual(days[0]?.after.balances);
    expect(await verifyLedgerDays(server.context.database)).toEqual({ days: 5, faults: [] });
  });

  it('are read by admins, with the hash that was recorded', async () => {
    const admin = await makeUser(server, 'admin');
    const [firstRecord] = await readDays();
    const makeDayPath = (day: string): string => `/api/v1/books/days/${day}`;
    const recordedDayAnswer = await call(server, admin, 'GET', makeDayPath(today));
    expect(recordedDayAnswer).toMatchObject({
      status: 200,
      body: { recorded: { entries: 2, hash: firstRecord?.after.hash } },
    });
    expect((await call(server, admin, 'GET', makeDayPath('2001-01-01'))).body).toMatchObject({ recorded: null });
    expect((await call(server, admin, 'GET', makeDayPath('2026-02-30'))).status).toBe(400);
    const seller = await makeUser(server, 'Seller');
    expect((await call(server, seller, 'GET', makeDayPath(today))).status).toBe(403);
  });

  it('are shown beside the totals for the current month, from the first entry on', async () => {
    const at = new Date(computeMidnightAfterDays(6).getTime() + 8 * 3_600_000);
    server.setClock(() => at);
    const admin = await makeUser(server, 'admin');
    const { body } = await call(server, admin, 'GET', '/api/v1/books/totals');
    const daysSinceStart = [0, 1, 2, 3, 4, 5, 6].map((dayOffset) => ({
      day: toSingaporeDay(computeMidnightAfterDays(dayOffset)),
      isRecorded: dayOffset < 5,
    }));
    expect(body.days).toEqual(daysSinceStart.filter(({ day }) => day.slice(0, 7) === toSingaporeDay(at).slice(0, 7)));
    expect(body).toMatchObject({ openDiscrepancies: 0, comparedAt: null });
    await server.context.pool.query(
      `INSERT INTO discrepancy (id, kind, subject, evidence, state, first_seen_at, last_seen_at)
       VALUES (gen_random_uuid(), 'event-unprocessed', 'evt_1', '{}', 'open', now(), now())`,
    );
    expect((await call(server, admin, 'GET', '/api/v1/books/totals')).body.openDiscrepancies).toBe(1);
    await server.context.pool.query('DELETE FROM discrepancy');
  });

  it('cannot be recorded twice in the database', async () => {
    await expect(
      server.context.pool.query(
        `INSERT INTO audit_entry (id, at, action, noun, noun_id) VALUES (gen_random_uuid(), now(), 'record', 'ledger_day', $1)`,
        [today],
      ),
    ).rejects.toMatchObject({ constraint: 'audit_entry_ledger_day_key' });
  });

  it('show an amount, a time and an entry that somebody has changed in the database', async () => {
    const changedDayResult = { days: 5, faults: [{ kind: 'changed', day: today }] };
    const verifyDays = () => verifyLedgerDays(server.context.database);
    await runWithoutTriggers(`UPDATE ledger_posting SET amount_cents = amount_cents + sign(amount_cents)::bigint`);
    expect((await verifyDays()).faults[0]).toEqual(changedDayResult.faults[0]);
    await runWithoutTriggers(`UPDATE ledger_posting SET amount_cents = amount_cents - sign(amount_cents)::bigint`);
    expect((await verifyDays()).faults).toEqual([]);
    await runWithoutTriggers(`UPDATE ledger_entry SET at = at + interval '1 second'`);
    expect(await verifyDays()).toEqual(changedDayResult);
    await runWithoutTriggers(`UPDATE ledger_entry SET at = at - interval '1 second'`);
    // When an entry is moved into a day without entries, its own day lacks an entry and the other day has one too many.
    await runWithoutTriggers(`UPDATE ledger_entry SET at = at + interval '2 days' WHERE cause = 'sale'`);
    expect((await verifyDays()).faults.map(({ day }) => day)).toEqual([
      today,
      toSingaporeDay(computeMidnightAfterDays(2)),
    ]);
    await runWithoutTriggers(`UPDATE ledger_entry SET at = at - interval '2 days' WHERE cause = 'sale'`);
    await runWithoutTriggers(
      `DELETE FROM audit_entry WHERE noun = 'ledger_day' AND noun_id = '${toSingaporeDay(computeMidnightAfterDays(2))}'`,
    );
    expect(await verifyDays()).toEqual({
      days: 4,
      faults: [{ kind: 'missing', day: toSingaporeDay(computeMidnightAfterDays(2)) }],
    });
  });
});
