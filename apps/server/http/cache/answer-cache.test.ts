import { request as send } from 'node:http';
import { call as contractCall } from '@carhouse/contract/call';
import type { AccountId } from '@carhouse/domain/account/account';
import { publicName } from '@carhouse/domain/account/public-name';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { call, makeCar, makeUser, type TestUser } from '../../testing/builders.ts';
import { unlimitedProtection } from '../../testing/test-node.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { rateLimits, withoutRateLimits } from '../limits/rate-limits.ts';
import { serverLimits } from '../limits/server-limits.ts';
import { createMetrics } from '../routing/metrics.ts';
import { providerWebhookPath } from '../routing/provider-paths.ts';
import { registerSecurityHeaders } from '../routing/security-headers.ts';
import { registerAnswerCache } from './answer-cache.ts';
import { createEarlyServer } from './early-answers.ts';
import { PublicAnswer } from './public-answer.ts';
import { ResponseCache } from './response-cache.ts';

const listCall = contractCall({
  method: 'GET',
  path: '/api/list',
  summary: 'A list',
  noun: 'lists',
  access: 'anyone',
  answers: { 200: z.object({ call: z.number() }) },
});

type ListedCar = { readonly _id: string; readonly email?: string };
type ReceivedAnswer = {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
};

/** Requests are sent over the network, because injected requests bypass the early answers. */
function sendRequest(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<ReceivedAnswer> {
  return new Promise((resolve, reject) => {
    const clientRequest = send(`${origin}${path}`, { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    clientRequest.on('error', reject);
    clientRequest.end();
  });
}

describe('what all visitors are answered', () => {
  let testServer: TestServer;
  let seller: TestUser;

  beforeAll(async () => {
    testServer = await startTestServer(unlimitedProtection, undefined, {}, { cachesAnswers: true });
    seller = await makeUser(testServer, 'Seller');
  });
  afterAll(() => testServer.close());

  const readCars = async (path: string, headers: Record<string, string> = {}): Promise<ListedCar[]> => {
    const answer = await sendRequest(testServer.url, path, headers);
    expect(answer.status).toBe(200);
    return JSON.parse(answer.body.toString()) as ListedCar[];
  };

  it('is as new as the database within the second: a sold car is gone', async () => {
    const car = await makeCar(testServer, seller, { brand: 'Tesla' });
    await expect.poll(() => readCars('/api/teslaDatas')).toEqual([expect.objectContaining({ _id: car })]);
    expect((await call(testServer, seller, 'POST', `/api/v1/listings/${car}/sale`)).status).toBe(200);
    const startedAtMs = performance.now();
    while (performance.now() - startedAtMs < 1_000) await readCars('/api/teslaDatas');
    expect(await readCars('/api/teslaDatas')).toEqual([]);
  });

  it('is new at once after a change at the same node', async () => {
    const title = 'Seen at once';
    const readTeslas = async () => (await readCars('/api/teslaDatas')) as (ListedCar & { title: string })[];
    await readTeslas();
    const car = await makeCar(testServer, seller, { brand: 'Tesla', title });
    const makeWriteRequest = (requestMethod: string) =>
      sendRequest(
        testServer.url,
        `/api/v1/listings/${car}/${requestMethod}`,
        { authorization: seller.token, origin: testServer.url },
        'POST',
      );
    for (const [httpMethod, isCarShown] of [
      ['withdrawal', false],
      ['relisting', true],
      ['sale', false],
    ] as const) {
      expect((await makeWriteRequest(httpMethod)).status, httpMethod).toBe(200);
      expect(
        (await readTeslas()).some(({ _id }) => _id === car),
        httpMethod,
      ).toBe(isCarShown);
      await readTeslas();
    }
  });

  it('is never given to a person with a session, and never taken from one', async () => {
    const car = await makeCar(testServer, seller, { brand: 'Audi' });
    const buyer = await makeUser(testServer, 'Buyer');
    for (let repetition = 0; repetition < 4; repetition += 1) {
      const ownCars = await readCars('/api/audiDatas', { authorization: buyer.token });
      expect(ownCars).toEqual([expect.objectContaining({ _id: car, email: publicName(seller.id) })]);
      const cookie = `carhouse.session_token=${encodeURIComponent(buyer.token.replace('Bearer ', ''))}`;
      expect((await sendRequest(testServer.url, '/api/audiDatas', { cookie })).headers['cache-control']).toMatch(
        /no-(cache|store)/,
      );
      const visitorsCars = await readCars('/api/audiDatas');
      expect(visitorsCars).toEqual([expect.not.objectContaining({ email: expect.anything() })]);
    }
  });

  it('carries the same headers when it was kept as when it was not', async () => {
    await makeCar(testServer, seller, { brand: 'Ferrari' });
    const answerBeforeChange = await sendRequest(testServer.url, '/api/ferrariDatas');
    const cachedAnswer = await sendRequest(testServer.url, '/api/ferrariDatas');
    const omitNonce = ({ headers }: ReceivedAnswer) => ({
      ...headers,
      date: undefined,
      // A request id belongs to one request, so only the response that was made for this request contains the id.
      'x-request-id': undefined,
      'content-security-policy': String(headers['content-security-policy']).replaceAll(/ 'nonce-[^']+'/g, ''),
    });
    expect(omitNonce(cachedAnswer)).toEqual(omitNonce(answerBeforeChange));
    expect(cachedAnswer.headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: 'Cookie, Authorization, Accept-Encoding',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
    });
    expect(cachedAnswer.body).toEqual(answerBeforeChange.body);
  });

  it('is not sent again to clients that have it, and compressed for clients that accept it', async () => {
    await makeCar(testServer, seller, { brand: 'Rolls_Royce' });
    const { headers, body } = await sendRequest(testServer.url, '/api/rollsDatas');
    for (let turn = 0; turn < 3; turn += 1) {
      const notModifiedAnswer = await sendRequest(testServer.url, '/api/rollsDatas', {
        'if-none-match': String(headers.etag),
      });
      expect([notModifiedAnswer.status, notModifiedAnswer.body.length, notModifiedAnswer.headers.etag]).toEqual([
        304,
        0,
        headers.etag,
      ]);
      const otherAnswer = await sendRequest(testServer.url, '/api/rollsDatas', { 'if-none-match': 'W/"other"' });
      expect([otherAnswer.status, otherAnswer.body]).toEqual([200, body]);
      for (const contentCoding of ['gzip', 'br']) {
        const compressedAnswer = await fetch(`${testServer.url}/api/rollsDatas`, {
          headers: { 'accept-encoding': contentCoding },
        });
        expect(compressedAnswer.headers.get('content-encoding')).toBe(contentCoding);
        expect(await compressedAnswer.text()).toBe(body.toString());
      }
    }
  });

  it('leads on to the next page by its own address', async () => {
    await Promise.all(Array.from({ length: 3 }, () => makeCar(testServer, seller, { brand: 'Mercedes_Benz' })));
    const refusalAnswer = await sendRequest(testServer.url, '/api/mercedesDatas?before=x');
    expect(refusalAnswer.status).toBe(400);
    expect((await sendRequest(testServer.url, '/api/mercedesDatas?before=x')).status).toBe(400);
    expect((await readCars('/api/mercedesDatas')).length).toBe(3);
    expect((await sendRequest(testServer.url, '/api/mercedesDatas', {}, 'HEAD')).body.length).toBe(0);
    expect((await sendRequest(testServer.url, '/api/mercedesDatas', {}, 'POST')).status).toBe(405);
  });
});

describe('floods of what is kept', () => {
  it('are refused as all others are', async () => {
    const floodAddress = { ...rateLimits.floodAddress, count: 30 };
    const testServer = await startTestServer(
      { ...unlimitedProtection, rateLimits: withoutRateLimits({ floodAddress }) },
      undefined,
      {},
      {
        cachesAnswers: true,
      },
    );
    try {
      const statuses: number[] = [];
      for (let turn = 0; turn < 40; turn += 1)
        statuses.push((await sendRequest(testServer.url, '/api/audiDatas')).status);
      expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200));
      expect(statuses.slice(30)).toEqual(Array(10).fill(429));
    } finally {
      await testServer.close();
    }
  });
});

describe('the memory of answers', () => {
  let app: FastifyInstance;
  let origin: string;
  let nowMs: number;
  let handledUrls: string[];
  let answersReleasePromise: Promise<void>;

  beforeEach(async () => {
    nowMs = 0;
    handledUrls = [];
    answersReleasePromise = Promise.resolve();
    const earlyServer = createEarlyServer(serverLimits, 5_000);
    app = fastify({ serverFactory: earlyServer.serverFactory });
    registerSecurityHeaders(app, { cards: { kind: 'sandbox' } as never, isDevelopment: false, isHttps: false });
    app.decorate('countFlood', () => undefined);
    earlyServer.register(app, { metrics: createMetrics(), endsConnections: () => false });
    const limits = { freshForMs: 500, expiresAfterMs: 1_000, entries: 3, bytes: 1e6 };
    registerAnswerCache(app, new ResponseCache(limits, () => nowMs + 1));
    const listRouteOptions = { method: 'GET', config: { sameForVisitors: true } } as const;
    const listHandler = async (request: FastifyRequest, reply: FastifyReply) => {
      const sharedHandler = async () => {
        handledUrls.push(request.url);
        const callNumber = handledUrls.length;
        await answersReleasePromise;
        if (request.url.includes('fail')) throw Object.assign(new Error('no'), { statusCode: 503 });
        return { status: 200 as const, body: { call: callNumber } };
      };
      const input = { params: undefined, query: undefined };
      const makeAnswer = () => PublicAnswer.create<typeof listCall>(sharedHandler, input, JSON.stringify);
      return app.sendPublic(request, reply, await app.getPublicAnswer(request, makeAnswer));
    };
    app.route({ ...listRouteOptions, url: '/api/list', handler: listHandler });
    app.route({ ...listRouteOptions, url: '/api/lists/:id', handler: listHandler });
    app.decorateRequest('actorId', null);
    app.post('/api/change', async (request) => {
      request.actorId = 'a person' as AccountId;
      return '{}';
    });
    app.post('/api/challenge', async () => '{}');
    app.post(providerWebhookPath, async () => '{}');
    origin = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => app.close());

  const readText = async (path = '/api/list'): Promise<string> => (await sendRequest(origin, path)).body.toString();
  const holdAnswers = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answersReleasePromise = promise;
    return resolve;
  };

  it('is made once in half a second; then it is given once more while the next one is made behind it', async () => {
    expect([await readText(), await readText()]).toEqual(['{"call":1}', '{"call":1}']);
    nowMs = 490;
    expect(await readText()).toBe('{"call":1}');
    nowMs = 600;
    expect(await readText()).toBe('{"call":1}');
    await expect.poll(() => readText()).toBe('{"call":2}');
    expect(handledUrls.length).toBe(2);
  });

  it('is kept for a route with a parameter too, for each value of it', async () => {
    expect([await readText('/api/lists/a'), await readText('/api/lists/a')]).toEqual(['{"call":1}', '{"call":1}']);
    expect(await readText('/api/lists/b')).toBe('{"call":2}');
    expect(handledUrls).toEqual(['/api/lists/a', '/api/lists/b']);
  });

  it('makes all wait for the next one when the second is over', async () => {
    await readText();
    nowMs = 600;
    const releaseAnswers = holdAnswers();
    expect(await readText()).toBe('{"call":1}');
    await expect.poll(() => handledUrls.length).toBe(2);
    expect(await readText()).toBe('{"call":1}');
    nowMs = 1_050;
    const waitingTextPromises = [readText(), readText()];
    releaseAnswers();
    expect(await Promise.all(waitingTextPromises)).toEqual(['{"call":2}', '{"call":2}']);
    expect(handledUrls.length).toBe(2);
  });

  it('gives nothing that was asked for before a change to those who come after it', async () => {
    await readText();
    const releaseAnswers = holdAnswers();
    nowMs = 600;
    await readText();
    await expect.poll(() => handledUrls.length).toBe(2);
    await sendRequest(origin, '/api/change', {}, 'POST');
    const textAfterChangePromise = readText();
    await expect.poll(() => handledUrls.length).toBe(3);
    releaseAnswers();
    expect(await textAfterChangePromise).toBe('{"call":3}');
    expect(await readText()).toBe('{"call":3}');
  });

  it('is not emptied by calls of visitors, which change no car; it is by the card provider', async () => {
    await readText();
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await sendRequest(origin, '/api/challenge', {}, 'POST')).status).toBe(200);
      expect(await readText()).toBe('{"call":1}');
    }
    await sendRequest(origin, providerWebhookPath, {}, 'POST');
    expect(await readText()).toBe('{"call":2}');
  });

  it('computes a response once for concurrent requests, and for each request when that fails', async () => {
    const releaseAnswers = holdAnswers();
    const textPromises = Array.from({ length: 20 }, () => readText());
    await expect.poll(() => handledUrls.length).toBe(1);
    releaseAnswers();
    expect(new Set(await Promise.all(textPromises))).toEqual(new Set(['{"call":1}']));
    const failedAnswers = await Promise.all(Array.from({ length: 5 }, () => sendRequest(origin, '/api/list?fail')));
    expect(failedAnswers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    expect((await sendRequest(origin, '/api/list?fail')).status).toBe(503);
  });

  it('cannot be filled with invented URLs', async () => {
    await readText();
    for (let turn = 0; turn < 40; turn += 1) {
      await readText(`/api/list?made-up=${turn}`);
      expect(await readText()).toBe('{"call":1}');
    }
    expect(handledUrls.length).toBe(41);
    // The newest entries are still cached; the older ones were evicted.
    await readText('/api/list?made-up=39');
    expect(handledUrls.length).toBe(41);
    await readText('/api/list?made-up=1');
    expect(handledUrls.length).toBe(42);
    const longUrl = `/api/list?${'x'.repeat(300)}`;
    await readText(longUrl);
    await readText(longUrl);
    expect(handledUrls.length).toBe(44);
  });
});
