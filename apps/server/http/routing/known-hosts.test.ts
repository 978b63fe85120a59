import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { sendRaw, sendRawRequest } from '../../testing/raw-http.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createRequestCheck } from './known-hosts.ts';
import { parseTarget } from './request-target.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(undefined, undefined, { ALLOWED_HOSTS: 'cars.example, [fd00::7]', DEMO: '1' });
});
afterAll(() => server.close());

const readServerPort = (): string => new URL(server.url).port;
const sendLines = async (headerLines: readonly string[], target = '/api/v1/brands', method = 'GET') => {
  const answer = await sendRaw(server.url, sendRawRequest(method, target, headerLines));
  const { code } = JSON.parse(answer.body.toString() || '{}') as { code?: string };
  return { status: answer.status, code };
};

describe('the host of a request', () => {
  it.each([
    'localhost',
    'LOCALHOST.',
    '127.0.0.1',
    '[::1]',
    'cars.example',
    'Cars.Example:8443',
    '[fd00::7]',
    'localhost:',
  ])('may be %s', async (host) => {
    expect((await sendLines([`Host: ${host}`])).status).toBe(200);
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.cars.example',
    '10.9.8.7',
    '[::2]',
  ])('may not be %s: no name of another site leads to what this machine shows', async (host) => {
    for (const name of [host, `${host}:${readServerPort()}`]) {
      expect(await sendLines([`Host: ${name}`])).toEqual({ status: 421, code: 'HOST_NOT_KNOWN' });
      expect((await sendLines([`Host: ${name}`], '/')).status).toBe(421);
      expect((await sendLines([`Host: ${name}`], '/metrics')).status).toBe(421);
      expect((await sendLines([`Host: ${name}`, 'Content-Length: 0'], '/api/auth/sign-out', 'POST')).status).toBe(421);
    }
  });

  it('is not found among what is kept for visitors', async () => {
    for (let repetition = 0; repetition < 3; repetition += 1) {
      expect((await sendLines(['Host: localhost'])).status).toBe(200);
      expect((await sendLines(['Host: evil.example'])).status).toBe(421);
    }
  });

  it.each([
    [['Host: localhost', 'Host: localhost']],
    [['Host: localhost', 'host: evil.example']],
    [['Host: ']],
    [['Host: localhost, evil.example']],
    [['Host: local host']],
    [['Host: user@localhost']],
    [['Host: localhost/evil.example']],
    [['Host: localhost:port']],
  ])('is one: %j', async (headerLines) => {
    expect(await sendLines(headerLines)).toEqual({ status: 400, code: 'BAD_REQUEST' });
  });

  it('says which variable lets it in', async () => {
    const answer = await sendRaw(server.url, sendRawRequest('GET', '/api/v1/brands', ['Host: evil.example']));
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.body.toString()).toContain('ALLOWED_HOSTS');
  });

  it.each(['/healthz', '/readyz'])('does not matter to %s, which monitors probe by address', async (path) => {
    const readStatus = async (...headerLines: string[]) => (await sendLines(headerLines, path)).status;
    expect(await readStatus('Host: 10.0.0.7:3000')).toBe(await readStatus('Host: localhost'));
    expect(await readStatus('Host: 10.0.0.7', 'Host: 10.0.0.7')).toBe(400);
  });
});

describe('the names of a server for others', () => {
  const checkRequest = createRequestCheck({
    host: '0.0.0.0',
    publicUrl: 'https://cars.example',
    allowedHosts: [],
    trustedProxies: [],
  });
  const checkHost = (host: string, remoteAddress: string, localAddress = '192.0.2.1', requestCheck = checkRequest) =>
    requestCheck({
      url: '/',
      method: 'GET',
      rawHeaders: ['Host', host],
      socket: { remoteAddress, localAddress },
    } as never);

  it('are its own, and the address that was connected to', () => {
    expect(checkHost('cars.example', '203.0.113.5')).toBeUndefined();
    expect(checkHost('192.0.2.1:3000', '203.0.113.5')).toBeUndefined();
    expect(checkHost('[2001:DB8::1]', '203.0.113.5', '2001:db8::1')).toBeUndefined();
    for (const host of ['evil.example', '192.0.2.2', '0.0.0.0']) {
      expect(checkHost(host, '203.0.113.5'), host).toBe('HOST_NOT_KNOWN');
    }
  });

  it('are those of loopback for programs on this machine, unless a proxy is between', () => {
    expect(checkHost('localhost:3000', '::ffff:127.0.0.1')).toBeUndefined();
    expect(checkHost('localhost:3000', '203.0.113.5')).toBe('HOST_NOT_KNOWN');
    const checkBehindProxy = createRequestCheck({
      host: '0.0.0.0',
      publicUrl: 'https://cars.example',
      allowedHosts: [],
      trustedProxies: ['127.0.0.1'],
    });
    expect(checkHost('localhost:3000', '127.0.0.1', '127.0.0.1', checkBehindProxy)).toBe('HOST_NOT_KNOWN');
  });
});

describe('the target of a request', () => {
  it.each([
    ['/%61pi/v1/brands', 200],
    ['/api/v1/%62rands?x=%61', 200],
    ['http://localhost/api/v1/brands', 200],
    ['HTTP://LOCALHOST/api/v1/brands', 200],
    ['http://evil.example/api/v1/brands', 400],
    ['http://localhost:1/api/v1/brands', 400],
    ['ftp://localhost/api/v1/brands', 400],
    ['/api/v1/brands#x', 400],
    ['api/v1/brands', 400],
    ['/api/v1/brands/', 404],
    ['/API/v1/brands', 404],
    ['//api/v1/brands', 404],
    ['/api/v1/../v1/brands', 404],
    ['/api/v1/%2e%2e/v1/brands', 404],
    ['/api%2Fv1/brands', 404],
  ])('%s is answered %i', async (target, status) => {
    expect((await sendLines(['Host: localhost'], target)).status).toBe(status);
  });

  it('has one spelling', () => {
    expect(parseTarget('/%61%2D%2e%5F%7e%2F%3f%25?%61', 'GET')?.path).toBe('/a-._~%2F%3f%25?%61');
    expect(parseTarget('http://a.example', 'GET')).toEqual({ path: '/', authority: 'a.example' });
    expect(parseTarget('http://a.example?x', 'GET')).toEqual({ path: '/?x', authority: 'a.example' });
    expect([parseTarget('*', 'OPTIONS')?.path, parseTarget('*', 'GET')]).toEqual(['*', undefined]);
  });
});

describe('/metrics without METRICS_TOKEN', () => {
  const status = async (configChange: object, headers: object = {}) => {
    const app = await buildApp({ ...server.context, config: { ...server.context.config, ...configChange } });
    const answer = await app.inject({ url: '/metrics', ...headers });
    await app.close();
    return answer.statusCode;
  };

  it('is for programs on a machine that the server is meant for', async () => {
    expect(await status({})).toBe(200);
    expect(await status({}, { headers: { host: 'cars.example' } })).toBe(404);
  });

  it.each([
    ['in production', { isProduction: true }],
    ['behind a proxy', { trustedProxies: ['127.0.0.1'] }],
    ['with a public address', { publicUrl: 'https://cars.example' }],
    ['with a public listener', { host: '0.0.0.0' }],
  ])('does not exist %s, whatever client the request names', async (_caseName, change) => {
    expect(await status(change)).toBe(404);
    expect(await status(change, { headers: { host: 'localhost' } })).toBe(404);
  });
});
