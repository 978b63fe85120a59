import { publicName } from '@carhouse/domain/account/public-name';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeCar, makeUser, type TestUser } from '../../testing/builders.ts';
import { type RawAnswer, sendRaw, sendRawRequest } from '../../testing/raw-http.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let car: string;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  car = await makeCar(server, seller, { brand: 'Audi' });
});
afterAll(() => server.close());

function sendRequest(path: string, ...headerLines: string[]): Promise<RawAnswer> {
  return sendRaw(server.url, sendRawRequest('GET', path, [`Host: ${new URL(server.url).host}`, ...headerLines]));
}

const makeCookieHeader = (person: TestUser): string =>
  `carhouse.session_token=${encodeURIComponent(person.token.replace('Bearer ', ''))}`;

/**
 * Bytes that some cookie parser treats as white space: the bytes that `String.prototype.trim` removes, and some more.
 */
const blankCharacters = [0x09, 0x0b, 0x0c, 0x1f, 0x7f, 0x80, 0x85, 0xa0, 0xff].map((code) => String.fromCharCode(code));

describe('what is kept for visitors', () => {
  it('never comes from a request that some reader may take for one of a session', async () => {
    const cookie = makeCookieHeader(seller);
    const cookieLines = [
      ...blankCharacters.flatMap((oddCharacter) => [
        `Cookie: ${oddCharacter}${cookie}`,
        `Cookie: a=1;${oddCharacter}${cookie}`,
      ]),
      ...blankCharacters.map(
        (oddCharacter) => `Cookie: carhouse.session_token${oddCharacter}=${cookie.split('=')[1] ?? ''}`,
      ),
      `Cookie: ${cookie}`,
      `cookie: a=1; ${cookie}; theme=dark`,
      `Cookie: ${cookie}; ${cookie}`,
      `Cookie: a=1\r\nCookie: ${cookie}`,
      `Authorization: ${seller.token}`,
      `Authorization: \t${seller.token}\t`,
      `Authorization: ${seller.token}\r\nAuthorization: ${seller.token}`,
      `Cookie: ${cookie}\r\nAuthorization: Basic YTpi`,
    ];
    for (const cookieLine of cookieLines) {
      // The request comes from a separate address, so that no earlier result is cached.
      await sendRequest('/api/audiDatas', cookieLine);
      const visitorAnswer = await sendRequest('/api/audiDatas');
      expect([visitorAnswer.status, visitorAnswer.body.includes('"email"')], JSON.stringify(cookieLine)).toEqual([
        200,
        false,
      ]);
      await call(server, seller, 'POST', `/api/v1/listings/${car}/withdrawal`);
      await sendRequest(`/api/productById/${car}`, cookieLine);
      expect((await sendRequest(`/api/productById/${car}`)).status, JSON.stringify(cookieLine)).toBe(404);
      await call(server, seller, 'POST', `/api/v1/listings/${car}/relisting`);
    }
  });

  it('is given to nobody who presents a credential, valid or not', async () => {
    await sendRequest('/api/audiDatas');
    const sellersAnswer = await sendRequest('/api/audiDatas', `Cookie: ${makeCookieHeader(seller)}`);
    expect([sellersAnswer.body.includes(publicName(seller.id)), sellersAnswer.headers.get('cache-control')]).toEqual([
      true,
      'no-store',
    ]);
    const search = await sendRequest('/api/v1/listings', 'Cookie: carhouse.session_token=made-up');
    expect([search.status, search.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const visitor = await sendRequest('/api/v1/listings');
    expect(visitor.headers.get('cache-control')).toBe('public, max-age=15');
  });

  it.each([0x0b, 0x0c, 0x85, 0xa0])('takes the byte %i before the name of our cookie for no blank', async (code) => {
    const answer = await sendRequest(
      '/api/auth/get-session',
      `Cookie: ${String.fromCharCode(code)}${makeCookieHeader(seller)}`,
    );
    expect(answer.body.includes(publicName(seller.id))).toBe(false);
  });
});
