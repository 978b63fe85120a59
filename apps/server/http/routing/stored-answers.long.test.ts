import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, makeUser, password, type TestUser } from '../../testing/builders.ts';
import { makeCarList } from '../../testing/import-test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { uploadExaminedCarList } from '../../testing/uploads.ts';
import { keptAnswerMaximumBytes, keptByteLimits } from './idempotency.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.setClock(() => new Date());
  await server.context.pool.query('DELETE FROM idempotency_key');
});

/** Sends a POST with an idempotency key, from an IP address. */
async function postFrom(caller: TestUser, url: string, body: object, key: string, remoteAddress = '198.51.100.7') {
  const headers = { authorization: caller.token, 'idempotency-key': key };
  const answer = await server.app.inject({ method: 'POST', url, headers, payload: body, remoteAddress });
  return { status: answer.statusCode, body: answer.json(), replayed: answer.headers['idempotent-replayed'] };
}

const sendFeedback = (caller: TestUser, address: string) =>
  postFrom(
    caller,
    '/api/v1/feedback',
    { email: caller.email, text: 'The list is easy to read.' },
    randomUUID(),
    address,
  );

/** Stores rows of this many bytes for an account. */
async function storeRows(scope: string, network: string | null, rowCount: number, bytes: number): Promise<void> {
  await server.context.pool.query(
    `INSERT INTO idempotency_key (scope, call, key_hash, fingerprint, state, run_id, lease_ends_at, status, headers, sealed_body,
       created_at, expires_at, network)
     SELECT $1, 'POST /x', lpad(n::text, 43, '0'), repeat('f', 43), 'done', gen_random_uuid(), now(), 200, '{}', repeat('x', $4), now(),
       now() + interval '1 day', $2 FROM generate_series(1, $3) AS n`,
    [scope, network, rowCount, bytes],
  );
}

it('a large answer is not stored: a repetition under its key reads the record again', async () => {
  const seller = await makeUser(server, 'Seller');
  const longHeaderText = Array.from({ length: 295 }, (_, index) => `${index} ${'column '.repeat(68)}`).join(',');
  const carListLines = makeCarList(1).trim().split('\n');
  const id = await uploadExaminedCarList(
    server,
    seller,
    `${carListLines[0]},${longHeaderText}\n${carListLines[1]}${',1'.repeat(295)}\n`,
  );
  const key = randomUUID();
  const firstAnswer = await postFrom(seller, `/api/v1/imports/${id}/stop`, {}, key);
  expect([firstAnswer.status, firstAnswer.body.columns.length, firstAnswer.replayed]).toEqual([200, 300, undefined]);
  const secondAnswer = await postFrom(seller, `/api/v1/imports/${id}/stop`, {}, key);
  expect([secondAnswer.status, secondAnswer.body, secondAnswer.replayed]).toEqual([200, firstAnswer.body, 'true']);
  const { rows } = await server.context.pool.query('SELECT max(length(sealed_body)) AS longest FROM idempotency_key');
  expect(rows[0].longest).toBeLessThanOrEqual(keptAnswerMaximumBytes);
  const otherSeller = await makeUser(server, 'Seller');
  expect((await postFrom(otherSeller, `/api/v1/imports/${id}/stop`, {}, key)).status).toBe(404);
});

it('accounts of one network share what is stored; another network has its own', async () => {
  const [firstBuyer, secondBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
  expect((await sendFeedback(firstBuyer, '198.51.100.7')).status).toBe(201);
  const { rows } = await server.context.pool.query('SELECT network FROM idempotency_key');
  const [{ network }] = rows as [{ network: string }];
  const rowBytes = 1024 * 1024;
  await storeRows('account:of-others', network, keptByteLimits.ofNetwork / rowBytes, rowBytes);
  const refusal = await sendFeedback(secondBuyer, '198.51.100.7');
  expect([refusal.status, refusal.body.code]).toEqual([429, 'RATE_LIMITED']);
  expect((await sendFeedback(secondBuyer, '203.0.113.9')).status).toBe(201);
});

it('with too much stored for the whole server each network and account has a sixteenth', async () => {
  const [firstBuyer, secondBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
  const rowBytes = 8 * 1024 * 1024;
  await storeRows('account:of-others', null, keptByteLimits.ofServer / rowBytes, rowBytes);
  await storeRows(`account:${firstBuyer.id}`, null, 1, keptByteLimits.ofCaller / 16);
  const minuteMs = 60_000;
  server.setClock(() => new Date(Date.now() + minuteMs));
  expect((await sendFeedback(firstBuyer, '198.51.100.7')).status).toBe(429);
  expect((await sendFeedback(secondBuyer, '198.51.100.7')).status).toBe(201);
  await server.context.pool.query("DELETE FROM idempotency_key WHERE scope = 'account:of-others'");
  server.setClock(() => new Date(Date.now() + 2 * minuteMs));
  expect((await sendFeedback(firstBuyer, '198.51.100.7')).status).toBe(201);
});

it('the stored answers of an account are deleted with it', async () => {
  const buyer = await makeUser(server, 'Buyer');
  expect((await sendFeedback(buyer, '198.51.100.7')).status).toBe(201);
  expect((await call(server, buyer, 'DELETE', '/api/v1/me', { password })).status).toBe(200);
  const { rows } = await server.context.pool.query('SELECT 1 FROM idempotency_key WHERE scope = $1', [
    `account:${buyer.id}`,
  ]);
  expect(rows).toEqual([]);
});
