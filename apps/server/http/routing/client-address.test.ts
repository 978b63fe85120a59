import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findAddressBucket, makeProxyList, readClientAddress, registerClientAddress } from './client-address.ts';

const appsToClose: FastifyInstance[] = [];
let serverWithoutProxy: FastifyInstance;
let proxiedApp: FastifyInstance;

function buildServer(trustedProxies: readonly string[]): FastifyInstance {
  const app = fastify();
  registerClientAddress(app, trustedProxies);
  app.get('/', async (request) => readClientAddress(request));
  appsToClose.push(app);
  return app;
}

async function requestWithAddress(
  app: FastifyInstance,
  remoteAddress: string,
  forwardedHeader?: string,
): Promise<string> {
  const headers = forwardedHeader === undefined ? {} : { 'x-forwarded-for': forwardedHeader };
  return (await app.inject({ url: '/', remoteAddress, headers })).body;
}

beforeAll(() => {
  serverWithoutProxy = buildServer([]);
  proxiedApp = buildServer(['10.0.0.0/8', '::1', 'fd00::/8']);
});
afterAll(() => Promise.all(appsToClose.map((app) => app.close())));

describe('the address of a client', () => {
  it.each(['9.9.9.9', '9.9.9.9, 10.0.0.1', '::1', 'unknown', '', "' or 1=1", `${'1.1.1.1,'.repeat(500)}1.1.1.1`])(
    'is that of the socket where no proxy is trusted, whatever X-Forwarded-For says: %j',
    async (forwardedHeader) => {
      expect(await requestWithAddress(serverWithoutProxy, '203.0.113.7', forwardedHeader)).toBe('203.0.113.7');
      expect(await requestWithAddress(proxiedApp, '203.0.113.7', forwardedHeader)).toBe('203.0.113.7');
    },
  );

  it.each([
    ['10.1.2.3', '198.51.100.4', '198.51.100.4'],
    ['10.1.2.3', '1.1.1.1, 198.51.100.4', '198.51.100.4'],
    ['::ffff:10.1.2.3', '1.1.1.1, 198.51.100.4, 10.9.9.9', '198.51.100.4'],
    ['::1', '2001:DB8::1', '2001:db8::1'],
    ['fd12::1', '::ffff:198.51.100.4', '198.51.100.4'],
    ['10.1.2.3', '198.51.100.4, garbage', '10.1.2.3'],
    ['10.1.2.3', '198.51.100.4:8080', '198.51.100.4'],
    ['10.1.2.3', '"198.51.100.4:8080"', '198.51.100.4'],
    ['10.1.2.3', '[2001:db8::7]', '2001:db8::7'],
    ['10.1.2.3', '"[2001:db8::7]:5555", 10.9.9.9:1', '2001:db8::7'],
    ['10.1.2.3', '1.1.1.1, [198.51.100.4', '10.1.2.3'],
    ['10.1.2.3', '2001:db8::7:99999x', '10.1.2.3'],
    ['10.1.2.3', undefined, '10.1.2.3'],
    ['10.1.2.3', '10.0.0.8', '10.0.0.8'],
  ])('behind trusted proxies at %s that say %j is %s', async (socket, forwardedHeader, client) => {
    expect(await requestWithAddress(proxiedApp, socket, forwardedHeader)).toBe(client);
  });

  it('is in the log once when a trusted proxy sends no address', async () => {
    const app = buildServer(['10.0.0.0/8']);
    const warnSpy = vi.spyOn(app.log, 'warn');
    for (const forwardedHeader of ['unknown', 'garbage', '198.51.100.4'])
      await requestWithAddress(app, '10.1.2.3', forwardedHeader);
    expect(warnSpy).toHaveBeenCalledTimes(1);
  });

  it('has one spelling', async () => {
    expect(await requestWithAddress(serverWithoutProxy, '::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(await requestWithAddress(serverWithoutProxy, '::ffff:cb00:7107')).toBe('203.0.113.7');
    expect(await requestWithAddress(serverWithoutProxy, 'fe80::1%eth0')).toBe('fe80::1');
  });
});

describe('the bucket of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:1:aaaa::1', '2001:db8:0:1::/64'],
    ['2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['2001:0DB8:0000:0002::1', '2001:db8:0:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('of %s is %s', (address, expectedBucket) => {
    expect(findAddressBucket(address)).toBe(expectedBucket);
  });
});

it.each(['10.0.0.0/33', '::/129', '10.0.0.0/8/8', 'proxy', '10.0.0', '10.0.0.0/-1', ''])(
  'refuses %j as a trusted proxy',
  (entry) => {
    expect(() => makeProxyList([entry])).toThrow(RangeError);
  },
);
