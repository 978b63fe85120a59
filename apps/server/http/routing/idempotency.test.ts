import { randomUUID } from 'node:crypto';
import { claimKey } from '@carhouse/database/requests/idempotency-keys';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { bookListing, makeCar, makeUser, password, type TestUser } from '../../testing/builders.ts';
import { makeImage, makeListingForm, makeProductForm } from '../../testing/images.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { keptByteLimits, keyLeaseMs } from './idempotency.ts';
import { deriveKey, fingerprintRequest } from './idempotency-key.ts';

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;
let car: ListingId;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
beforeEach(async () => {
  server.setClock(() => new Date());
  buyer = await makeUser(server, 'Buyer');
  car = await makeCar(server, seller);
});
afterAll(() => server.close());
type PostOptions = { user?: TestUser; url?: string; body?: object; key?: string | undefined; app?: TestServer['app'] };

/** Sends a POST with an idempotency key; without a URL it makes a booking. */
async function post({ user = buyer, url = '/api/bookingData', body = makeBody(), key, app = server.app }: PostOptions) {
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { authorization: user.token, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    payload: body,
  });
  const { statusCode: status, headers } = answer;
  return { status, text: answer.body, code: answer.json().code as string | undefined, headers };
}

function makeBody(meetingDate = 'Sat'): object {
  return { productId: car, meetingDate, buyerNumber: '9123 4567' };
}

async function countRows(
  table: 'account' | 'booking' | 'feedback' | 'listing' | 'wish' | 'payment_attempt' | 'idempotency_key',
): Promise<number> {
  const rows = await server.context.database
    .selectFrom(table)
    .select((each) => each.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(rows.n);
}

describe('a POST with an Idempotency-Key', () => {
  it('is answered the second time as the first time, and says so', async () => {
    const key = randomUUID();
    const firstAnswer = await post({ key });
    const repeatedAnswer = await post({ key });
    expect([firstAnswer.status, firstAnswer.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect([repeatedAnswer.status, repeatedAnswer.text]).toEqual([firstAnswer.status, firstAnswer.text]);
    expect(repeatedAnswer.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'content-type': firstAnswer.headers['content-type'],
      'cache-control': 'no-store',
    });
  });

  it('is the same key as a quoted string', async () => {
    const key = randomUUID();
    await post({ key });
    expect((await post({ key: `"${key}"` })).headers['idempotent-replayed']).toBe('true');
  });

  it('keeps a refusal too, with its request id', async () => {
    const key = randomUUID();
    const otherBuyer = await makeUser(server, 'Buyer');
    const id = await bookListing(server, otherBuyer, car);
    const body = { paymentId: id, transactionId: 'pi_x' };
    const firstAnswer = await post({ key, url: '/api/payment', body });
    const repeatedAnswer = await post({ key, url: '/api/payment', body });
    expect([firstAnswer.status, firstAnswer.code]).toEqual([404, 'NOT_FOUND']);
    expect([repeatedAnswer.status, repeatedAnswer.text, repeatedAnswer.headers['content-type']]).toEqual([
      404,
      firstAnswer.text,
      'application/problem+json; charset=utf-8',
    ]);
  });

  it('is refused with another body, or for another thing of the same call', async () => {
    const key = randomUUID();
    await post({ key });
    const otherAnswer = await post({ key, body: makeBody('Sun') });
    expect([otherAnswer.status, otherAnswer.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const cancellationKey = randomUUID();
    const cancel = (id: string) => post({ key: cancellationKey, url: `/api/v1/bookings/${id}/cancellation`, body: {} });
    expect((await cancel('a')).code).toBe('NOT_FOUND');
    expect((await cancel('b')).code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('is another key for another person, and for another call', async () => {
    const key = randomUUID();
    const otherBuyer = await makeUser(server, 'Buyer');
    const ownAnswer = await post({ key });
    const otherUsersAnswer = await post({ key, user: otherBuyer });
    expect([otherUsersAnswer.status, otherUsersAnswer.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect(otherUsersAnswer.text).not.toBe(ownAnswer.text);
    const wish = await post({ key, url: '/api/wishLists', body: { productId: car } });
    expect([wish.status, wish.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  it.each(['', '""', 'é', 'x'.repeat(256)])('is refused when the key is none: %j', async (key) => {
    const countBefore = await countRows('booking');
    const answer = await post({ key });
    expect([answer.status, answer.code]).toEqual([400, 'BAD_REQUEST']);
    expect(await countRows('booking')).toBe(countBefore);
  });

  it('is refused beside kept answers of the caller that take too many bytes; what is kept is still answered', async () => {
    const key = randomUUID();
    const firstAnswer = await post({ key });
    const updateResult = await server.context.pool.query(
      "UPDATE idempotency_key SET sealed_body = sealed_body || repeat('x', $1) WHERE scope LIKE '%' || $2",
      [keptByteLimits.ofCaller, buyer.id],
    );
    expect(updateResult.rowCount).toBe(1);
    const countBefore = await countRows('booking');
    const refusal = await post({ key: randomUUID() });
    expect([refusal.status, refusal.code, refusal.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '3600']);
    expect(await countRows('booking')).toBe(countBefore);
    await server.context.pool.query(
      'UPDATE idempotency_key SET sealed_body = left(sealed_body, -$1::int) WHERE length(sealed_body) > $1::int',
      [keptByteLimits.ofCaller],
    );
    expect((await post({ key })).text).toBe(firstAnswer.text);
    expect((await post({ user: await makeUser(server, 'Buyer'), key: randomUUID() })).status).toBe(200);
  });

  it('is not remembered when it was not understood or not allowed', async () => {
    const countBefore = await countRows('idempotency_key');
    const key = randomUUID();
    expect((await post({ key, body: {} })).status).toBe(422);
    const stranger = { ...buyer, token: 'nobody' };
    expect((await post({ key, user: stranger })).status).toBe(401);
    expect(await countRows('idempotency_key')).toBe(countBefore);
    expect((await post({ key })).status).toBe(200);
  });

  it('runs again when the server could not do it the first time', async () => {
    const key = randomUUID();
    const body = { paymentId: await bookListing(server, buyer, car) };
    const countBefore = await countRows('payment_attempt');
    server.sandbox.faults.addApiFault({ kind: '500' });
    const failedAnswer = await post({ key, url: '/api/create-payment-intent', body });
    server.sandbox.faults.clear();
    expect([failedAnswer.status, failedAnswer.code]).toEqual([503, 'PAYMENT_PROVIDER_UNAVAILABLE']);
    const openedPayment = await post({ key, url: '/api/create-payment-intent', body });
    expect([openedPayment.status, openedPayment.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect(await countRows('payment_attempt')).toBe(countBefore + 1);
  });

  it('runs again after a day', async () => {
    const key = randomUUID();
    const firstAnswer = await post({ key });
    server.setClock(() => new Date(Date.now() + 25 * 3600 * 1000));
    const laterAnswer = await post({ key });
    expect([laterAnswer.headers['idempotent-replayed'], laterAnswer.text]).toEqual([undefined, firstAnswer.text]);
  });

  it('costs three queries, and none when there is no key', async () => {
    const acquiredConnections: string[] = [];
    const recordAcquiredConnection = () => acquiredConnections.push('connection');
    server.context.pool.on('acquire', recordAcquiredConnection);
    // Of five requests the one with the fewest queries counts: a request may also store the last use of its session.
    const countFewestQueries = async (makeIdempotencyKey: () => string | undefined): Promise<number> => {
      let fewestQueryCount = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 5; round += 1, acquiredConnections.length = 0) {
        await post({ key: makeIdempotencyKey(), app: server.firstApp });
        fewestQueryCount = Math.min(fewestQueryCount, acquiredConnections.length);
      }
      return fewestQueryCount;
    };
    expect(await countFewestQueries(() => randomUUID())).toBe((await countFewestQueries(() => undefined)) + 3);
    server.context.pool.off('acquire', recordAcquiredConnection);
  });
});

describe('an answer with a secret', () => {
  it('is stored sealed, without the key, and for the time of a hold only', async () => {
    const key = randomUUID();
    const url = '/api/create-payment-intent';
    const body = { paymentId: await bookListing(server, buyer, car) };
    const firstAnswer = await post({ key, url, body });
    expect((await post({ key, url, body })).text).toBe(firstAnswer.text);
    const rows = await server.context.database.selectFrom('idempotency_key').selectAll().execute();
    const text = JSON.stringify(rows);
    expect(text).not.toContain(key);
    expect(text).not.toContain(JSON.parse(firstAnswer.text).clientSecret);
    expect(text).not.toContain('_secret_');
    const row = rows.find((each) => each.call === `POST ${url}` && each.scope === `account:${buyer.id}`);
    expect((row?.expires_at.getTime() ?? 0) - (row?.created_at.getTime() ?? 0)).toBe(15 * 60 * 1000);
  });
});

/** Stores a key in the state that a process leaves when it dies while it handles the request. */
async function storeInterruptedRun(key: string, body: object): Promise<void> {
  const scope = `account:${buyer.id}`;
  const name = 'POST /api/bookingData';
  const now = server.context.now();
  const derivedKey = deriveKey(key, scope, name);
  await claimKey(server.context.database, {
    name: { scope, call: name, hash: derivedKey.hash },
    fingerprint: fingerprintRequest('/api/bookingData', body, derivedKey),
    runId: server.context.newId<'run'>(),
    startedAt: now,
    network: 'n'.repeat(22),
    leaseEndsAt: new Date(now.getTime() + keyLeaseMs),
    expiresAt: new Date(now.getTime() + 24 * 3600 * 1000),
  });
}

describe('a run that never answered', () => {
  it('is answered 409 during the lease, and is taken over after it', async () => {
    const key = randomUUID();
    await storeInterruptedRun(key, makeBody());
    const waitingAnswer = await post({ key });
    expect([waitingAnswer.status, waitingAnswer.code, waitingAnswer.headers['retry-after']]).toEqual([
      409,
      'IDEMPOTENCY_KEY_IN_USE',
      '2',
    ]);
    expect((await post({ key, body: makeBody('Sun') })).code).toBe('IDEMPOTENCY_KEY_REUSED');
    server.setClock(() => new Date(Date.now() + keyLeaseMs));
    const answers = await Promise.all([1, 2, 3, 4].map(() => post({ key })));
    const executedAnswers = answers.filter(
      (answer) => answer.status === 200 && answer.headers['idempotent-replayed'] === undefined,
    );
    expect(executedAnswers).toHaveLength(1);
    expect((await post({ key })).text).toBe(executedAnswers[0]?.text);
  });

  it('is not taken over by another body, even when it is dead', async () => {
    const key = randomUUID();
    await storeInterruptedRun(key, makeBody());
    server.setClock(() => new Date(Date.now() + keyLeaseMs));
    expect((await post({ key, body: makeBody('Sun') })).code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

/** Lets the next transaction that writes this table commit, but breaks its connection before the response arrives. */
function breakConnectionAfterCommit(table: string): void {
  const { pool } = server.context;
  const insertPattern = new RegExp(`^\\s*insert into "?${table}"? `, 'i');
  pool.on('acquire', function handleAcquire(client: pg.PoolClient) {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    let hasWrittenTable = false;
    const runWatchedQuery = async (...args: unknown[]): Promise<unknown> => {
      const text = typeof args[0] === 'string' ? args[0] : ((args[0] as { text?: string }).text ?? '');
      hasWrittenTable ||= insertPattern.test(text);
      const result = await query(...args);
      if (!hasWrittenTable || !/^commit$/i.test(text)) return result;
      Reflect.deleteProperty(client, 'query');
      pool.off('acquire', handleAcquire);
      throw new Error('the answer to COMMIT was lost');
    };
    Object.assign(client, { query: runWatchedQuery });
  });
}

describe('a run whose COMMIT is done, but not known to the server', () => {
  const makeUserBody = (email: string) => ({
    name: 'New Buyer',
    email,
    password,
    role: 'Buyer',
    photoURL: 'https://photos.example/a.png',
  });
  type PostCase = { readonly user: TestUser; readonly body: object };
  type CreationCase = readonly ['listing' | 'account' | 'booking' | 'feedback', string, () => Promise<PostCase>];
  const creationCases: readonly CreationCase[] = [
    [
      'listing',
      '/api/products',
      async () => ({ user: seller, body: makeProductForm(await makeImage(server, seller), { title: 'Lost commit' }) }),
    ],
    ['listing', '/api/v1/listings', async () => ({ user: seller, body: makeListingForm([], { status: 'draft' }) })],
    [
      'account',
      '/api/v1/accounts',
      async () => ({ user: await makeUser(server, 'admin'), body: makeUserBody(`${randomUUID()}@people.example`) }),
    ],
    ['booking', '/api/bookingData', async () => ({ user: buyer, body: makeBody() })],
    ['feedback', '/api/v1/feedback', async () => ({ user: buyer, body: { email: buyer.email, text: 'Well done.' } })],
  ];

  it.each(creationCases)('has one effect, and the repetition finds it: %s of %s', async (table, url, makeCase) => {
    const { user, body } = await makeCase();
    const key = randomUUID();
    const countBefore = await countRows(table);
    breakConnectionAfterCommit(table);
    const lostAnswer = await post({ key, url, body, user, app: server.firstApp });
    expect([lostAnswer.status, await countRows(table)]).toEqual([500, countBefore + 1]);
    const secondAnswer = await post({ key, url, body, user, app: server.firstApp });
    expect([secondAnswer.status < 300, secondAnswer.headers['idempotent-replayed'], await countRows(table)]).toEqual([
      true,
      undefined,
      countBefore + 1,
    ]);
    const rows = await server.context.pool.query(`SELECT 1 FROM ${table} WHERE id = $1`, [
      JSON.parse(secondAnswer.text).insertedId,
    ]);
    expect(rows.rowCount).toBe(1);
    expect((await post({ key, url, body, user, app: server.firstApp })).text).toBe(secondAnswer.text);
  });

  it('answers with the booking that was made, also when it was cancelled meanwhile', async () => {
    const key = randomUUID();
    breakConnectionAfterCommit('booking');
    await post({ key, app: server.firstApp });
    const { rows } = await server.context.pool.query('SELECT id FROM booking WHERE buyer_id = $1', [buyer.id]);
    await post({ url: `/api/v1/bookings/${rows[0].id}/cancellation`, body: {} });
    const secondAnswer = await post({ key, app: server.firstApp });
    expect([secondAnswer.status, JSON.parse(secondAnswer.text).insertedId, rows.length]).toEqual([200, rows[0].id, 1]);
    expect(await countOpenBookings()).toBe(0);
  });

  it('has a record that another key, or the same key on another day, does not find', async () => {
    const body = makeListingForm([], { status: 'draft' });
    const url = '/api/v1/listings';
    const key = randomUUID();
    const createListing = async (idempotencyKey: string) =>
      JSON.parse((await post({ key: idempotencyKey, url, body, user: seller })).text).insertedId as string;
    const ids = [await createListing(key), await createListing(randomUUID())];
    server.setClock(() => new Date(Date.now() + 25 * 3600 * 1000));
    ids.push(await createListing(key));
    expect(new Set(ids).size).toBe(3);
  });
});

async function countOpenBookings(): Promise<number> {
  const { rowCount } = await server.context.pool.query(
    "SELECT 1 FROM booking WHERE buyer_id = $1 AND status = 'unpaid'",
    [buyer.id],
  );
  return rowCount ?? 0;
}

describe('a hundred equal requests at once, over two nodes', () => {
  const postCases: readonly (readonly [string, string, () => Promise<object>, Parameters<typeof countRows>[0]])[] = [
    ['a booking', '/api/bookingData', async () => makeBody(), 'booking'],
    ['a wish', '/api/wishLists', async () => ({ productId: car }), 'wish'],
    [
      'a payment intent',
      '/api/create-payment-intent',
      async () => ({ paymentId: await bookListing(server, buyer, car) }),
      'payment_attempt',
    ],
    [
      'a car for sale',
      '/api/products',
      async () => makeProductForm(await makeImage(server, seller), { title: 'Hundred' }),
      'listing',
    ],
  ];

  it.each(postCases)('have one effect and one answer: %s', async (_caseName, url, makeCaseBody, table) => {
    const secondApp = await buildApp(server.context);
    try {
      const key = randomUUID();
      const body = await makeCaseBody();
      const countBefore = await countRows(table);
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          post({
            key,
            url,
            body,
            user: table === 'listing' ? seller : buyer,
            app: index % 2 === 0 ? server.app : secondApp,
          }),
        ),
      );
      const successfulAnswers = answers.filter((answer) => answer.status === 200);
      expect(new Set(successfulAnswers.map((answer) => answer.text)).size).toBe(1);
      expect(successfulAnswers.filter((answer) => answer.headers['idempotent-replayed'] === undefined)).toHaveLength(1);
      for (const answer of answers.filter((each) => each.status !== 200))
        expect([answer.status, answer.code, Number(answer.headers['retry-after']) >= 1]).toEqual([
          409,
          'IDEMPOTENCY_KEY_IN_USE',
          true,
        ]);
      expect(await countRows(table)).toBe(countBefore + 1);
      const user = table === 'listing' ? seller : buyer;
      expect((await post({ key, url, body, user })).text).toBe(successfulAnswers[0]?.text);
    } finally {
      await secondApp.close();
    }
  });
});
