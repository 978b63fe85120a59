import { countAlerts } from '@carhouse/database/security/security-events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateLimits, withoutRateLimits } from '../http/limits/rate-limits.ts';
import { startSecurityLog } from '../jobs/start-security-log.ts';
import { bookListing, call, makeCar, makeUser, password, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { limitWindowMs, maxRowsPerFlush } from './record-security-events.ts';

type ListedEvent = Record<'event' | 'result' | 'code' | 'route', string> & {
  readonly account: string | null;
  readonly address: string | null;
  readonly count: number;
};

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  const limits = { ...withoutRateLimits(), userRecord: { ...rateLimits.userRecord, count: 2 } };
  server = await startTestServer({ rateLimits: limits, longestLoopDelayMs: Number.POSITIVE_INFINITY }, undefined, {
    HOLDS_AT_ONCE: '1',
  });
  admin = await makeUser(server, 'admin');
});
beforeEach(() => server.context.pool.query('DELETE FROM security_event'));
afterAll(() => server.close());

async function listEvents(query: string): Promise<readonly ListedEvent[]> {
  await server.context.securityLog.flush();
  const answer = await call(server, admin, 'GET', `/api/v1/security-events?${query}`);
  expect(answer.status).toBe(200);
  return answer.body.events as ListedEvent[];
}

function signIn(email: string, remoteAddress: string, typedPassword = 'Wrong!Password1') {
  const payload = { email, password: typedPassword };
  return server.firstApp.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload, remoteAddress });
}

/** Only the first server node has these events in memory until it writes them. */
const callFirstNode = (caller: TestUser | null, method: 'GET' | 'POST', url: string, payload?: object) =>
  server.firstApp.inject({
    method,
    url,
    ...(caller === null ? {} : { headers: { authorization: caller.token } }),
    ...(payload === undefined ? {} : { payload }),
  });

describe('the security log', () => {
  it('records sign-ins that were refused and that were right, found by address of person and network', async () => {
    const buyer = await makeUser(server, 'Buyer');
    await signIn(buyer.email, '203.0.113.40');
    await signIn(buyer.email, '203.0.113.40', password);
    const eventsOfUser = await listEvents(`email=${encodeURIComponent(buyer.email)}`);
    expect(eventsOfUser.map(({ event, result, code }) => [event, result, code])).toContainEqual([
      'sign-in',
      'refused',
      'INVALID_CREDENTIALS',
    ]);
    expect(eventsOfUser.filter(({ result }) => result === 'allowed')).not.toEqual([]);
    const eventsOfNetwork = await listEvents('address=203.0.113.40');
    expect(eventsOfNetwork).toHaveLength(2);
    expect(await listEvents('address=203.0.113.41')).toEqual([]);
  });

  it('keeps neither addresses nor names', async () => {
    await signIn('somebody.else@people.example', '203.0.113.42');
    await server.context.securityLog.flush();
    const { rows } = await server.context.pool.query<{ row: string }>('SELECT e::text AS row FROM security_event e');
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toMatch(/people\.example|203\.0\.113/);
  });

  it('records a call that its limit refused, by the name of the limit, once a second with its count', async () => {
    const buyer = await makeUser(server, 'Buyer');
    for (let tryCount = 0; tryCount < 8; tryCount += 1) await callFirstNode(buyer, 'GET', `/api/users/${buyer.email}`);
    const limitEvents = await listEvents('event=limit');
    expect(limitEvents.map(({ code, route }) => [code, route])).toContainEqual(['userRecord', 'GET /api/users/:email']);
    expect(limitEvents.reduce((sum, { count }) => sum + count, 0)).toBe(6);
  });

  it('writes a bounded number of rows of 500 sign-ins above the limit, with their count', async () => {
    const { securityLog, pool } = server.context;
    await securityLog.flush(true);
    await pool.query('DELETE FROM security_event');
    const startedAtMs = Date.now();
    const statuses = new Set<number>();
    for (let tryCount = 0; tryCount < 500; tryCount += 1) {
      // Sends requests that name different addresses within twenty seconds; the server writes its log every second.
      server.setClock(() => new Date(startedAtMs + tryCount * 40));
      statuses.add((await signIn(`nobody${tryCount}@people.example`, '203.0.113.77')).statusCode);
      if (tryCount % 25 === 24) await securityLog.flush();
    }
    expect(statuses).toEqual(new Set([401, 429]));
    server.setClock(() => new Date(startedAtMs + 20_000 + limitWindowMs));
    await securityLog.flush();
    const { rows } = await pool.query("SELECT result, code, count FROM security_event WHERE route LIKE '%/api/auth/%'");
    expect(rows.length).toBeLessThanOrEqual(10);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(500);
    server.setClock(() => new Date());
  });

  it('writes a bounded number of rows of sign-ups above the limit of their network, whatever names they give', async () => {
    const { securityLog, pool } = server.context;
    const signUp = (email: string) =>
      server.firstApp.inject({
        method: 'POST',
        url: '/api/auth/sign-up/email',
        payload: { name: 'Mallory', email, password, image: '' },
        remoteAddress: '203.0.113.78',
      });
    expect((await signUp('mallory@people.example')).statusCode).toBe(200);
    await pool.query('UPDATE attempt_counter SET tries = array_fill(now(), ARRAY[1000])');
    await securityLog.flush(true);
    await pool.query('DELETE FROM security_event');
    for (let tryCount = 0; tryCount < 30; tryCount += 1) {
      expect((await signUp(`mallory${tryCount}@people.example`)).statusCode).toBe(429);
    }
    await securityLog.flush();
    const { rows } = await pool.query("SELECT code, count FROM security_event WHERE event = 'limit'");
    expect(rows).toEqual([{ code: 'sign-up address', count: 30 }]);
    await pool.query('DELETE FROM attempt_counter');
  });

  it.each([
    ['GET', '/api/v1/sales', 'refusal'],
    ['POST', '/api/v1/accounts/00000000-0000-4000-8000-000000000000/suspension', 'role-act'],
  ] as const)(
    'writes one row in half a minute of equal refusals of %s %s, and their count behind it',
    async (method, path, event) => {
      const { securityLog, pool } = server.context;
      await securityLog.flush(true);
      await pool.query('DELETE FROM security_event');
      const startedAtMs = Date.now();
      for (let secondIndex = 0; secondIndex < 10; secondIndex += 1) {
        server.setClock(() => new Date(startedAtMs + secondIndex * 1_000));
        for (let tryCount = 0; tryCount < 3; tryCount += 1) await callFirstNode(null, method, path);
        await securityLog.flush();
      }
      server.setClock(() => new Date(startedAtMs + limitWindowMs + 1_000));
      await securityLog.flush();
      const { rows } = await pool.query(
        "SELECT event, count FROM security_event WHERE code = 'UNAUTHENTICATED' ORDER BY at",
      );
      expect(rows).toEqual([
        { event, count: 3 },
        { event, count: 27 },
      ]);
      server.setClock(() => new Date());
    },
  );

  it('records role acts, refused and done, and refused calls of other roles', async () => {
    const seller = await makeUser(server, 'Seller');
    await callFirstNode(seller, 'POST', `/api/v1/accounts/${seller.id}/suspension`, { reason: 'Mine' });
    await callFirstNode(admin, 'POST', `/api/v1/accounts/${seller.id}/suspension`, { reason: 'Fraud' });
    const roleActs = await listEvents('event=role-act');
    expect(roleActs).toHaveLength(2);
    expect(roleActs).toContainEqual(expect.objectContaining({ result: 'allowed', code: '' }));
    expect(roleActs).toContainEqual(expect.objectContaining({ result: 'refused', code: 'ROLE_REQUIRED' }));
  });

  it('keeps a bounded number of different events, and counts the others', async () => {
    const { securityLog } = server.context;
    await securityLog.flush();
    await server.context.pool.query('DELETE FROM security_event');
    const droppedCountBefore = securityLog.countDropped();
    for (let eventIndex = 0; eventIndex < maxRowsPerFlush + 40; eventIndex += 1) {
      securityLog.record({ event: 'refusal', result: 'refused', code: `C${eventIndex}` });
    }
    await securityLog.flush();
    const { rows } = await server.context.pool.query('SELECT count(*)::int AS n FROM security_event');
    expect(rows).toEqual([{ n: maxRowsPerFlush }]);
    expect(securityLog.countDropped() - droppedCountBefore).toBe(40);
  });

  it('is for admins', async () => {
    const buyer = await makeUser(server, 'Buyer');
    expect((await call(server, buyer, 'GET', '/api/v1/security-events')).status).toBe(403);
    expect((await call(server, null, 'GET', '/api/v1/security-events')).status).toBe(401);
    expect((await call(server, admin, 'GET', '/api/v1/security-events?address=nowhere')).status).toBe(400);
  });
});

describe('alerts in /metrics', () => {
  async function countAlerts(): Promise<Record<string, number>> {
    const stopSecurityLog = startSecurityLog(server.context);
    try {
      await expect
        .poll(async () => (await callFirstNode(null, 'GET', '/metrics')).body.includes('carhouse_alert_spraying'))
        .toBe(true);
      let alertValues: Record<string, number> = {};
      await expect
        .poll(async () => {
          const { body } = await callFirstNode(null, 'GET', '/metrics');
          alertValues = Object.fromEntries(
            [...body.matchAll(/^carhouse_alert_(\w+) (\d+)$/gm)].map(([, name, value]) => [name, Number(value)]),
          );
          return Object.values(alertValues).some((value) => value > 0);
        })
        .toBe(true);
      return alertValues;
    } finally {
      await stopSecurityLog();
    }
  }

  it('show one address that tries passwords on many accounts, and a caller that reads on beyond its limit', async () => {
    for (let signInIndex = 0; signInIndex < 6; signInIndex += 1)
      await signIn(`nobody${signInIndex}@people.example`, '203.0.113.50');
    const buyer = await makeUser(server, 'Buyer');
    for (let tryCount = 0; tryCount < 14; tryCount += 1) await callFirstNode(buyer, 'GET', `/api/users/${buyer.email}`);
    expect(await countAlerts()).toEqual({ spraying: 1, harvesting: 1, hoarding: 0, mail_loop: 0 });
    const alertsAnswer = await call(server, admin, 'GET', '/api/v1/security-events/alerts');
    expect(alertsAnswer).toMatchObject({ status: 200, body: { spraying: 1, harvesting: 1, hoarding: 0, mailLoop: 0 } });
  });
});

it('counts a buyer as hoarding who keeps asking for one more hold', async () => {
  const buyer = await makeUser(server, 'Buyer');
  const seller = await makeUser(server, 'Seller');
  const heldBookingId = await bookListing(server, buyer, await makeCar(server, seller));
  const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
  await callFirstNode(buyer, 'POST', '/api/create-payment-intent', { paymentId: heldBookingId });
  for (let tryCount = 0; tryCount < 5; tryCount += 1) {
    expect(
      (await callFirstNode(buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId })).statusCode,
    ).toBe(429);
  }
  await server.context.securityLog.flush();
  expect(await countAlerts(server.context.pool, server.context.now())).toMatchObject({ hoarding: 1 });
});
