import { wideNetworkFactor } from '@carhouse/domain/limits/wide-network';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unlimitedProtection } from '../../testing/test-node.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { rateLimits, withoutRateLimits } from './rate-limits.ts';

const floodLimitCount = 6;
const feedbackLimitCount = 2;
let server: TestServer;

beforeAll(async () => {
  const lowRateLimits = withoutRateLimits({
    floodAddress: { ...rateLimits.floodAddress, count: floodLimitCount, seconds: 3_600 },
    feedback: { ...rateLimits.feedback, count: feedbackLimitCount },
  });
  server = await startTestServer({ ...unlimitedProtection, rateLimits: lowRateLimits });
  const now = new Date();
  server.setClock(() => now);
});
afterAll(() => server.close());

/** Returns an address in the nth 64-bit network of a 48-bit network. */
const makeAddress = (networkPrefix: string, networkIndex: number): string =>
  `2001:db8:${networkPrefix}:${networkIndex.toString(16)}::1`;

type PostRequest = { readonly url: string; readonly payload: object };

async function postAndReadCode(remoteAddress: string, { url, payload }: PostRequest): Promise<string> {
  const answer = await server.app.inject({ method: 'POST', url, payload, remoteAddress });
  return answer.statusCode < 300 ? 'done' : String(answer.json().code);
}

/** Sends each request from a different network. @returns the number of answers with each code. */
async function sendFromEachAddress(
  networkPrefix: string,
  requestCount: number,
  makePost: (networkIndex: number) => PostRequest,
): Promise<Record<string, number>> {
  const countsByCode: Record<string, number> = {};
  for (let networkIndex = 0; networkIndex < requestCount; networkIndex += 1) {
    const code = await postAndReadCode(makeAddress(networkPrefix, networkIndex), makePost(networkIndex));
    countsByCode[code] = (countsByCode[code] ?? 0) + 1;
  }
  return countsByCode;
}

const feedbackRequest: PostRequest = {
  url: '/api/v1/feedback',
  payload: { email: 'a@people.example', text: 'A question' },
};
const makeWrongSignIn = (networkIndex: number): PostRequest => ({
  url: '/api/auth/sign-in/email',
  payload: { email: `nobody${networkIndex}@people.example`, password: 'Wrong!Harbour9' },
});

it('feedback of 48 bits of IPv6 is counted together, with sixteen times the limit of 64 bits', async () => {
  const requestCountMaximum = feedbackLimitCount * wideNetworkFactor;
  expect(await sendFromEachAddress('10', requestCountMaximum + 3, () => feedbackRequest)).toEqual({
    done: requestCountMaximum,
    RATE_LIMITED: 3,
  });
  expect(await postAndReadCode(makeAddress('11', 1), feedbackRequest)).toBe('done');
});

it('so are wrong sign-ins', async () => {
  const requestCountMaximum = 5 * wideNetworkFactor;
  expect(await sendFromEachAddress('20', requestCountMaximum + 3, makeWrongSignIn)).toEqual({
    INVALID_CREDENTIALS: requestCountMaximum,
    RATE_LIMITED: 3,
  });
  expect(await postAndReadCode(makeAddress('21', 1), makeWrongSignIn(0))).toBe('INVALID_CREDENTIALS');
});

it('so are floods', async () => {
  const signInFrom = async (fromAddress: string) =>
    (await server.app.inject({ url: '/api/v1/brands', remoteAddress: fromAddress })).statusCode;
  const statuses: number[] = [];
  for (let networkIndex = 0; networkIndex < floodLimitCount * wideNetworkFactor + 2; networkIndex += 1)
    statuses.push(await signInFrom(makeAddress('30', networkIndex)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(floodLimitCount * wideNetworkFactor);
  expect(statuses.slice(-2)).toEqual([429, 429]);
  expect(await signInFrom(makeAddress('31', 1))).toBe(200);
});

it('requests that a network of 64 bits may not send use up nothing of the 48 bits', async () => {
  const requestFrom = async (fromAddress: string) =>
    (await server.app.inject({ url: '/api/v1/brands', remoteAddress: fromAddress })).statusCode;
  const firstStatuses: number[] = [];
  for (let networkIndex = 0; networkIndex < floodLimitCount * wideNetworkFactor + 2; networkIndex += 1)
    firstStatuses.push(await requestFrom(makeAddress('40', 1)));
  expect(firstStatuses.filter((status) => status === 200)).toHaveLength(floodLimitCount);
  expect(await requestFrom(makeAddress('40', 2))).toBe(200);
});
