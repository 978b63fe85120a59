import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { createClient } from './client.ts';

const answers = { 200: z.object({ done: z.boolean() }) };
const sharedFields = { summary: '', noun: 'bookings', access: 'signed-in', answers } as const;
const postCall = call({ ...sharedFields, method: 'POST', path: '/api/post', body: z.object({ a: z.number() }) });
const putCall = call({ ...sharedFields, method: 'PUT', path: '/api/put' });
const getCall = call({ ...sharedFields, method: 'GET', path: '/api/get' });

type Step = 'no answer' | { readonly status: number; readonly retryAfter?: string; readonly code?: string };
const successStep: Step = { status: 200 };

/** Returns a client whose `fetch` returns the given results one after the other, and the requests that it recorded. */
function recordRequests(steps: readonly Step[], clientOptions: { makeKey?: () => string; maxRetries?: number } = {}) {
  const sentRequests: { method: string | undefined; key: string | null }[] = [];
  const pausesMs: number[] = [];
  let keys = 0;
  const client = createClient({
    origin: '',
    timeout: 15_000,
    makeKey: () => `key-${++keys}`,
    maxRetries: 2,
    pause: async (milliseconds) => void pausesMs.push(milliseconds),
    ...clientOptions,
    fetch: async (_url, init) => {
      sentRequests.push({ method: init.method, key: new Headers(init.headers).get('idempotency-key') });
      const step = steps[sentRequests.length - 1] ?? successStep;
      if (step === 'no answer') throw new TypeError('fetch failed');
      const headers: Record<string, string> = step.retryAfter === undefined ? {} : { 'retry-after': step.retryAfter };
      const body = step.status === 200 ? { done: true } : { code: step.code ?? 'X', detail: 'x' };
      return Response.json(body, { status: step.status, headers });
    },
  });
  return { client, sentRequests, pauses: pausesMs };
}

describe('a POST', () => {
  it('carries one key for all its repetitions, and the next one another', async () => {
    const {
      client,
      sentRequests,
      pauses: pausesMs,
    } = recordRequests(['no answer', { status: 503, retryAfter: '2' }, successStep]);
    expect(await client(postCall, { body: { a: 1 } })).toEqual({ done: true });
    await client(postCall, { body: { a: 1 } });
    expect(sentRequests.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1', 'key-2']);
    expect(pausesMs).toEqual([300, 2000]);
  });

  it('waits for its own first sending that is still being worked on', async () => {
    const { client, sentRequests } = recordRequests([
      { status: 409, retryAfter: '1', code: 'IDEMPOTENCY_KEY_IN_USE' },
      successStep,
    ]);
    expect(await client(postCall, { body: { a: 1 } })).toEqual({ done: true });
    expect(sentRequests).toHaveLength(2);
  });

  it('is given up after two repetitions', async () => {
    const { client, sentRequests } = recordRequests(['no answer', 'no answer', 'no answer']);
    await expect(client(postCall, { body: { a: 1 } })).rejects.toMatchObject({ status: 0, code: 'NETWORK' });
    expect(sentRequests).toHaveLength(3);
  });

  it.each([
    { status: 422, code: 'INVALID' },
    { status: 409, code: 'CAR_ALREADY_SOLD' },
    { status: 409, code: 'CAR_RESERVED', retryAfter: '600' },
    { status: 429, code: 'RATE_LIMITED', retryAfter: '1' },
    { status: 500, code: 'INTERNAL' },
    { status: 503, code: 'UNAVAILABLE', retryAfter: '60' },
  ])('is not repeated after a clear answer: $status $code', async (step) => {
    const { client, sentRequests } = recordRequests([step]);
    await expect(client(postCall, { body: { a: 1 } })).rejects.toMatchObject({ status: step.status, code: step.code });
    expect(sentRequests).toHaveLength(1);
  });

  it('carries the same key when it is made again after no answer, until an answer came', async () => {
    const lostResponses: Step[] = ['no answer', 'no answer', 'no answer'];
    const { client, sentRequests } = recordRequests([...lostResponses, ...lostResponses.slice(1), successStep]);
    await expect(client(postCall, { body: { a: 1 } })).rejects.toMatchObject({ code: 'NETWORK' });
    await client(postCall, { body: { a: 1 } });
    await client(postCall, { body: { a: 1 } });
    expect(sentRequests.map(({ key }) => key)).toEqual([...Array(6).fill('key-1'), 'key-2']);
  });

  it('carries another key when something else is sent, and after a clear refusal', async () => {
    const { client, sentRequests } = recordRequests([
      'no answer',
      'no answer',
      'no answer',
      successStep,
      { status: 422 },
    ]);
    await expect(client(postCall, { body: { a: 1 } })).rejects.toMatchObject({ code: 'NETWORK' });
    await client(postCall, { body: { a: 2 } });
    await expect(client(postCall, { body: { a: 3 } })).rejects.toMatchObject({ status: 422 });
    await client(postCall, { body: { a: 3 } });
    expect(sentRequests.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1', 'key-2', 'key-3', 'key-4']);
  });

  it('keeps its key after a fault that passes', async () => {
    const { client, sentRequests } = recordRequests([{ status: 503, retryAfter: '60' }, successStep]);
    await expect(client(postCall, { body: { a: 1 } })).rejects.toMatchObject({ status: 503 });
    await client(postCall, { body: { a: 1 } });
    expect(sentRequests.map(({ key }) => key)).toEqual(['key-1', 'key-1']);
  });

  it('is sent once where it carries no key', async () => {
    const { client, sentRequests } = recordRequests(['no answer'], { makeKey: undefined as never });
    await expect(client(postCall, { body: { a: 1 } })).rejects.toMatchObject({ code: 'NETWORK' });
    expect(sentRequests).toEqual([{ method: 'POST', key: null }]);
  });
});

describe('other calls', () => {
  it('carry no key; a PUT is repeated because it is idempotent, a GET is repeated by the component that shows it', async () => {
    const putRecording = recordRequests(['no answer', successStep]);
    expect(await putRecording.client(putCall)).toEqual({ done: true });
    expect(putRecording.sentRequests.map(({ key }) => key)).toEqual([null, null]);
    const getRecording = recordRequests(['no answer']);
    await expect(getRecording.client(getCall)).rejects.toMatchObject({ code: 'NETWORK' });
    expect(getRecording.sentRequests).toHaveLength(1);
  });
});

it('all attempts together have the time of one call', async () => {
  let requestCount = 0;
  const client = createClient({
    origin: '',
    timeout: 50,
    makeKey: () => 'key',
    maxRetries: 2,
    fetch: (_url, init) => {
      requestCount += 1;
      return new Promise((_resolve, reject) =>
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      );
    },
  });
  await expect(client(postCall, { body: { a: 1 } })).rejects.toMatchObject({ code: 'NETWORK' });
  expect(requestCount).toBe(1);
});
