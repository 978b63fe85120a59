import { connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { makeCar, makeUser, type TestUser } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let buyer: TestUser;
let car: string;

beforeAll(async () => {
  server = await startTestServer();
  buyer = await makeUser(server, 'Buyer');
  car = await makeCar(server, await makeUser(server, 'Seller'));
});
afterAll(() => server.close());

const requestCases: readonly (readonly [number, InjectOptions])[] = [
  [200, { url: '/api/v1/brands' }],
  [200, { method: 'HEAD', url: '/api/audiDatas' }],
  [200, { url: '/healthz' }],
  [200, { url: '/readyz' }],
  [200, { url: '/api/docs/json' }],
  [200, { url: '/sandbox-card-provider/v3/stripe.js' }],
  [200, { url: '/metrics' }],
  [200, { url: '/api/docs/' }],
  [400, { url: '/api/audiDatas?before=x' }],
  [400, { url: '/api/productById/%zz' }],
  [400, { method: 'POST', url: '/api/webhooks/card-provider', payload: '{}' }],
  [401, { url: '/api/myorders' }],
  [404, { url: '/api/unknown' }],
  [404, { url: '/api/productById/x' }],
  [404, { url: `/api/productById/${'a'.repeat(400)}` }],
  [404, { url: '/media/x.webp' }],
  [404, { url: '/sandbox-card-provider/v1/events' }],
  [405, { method: 'DELETE', url: '/api/audiDatas' }],
  [405, { method: 'TRACE', url: '/healthz' }],
  [401, { method: 'POST', url: '/api/auth/sign-in/email', payload: { email: 'a@b.example', password: 'x' } }],
  [413, { method: 'POST', url: '/api/webhooks/card-provider', payload: 'x'.repeat(300_000) }],
  [415, { method: 'POST', url: '/api/v1/brands', headers: { 'content-encoding': 'gzip' }, payload: '{}' }],
];

describe('every answer', () => {
  it.each(requestCases)('of status %i carries the security headers (%#)', async (status, request) => {
    const answer = await server.app.inject(request);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.any(String),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'content-security-policy': expect.any(String),
    });
    expect(answer.headers['content-security-policy']).not.toContain('unsafe-eval');
    expect(answer.headers).not.toHaveProperty('server');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });

  it('has a policy that forbids frames, plugins and inline scripts without its own nonce', async () => {
    const policyHeaders = await Promise.all(
      [1, 2].map(async () =>
        String((await server.app.inject({ url: '/api/v1/brands' })).headers['content-security-policy']),
      ),
    );
    for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policyHeaders[0]).toContain(directive);
    const scriptSources = /script-src ([^;]+)/.exec(policyHeaders[0] ?? '')?.[1];
    expect(scriptSources).toMatch(/^'self' 'nonce-[\w-]{20,}'$/);
    expect(policyHeaders[0]).not.toBe(policyHeaders[1]);
  });

  it('loads images from this server and from the photos of Google alone, so that no stranger learns who looks', async () => {
    const policy = String((await server.app.inject({ url: '/api/v1/brands' })).headers['content-security-policy']);
    expect(/img-src ([^;]+)/.exec(policy)?.[1]).toBe("'self' data: https://lh3.googleusercontent.com");
  });

  it('says for a year that only TLS counts, where browsers come over TLS', async () => {
    const config = { ...server.context.config, publicUrl: 'https://cars.example' };
    const app = await buildApp({ ...server.context, config });
    for (const [, request] of requestCases.filter(
      ([, { url }]) => typeof url === 'string' && !url.startsWith('/sandbox'),
    )) {
      const answer = await app.inject(request);
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    }
    await app.close();
    expect((await server.app.inject('/healthz')).headers).not.toHaveProperty('strict-transport-security');
  });

  it('that is no success is a problem with its own request id', async () => {
    const ids = new Set<string>();
    for (const [status, request] of requestCases.filter(([each]) => each >= 400)) {
      const answer = await server.app.inject(request);
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
      // The text of `message` comes from the identity service, so it is not compared.
      const { requestId, message: _message, ...body } = answer.json();
      expect(body).toEqual({
        type: 'about:blank',
        title: expect.any(String),
        status,
        code: expect.stringMatching(/^[A-Z_]+$/),
        detail: expect.any(String),
        ...(body.errors === undefined ? {} : { errors: expect.any(Array) }),
      });
      ids.add(requestId);
    }
    expect(ids.size).toBe(requestCases.filter(([each]) => each >= 400).length);
  });

  it('to a request with a session is not cached', async () => {
    for (const url of ['/api/v1/me', '/api/audiDatas', `/api/productById/${car}`, '/api/myorders']) {
      const answer = await server.app.inject({ url, headers: { authorization: buyer.token } });
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    }
  });
});

describe('an address', () => {
  it.each([
    '/api/Unknown',
    '/api/AUDIDATAS',
    '/api/audiDatas/',
    '/api//audiDatas',
    '//api/audiDatas',
    '/api/audiDatas;x=1',
    '/api/%61udiDatas/x',
    '/api',
    '/api/',
    '/api/v1',
    '/.git/config',
    '/.env',
    '/api/../.env',
  ])('that is none of ours answers 404: %s', async (url) => {
    const answer = await server.app.inject({ url });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'] as const)(
    'of a known call answers 405 to %s',
    async (method) => {
      const answer = await server.app.inject({ method: method as 'PUT', url: '/api/bookingData' });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
    },
  );

  it('with 1,000 parameters is answered like one without', async () => {
    const query = Array.from({ length: 1_000 }, (_, index) => `p${index}=1`).join('&');
    expect((await server.app.inject({ url: `/api/v1/brands?${query}&callback=x&jsonp=y` })).statusCode).toBe(200);
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

describe('bytes that are no request', () => {
  const closingHeaders = 'Host: localhost\r\nConnection: close\r\n';

  it('answer 431 for 17 KB of headers', async () => {
    const answer = await sendBytes(
      `GET /api/v1/brands HTTP/1.1\r\n${closingHeaders}X-Long: ${'a'.repeat(17 * 1024)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    expect(answer).toContain('content-type: application/problem+json; charset=utf-8');
    expect(answer).toContain('"code":"HEADERS_TOO_LARGE"');
    for (const name of ['content-security-policy', 'referrer-policy', 'cross-origin-opener-policy', 'cache-control'])
      expect(answer).toContain(`\r\n${name}: `);
  });

  it.each([
    'nonsense\r\n\r\n',
    `BREW /api/v1/brands HTTP/1.1\r\n${closingHeaders}\r\n`,
    `GET /api/v1/brands HTTP/9.9\r\n${closingHeaders}\r\n`,
    `POST /api/users HTTP/1.1\r\n${closingHeaders}Content-Length: x\r\n\r\n`,
    `POST /api/users HTTP/1.1\r\n${closingHeaders}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    `GET / HTTP/1.1\r\n${closingHeaders}X: a\u0000b\r\n\r\n`,
  ])('answer 400 and close the connection: %#', async (bytes) => {
    const answer = await sendBytes(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('"code":"BAD_REQUEST"');
    expect(answer).toContain('x-content-type-options: nosniff');
  });

  it('of two requests at once answer both', async () => {
    const healthRequestText = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const answer = await sendBytes(`${healthRequestText}GET /healthz HTTP/1.1\r\n${closingHeaders}\r\n`);
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });

  it('do not stop the server', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});
