import { connect } from 'node:net';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { bookListing, call, makeCar, makeUser, type TestUser } from '../../testing/builders.ts';
import { dumpRows } from '../../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

// Tests docs/reliability.md, hostile input B (query strings), C (ids in paths) and E (headers and framing).

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;
let otherBuyer: TestUser;
let admin: TestUser;
let car: ListingId;
let booking: string;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  buyer = await makeUser(server, 'Buyer');
  otherBuyer = await makeUser(server, 'Buyer');
  admin = await makeUser(server, 'admin');
  car = await makeCar(server, seller);
  booking = await bookListing(server, buyer, car);
});
afterAll(() => server.close());

const getPathAs = (caller: TestUser | null, url: string) => call(server, caller, 'GET', url);

describe('a query', () => {
  it.each(['/api/myorders', '/api/mywish'])(
    'of %s is own when it names nobody, and refused when it names two',
    async (url) => {
      const buyersAnswer = await getPathAs(buyer, url);
      expect((await getPathAs(buyer, `${url}?email=`)).body).toEqual(buyersAnswer.body);
      expect((await getPathAs(buyer, `${url}?email=${buyer.email.toUpperCase()}`)).body).toEqual(buyersAnswer.body);
      const answerToTwoEmails = await getPathAs(buyer, `${url}?email=${buyer.email}&email=${otherBuyer.email}`);
      expect([answerToTwoEmails.status, answerToTwoEmails.body.code]).toEqual([400, 'BAD_REQUEST']);
      for (const email of [
        otherBuyer.email,
        encodeURIComponent(buyer.email).replace('%40', '%2540'),
        "'%20or%20'1'='1",
      ]) {
        const answer = await getPathAs(buyer, `${url}?email=${email}`);
        expect([answer.status, answer.body.length ?? answer.body.code], email).toEqual(
          answer.status === 404 ? [404, 'NOT_FOUND'] : [200, 0],
        );
      }
    },
  );

  it.each([
    'sort=password',
    'sort=id;drop%20table%20listing',
    'select=password',
    'callback=x',
    'jsonp=x',
    '__proto__[role]=admin',
    'q=a%20%26%20|%20b',
  ])('that is not ours changes nothing: %s', async (query) => {
    const plainAnswer = await getPathAs(buyer, '/api/ferrariDatas');
    const answer = await getPathAs(buyer, `/api/ferrariDatas?${query}`);
    expect([answer.status, answer.body]).toEqual([200, plainAnswer.body]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

const malformedIds = [
  '507f1f77bcf86cd799439011',
  '0',
  '-1',
  '2147483648',
  '1e3',
  '0x10',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f',
  '..;',
  '%00',
  "'%20or%20'1'='1",
  '%F0%9F%98%80',
  'null',
  'undefined',
  '__proto__',
  '0190f3a1-0000-7000-8000-00000000abcd',
];

describe('an id in a path', () => {
  it.each(malformedIds)('that is none is not found, whatever is asked of it: %s', async (id) => {
    const rowsBefore = await dumpRows(server);
    const hostileCalls: readonly (readonly [TestUser, 'GET' | 'POST' | 'PUT' | 'DELETE', string, object?])[] = [
      [buyer, 'GET', `/api/productById/${id}`],
      [buyer, 'GET', `/api/payment/${id}`],
      [buyer, 'POST', `/api/v1/bookings/${id}/cancellation`, {}],
      [admin, 'DELETE', `/api/Buyer/${id}`],
      [admin, 'DELETE', `/api/seller/${id}`],
      [admin, 'PUT', `/api/users/verify/${id}`],
    ];
    for (const [caller, method, url, body] of hostileCalls) {
      const answer = await call(server, caller, method, url, body);
      expect([answer.status, answer.body.code], `${method} ${url}`).toEqual([404, 'NOT_FOUND']);
    }
    expect(await dumpRows(server)).toEqual(rowsBefore);
  });

  it("of another's booking is answered like one that does not exist", async () => {
    const answerToOthersBooking = await getPathAs(otherBuyer, `/api/payment/${booking}`);
    const answerToUnknownBooking = await getPathAs(otherBuyer, '/api/payment/0190f3a1-0000-7000-8000-00000000abcd');
    const { requestId: _a, ...bodyOfOthersBooking } = answerToOthersBooking.body;
    const { requestId: _b, ...bodyOfUnknownBooking } = answerToUnknownBooking.body;
    expect([answerToOthersBooking.status, bodyOfOthersBooking]).toEqual([404, bodyOfUnknownBooking]);
  });

  it('of a person of the other role is not found', async () => {
    // The calls name another admin's account, because admins cannot delete their own account with these calls.
    const otherAdmin = await makeUser(server, 'admin');
    const rowsBefore = await dumpRows(server);
    for (const url of [
      `/api/Buyer/${seller.id}`,
      `/api/seller/${buyer.id}`,
      `/api/Buyer/${otherAdmin.id}`,
      `/api/seller/${otherAdmin.id}`,
    ])
      expect((await call(server, admin, 'DELETE', url)).status, url).toBe(404);
    expect((await call(server, admin, 'PUT', `/api/users/verify/${buyer.id}`)).status).toBe(404);
    expect(await dumpRows(server)).toEqual(rowsBefore);
  });
});

describe('another spelling of an address', () => {
  it.each([
    (path: string) => `/${path}`,
    (path: string) => path.replace('/api/', '/api//'),
    (path: string) => `${path}/`,
    (path: string) => path.replace('/api/', '/API/'),
    (path: string) => `${path};jsessionid=1`,
    (path: string) => path.replace('/api/', '/api/./'),
    (path: string) => path.replace('/api/', '/x/../api/'),
    (path: string) => path.replace('/api/', '/%61pi/'),
    (path: string) => path.replace('/api/', '/api%2f'),
    (path: string) => path.replace('/', '\\'),
  ])('meets the same guard or leads nowhere: %#', async (spellAddress) => {
    for (const path of ['/api/usersrole', '/api/myorders', `/api/payment/${booking}`]) {
      const visitorAnswer = await sendBytes(
        `GET ${spellAddress(path)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      expect(visitorAnswer, spellAddress(path)).toMatch(/^HTTP\/1\.1 (?:400|401|404) /);
    }
  });
});

/** Sends the bytes unchanged and reads until the server closes the connection. */
function sendBytes(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', (error: NodeJS.ErrnoException) => (text === '' ? reject(error) : resolve(text)));
  });
}

describe('a header', () => {
  it('does not change what is answered: 10 KB of If-None-Match, another Accept, ranges, other hosts', async () => {
    const plainAnswer = await getPathAs(null, '/api/v1/brands');
    const hostileHeaderSets: readonly Record<string, string>[] = [
      { 'if-none-match': 'x'.repeat(10_240) },
      { accept: 'application/xml' },
      { accept: 'image/png;q=0' },
      { range: 'bytes=0-0' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { 'x-http-method-override': 'DELETE', 'x-original-url': '/api/usersrole' },
      { 'accept-encoding': 'gzip;q=0, made-up;q=1.0, *;q=0' },
    ];
    for (const headers of hostileHeaderSets) {
      const answer = await server.app.inject({ url: '/api/v1/brands', headers });
      expect([answer.statusCode, answer.json()], JSON.stringify(headers).slice(0, 60)).toEqual([200, plainAnswer.body]);
      expect(JSON.stringify(answer.headers)).not.toContain('evil.example');
    }
  });

  it('of 2,000 lines is too much', async () => {
    const headerLines = Array.from({ length: 2_000 }, (_, index) => `X-${index}: aaaaaaaa`).join('\r\n');
    const answer = await sendBytes(
      `GET /api/v1/brands HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headerLines}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('the framing of a request', () => {
  it('of 1,000 requests sent at once is answered 1,000 times, in order', async () => {
    const healthRequest = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const text = await sendBytes(
      `${healthRequest.repeat(999)}GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(1_000);
  });

  it.each(['websocket', 'h2c'])('is not changed by an upgrade to %s', async (upgradeProtocol) => {
    const text = await sendBytes(
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close, Upgrade\r\nUpgrade: ${upgradeProtocol}\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it.each(['GET /healthz HTTP/1.0\r\n\r\n', 'GET /healthz\r\n\r\n'])(
    'of an old HTTP is answered once, and the connection is closed: %j',
    async (bytes) => {
      const text = await sendBytes(bytes);
      expect(text.match(/^HTTP\/1\.1 200 OK/g)).toHaveLength(1);
      expect(text).toContain('Connection: close');
    },
  );

  it('that promises a body with Expect: 100-continue is answered 100', async () => {
    const requestHead = `POST /api/users HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`;
    expect(await sendBytes(`${requestHead}{}`)).toMatch(/^HTTP\/1\.1 100 Continue[\s\S]*HTTP\/1\.1 401 /);
    const refusal = await sendBytes(requestHead.replace('100-continue', 'wonders'));
    expect(refusal).toMatch(/^HTTP\/1\.1 417 /);
    expect(refusal).toContain('x-content-type-options: nosniff');
  });

  it('leaves the server standing', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});

describe('a method that an address does not know', () => {
  it.each([
    ['TRACE', '/healthz', 'GET, HEAD'],
    ['POST', '/readyz', 'GET, HEAD'],
    ['DELETE', '/media/x.webp', 'GET, HEAD'],
    ['TRACE', '/nowhere', 'GET, HEAD'],
    ['PATCH', '/api/products', 'GET, HEAD, POST'],
  ] as const)('%s %s is answered 405 with Allow: %s', async (method, url, allowHeader) => {
    const answer = await server.app.inject({ method: method as 'POST', url });
    expect([answer.statusCode, answer.json().code, answer.headers.allow]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      allowHeader,
    ]);
  });

  it.each([
    '/.git/HEAD',
    '/.env',
    '/api/.env',
    '/assets/main.js.map',
    '/server/app.ts',
    '/package.json',
    '/data/secrets/session',
  ])('%s does not exist', async (url) => {
    for (const method of ['GET', 'POST'] as const)
      expect((await server.app.inject({ method, url })).statusCode).toBe(404);
  });
});

describe('a part of a path that is longer than any of ours', () => {
  it.each([301, 2_000])('of %i letters is not there, by a method that its route has', async (letterCount) => {
    // The server has a catch-all route here, as the product has for pages.
    const app = await buildApp(server.context, {
      registerPages: async (pageApp) => void pageApp.get('/*', (_request, reply) => reply.callNotFound()),
    });
    try {
      const id = 'x'.repeat(letterCount);
      for (const path of [`/api/v1/listings/${id}`, `/api/v1/listings/${id}/similar`, `/api/users/${id}`]) {
        const answer = await app.inject({ url: path });
        expect([answer.statusCode, answer.json().code], path.slice(0, 40)).toEqual([404, 'NOT_FOUND']);
      }
      const otherAnswer = await app.inject({ method: 'PATCH', url: `/api/v1/listings/${id}/similar` });
      expect([otherAnswer.statusCode, otherAnswer.json().code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    } finally {
      await app.close();
    }
  });
});
