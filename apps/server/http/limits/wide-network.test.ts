import { wideNetworkFactor } from '@carhouse/domain/limits/wide-network';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unlimitedProtection } from '../../testing/test-node.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { rateLimits, withoutRateLimits } from './rate-limits.ts';

const floodCount = 6;
const letterCount = 2;
let server: TestServer;

beforeAll(async () => {
  const testLimits = withoutRateLimits({
    floodAddress: { ...rateLimits.floodAddress, count: floodCount, seconds: 3_600 },
    feedback: { ...rateLimits.feedback, count: letterCount },
  });
  server = await startTestServer({ ...unlimitedProtection, rateLimits: testLimits });
  const now = new Date();
  server.setClock(() => now);
});
afterAll(() => server.close());

/** Returns an address in the nth 64-bit network of a 48-bit network. */
const address = (networkPrefix: string, nth: number): string => `2001:db8:${networkPrefix}:${nth.toString(16)}::1`;

type PostRequest = { readonly url: string; readonly payload: object };

async function postAndReadCode(remoteAddress: string, { url, payload }: PostRequest): Promise<string> {
  const answer = await server.app.inject({ method: 'POST', url, payload, remoteAddress });
  return answer.statusCode < 300 ? 'done' : String(answer.json().code);
}

/** Sends each request from a different network. @returns the number of answers with each code. */
async function sendFromEachAddress(
  networkPrefix: string,
  times: number,
  post: (nth: number) => PostRequest,
): Promise<Record<string, number>> {
  const codes: Record<string, number> = {};
  for (let nth = 0; nth < times; nth += 1) {
    const code = await postAndReadCode(address(networkPrefix, nth), post(nth));
    codes[code] = (codes[code] ?? 0) + 1;
  }
  return codes;
}

const letter: PostRequest = { url: '/api/v1/feedback', payload: { email: 'a@people.example', text: 'A question' } };
const wrongSignIn = (nth: number): PostRequest => ({
  url: '/api/auth/sign-in/email',
  payload: { email: `nobody${nth}@people.example`, password: 'Wrong!Harbour9' },
});

it('feedback of 48 bits of IPv6 is counted together, with sixteen times the limit of 64 bits', async () => {
  const most = letterCount * wideNetworkFactor;
  expect(await sendFromEachAddress('10', most + 3, () => letter)).toEqual({ done: most, RATE_LIMITED: 3 });
  expect(await postAndReadCode(address('11', 1), letter)).toBe('done');
});

it('so are wrong sign-ins', async () => {
  const most = 5 * wideNetworkFactor;
  expect(await sendFromEachAddress('20', most + 3, wrongSignIn)).toEqual({
    INVALID_CREDENTIALS: most,
    RATE_LIMITED: 3,
  });
  expect(await postAndReadCode(address('21', 1), wrongSignIn(0))).toBe('INVALID_CREDENTIALS');
});

it('so are floods', async () => {
  const ask = async (from: string) =>
    (await server.app.inject({ url: '/api/v1/brands', remoteAddress: from })).statusCode;
  const statuses: number[] = [];
  for (let nth = 0; nth < floodCount * wideNetworkFactor + 2; nth += 1) statuses.push(await ask(address('30', nth)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(floodCount * wideNetworkFactor);
  expect(statuses.slice(-2)).toEqual([429, 429]);
  expect(await ask(address('31', 1))).toBe(200);
});

it('requests that a network of 64 bits may not send use up nothing of the 48 bits', async () => {
  const ask = async (from: string) =>
    (await server.app.inject({ url: '/api/v1/brands', remoteAddress: from })).statusCode;
  const one: number[] = [];
  for (let nth = 0; nth < floodCount * wideNetworkFactor + 2; nth += 1) one.push(await ask(address('40', 1)));
  expect(one.filter((status) => status === 200)).toHaveLength(floodCount);
  expect(await ask(address('40', 2))).toBe(200);
});
