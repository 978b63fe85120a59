import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../testing/builders.ts';
import { dumpRows } from '../../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  buyer = await makeUser(server, 'Buyer');
});
afterAll(() => server.close());

const pathsOfCalls = ['/api/users', '/api/bookingData', '/api/create-payment-intent', '/api/payment'];

/**
 * Sends the bytes to every call that takes a body. Each call must refuse the bytes with a problem response and change
 * nothing.
 */
async function listRefusals(payload: string | Buffer, headers: object = {}): Promise<unknown[]> {
  const rowsBefore = await dumpRows(server);
  const errorCodes = [];
  for (const url of pathsOfCalls) {
    const answer = await server.app.inject({
      method: 'POST',
      url,
      headers: { authorization: buyer.token, 'content-type': 'application/json', ...headers },
      payload,
    });
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.json()).toMatchObject({ status: answer.statusCode, requestId: expect.any(String) });
    expect(answer.body).not.toMatch(/node_modules|fastify|SyntaxError|\bat \w/i);
    errorCodes.push(`${answer.statusCode} ${answer.json().code}`);
  }
  expect(await dumpRows(server)).toEqual(rowsBefore);
  return [...new Set(errorCodes)];
}

describe('a body that cannot be read', () => {
  it.each([
    ['empty', ''],
    ['cut short', '{"a":'],
    ['two values', '{}{}'],
    ['single quotes', "{'a':1}"],
    ['NaN', '{"resellPrice":NaN}'],
    ['a poisoned prototype', '{"__proto__":{"role":"admin"}}'],
    ['a nested poisoned prototype', '{"a":{"__proto__":{"role":"admin"}}}'],
    ['a poisoned constructor', '{"constructor":{"prototype":{"role":"admin"}}}'],
    ['NUL bytes', '\u0000\u0000'],
    ['UTF-16 bytes', Buffer.from('{"role":"Buyer"}', 'utf16le')],
  ])('answers 400: %s', async (_caseName, payload) => {
    expect(await listRefusals(payload)).toEqual(['400 BAD_REQUEST']);
  });

  it('answers 413: 200,000 nested brackets, and 10,000 keys', async () => {
    expect(await listRefusals('['.repeat(200_000))).toEqual(['413 PAYLOAD_TOO_LARGE']);
    const objectWithManyKeys = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, index]));
    expect(await listRefusals(JSON.stringify(objectWithManyKeys))).toEqual(['413 PAYLOAD_TOO_LARGE']);
  });

  it('answers 422 to deep brackets under an idempotency key as well', async () => {
    const nestedBody = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    expect(await listRefusals(nestedBody, { 'idempotency-key': 'deep' })).toEqual(['422 INVALID']);
  });

  it.each(['null', '[]', '1', '"x"', 'true', `${'['.repeat(30_000)}${']'.repeat(30_000)}`])(
    'answers 422 when it is no object: %#',
    async (payload) => {
      expect(await listRefusals(payload)).toEqual(['422 INVALID']);
    },
  );
});

describe('a body of another type', () => {
  it.each([
    ['text/plain', '{}'],
    ['application/x-www-form-urlencoded', 'role=Buyer'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/xml', '<role/>'],
    ['text/html', '{}'],
    ['application/json; charset=utf-16', '{}'],
    ['application/json; charset="UTF-7"', '{}'],
    ['application/json; charset=latin1', '{}'],
    ['application/jsonp', '{}'],
    ['application/vnd.api+json', '{}'],
    ['json', '{}'],
    ['', '{}'],
  ])('answers 415: %j', async (contentType, payload) => {
    expect(await listRefusals(payload, { 'content-type': contentType })).toEqual(['415 UNSUPPORTED_MEDIA_TYPE']);
  });

  it.each(['gzip', 'br', 'deflate, gzip', 'x'])('answers 415 when it is packed: %s', async (encoding) => {
    expect(await listRefusals('{}', { 'content-encoding': encoding })).toEqual(['415 UNSUPPORTED_MEDIA_TYPE']);
  });

  it.each(['Application/JSON', 'application/json;charset=UTF-8', 'application/json ;x', 'application/json\ta'])(
    'spelled %j is validated like any other, or refused',
    async (contentType) => {
      const [code, ...otherCodes] = await listRefusals('{"role":["admin"],"transactionId":1,"paymentId":1}', {
        'content-type': contentType,
      });
      expect(otherCodes).toEqual([]);
      expect(['422 INVALID', '415 UNSUPPORTED_MEDIA_TYPE', '400 BAD_REQUEST']).toContain(code);
    },
  );
});

describe('a value that is no number', () => {
  it.each(['1e400', '-1e400', '"1e5"', '1e-7', '-1', '0.001', '19.999', '1e21', '[1]', '{}', 'true', '"NaN"'])(
    'is refused as a price: %s',
    async (price) => {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/create-payment-intent',
        headers: { authorization: buyer.token, 'content-type': 'application/json' },
        payload: `{"resellPrice":${price}}`,
      });
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'INVALID']);
    },
  );
});

it('a byte order mark before the body is no fault of the server', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: { authorization: buyer.token, 'content-type': 'application/json' },
    payload: '\ufeff{"role":"Buyer"}',
  });
  expect([200, 400]).toContain(answer.statusCode);
});

it('a body on GET is not read', async () => {
  const answer = await server.app.inject({ method: 'GET', url: '/api/v1/brands', payload: '{"a":' });
  expect(answer.statusCode).toBe(200);
});
