import { product } from '@carhouse/contract/listings';
import { foundListings } from '@carhouse/contract/search';
import { publicName } from '@carhouse/domain/account/public-name';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { makeJsonWriter } from '../http/routing/serializer.ts';
import { call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeImage } from '../testing/images.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;
let car: ListingId;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller', { verified: true });
  buyer = await makeUser(server, 'Buyer');
  const facts = { body: 'Sedan', colour: 'White', owners: 1, coeExpiresOn: '2031-05-01', coeRenewed: true };
  const title = 'Classe "É" \\ 🚗\n';
  car = await makeCar(server, seller, { brand: 'Mercedes_Benz', title, dollars: 123_456.78, facts });
  await makeCar(server, seller, { brand: 'Mercedes_Benz', title: 'Plain', facts: { body: 'Sedan' } });
  await server.context.pool.query(`UPDATE listing SET original_price_cents = NULL WHERE id = $1`, [car]);
  const images = [await makeImage(server, seller), await makeImage(server, seller)];
  await server.context.pool.query('UPDATE image SET stored_at = now()');
  const saveAnswer = await call(server, seller, 'PUT', `/api/v1/listings/${car}/photos`, { photos: images });
  if (saveAnswer.status !== 200) throw new Error(JSON.stringify(saveAnswer.body));
  await server.catchUp();
});
afterAll(() => server.close());

const getRawAnswer = async (url: string, caller: TestUser | null) => {
  const headers = caller === null ? {} : { authorization: caller.token };
  return server.app.inject({ method: 'GET', url, headers });
};

it.each([
  '/api/v1/listings',
  '/api/v1/listings?facets=all',
  '/api/v1/listings?facets=all&q=mercedess&sort=relevance',
  '/api/v1/listings?facets=all&understand=1&q=white+mercedes+under+150k',
  '/api/v1/listings?facets=brand&facets=price&brand=Lotus',
  '/api/v1/listings?facets=all&q=!!!',
  '/api/v1/listings?limit=1&sort=-price',
])('a search is written as its schema says, and holds nothing else: %s', async (url) => {
  for (const caller of [null, buyer, null]) {
    const answer = await getRawAnswer(url, caller);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const body = z.parse(foundListings, answer.json());
    // The serializer of the schema drops undeclared fields, so equality proves that all fields are declared.
    expect(answer.json()).toEqual(JSON.parse(makeJsonWriter(foundListings)(answer.json())));
    const shownCount = body.items.length + (body.nearest?.items.length ?? 0);
    expect(answer.body.includes(publicName(seller.id))).toBe(caller !== null && shownCount > 0);
  }
});

it('the corrections and what was understood are among what is compared', async () => {
  const correctedAnswer = (await getRawAnswer('/api/v1/listings?q=mercedess', null)).json<
    z.infer<typeof foundListings>
  >();
  expect(correctedAnswer.corrections).toEqual([{ typed: 'mercedess', meant: 'mercedes' }]);
  const searchResult = (await getRawAnswer('/api/v1/listings?understand=1&q=white+mercedes', null)).json<
    z.infer<typeof foundListings>
  >();
  expect(searchResult.understood?.filters.map(({ name }) => name).sort()).toEqual(['brand', 'colour']);
});

it('cars like another one are written as their schema says', async () => {
  const { body } = await getRawAnswer(`/api/v1/listings/${car}/similar`, buyer);
  const parsedBody: unknown = JSON.parse(body);
  const cars = z.parse(z.array(product), parsedBody);
  expect(cars).toMatchObject([{ title: 'Plain' }]);
  expect(parsedBody).toEqual(JSON.parse(makeJsonWriter(z.array(product))(parsedBody as typeof cars)));
  expect(body).not.toContain('@');
});

it('has a tag made of its bytes, by which it is not sent again until it changes', async () => {
  const url = '/api/v1/listings?facets=all';
  const firstAnswer = await getRawAnswer(url, null);
  const requestAgain = async () =>
    server.app.inject({ method: 'GET', url, headers: { 'if-none-match': String(firstAnswer.headers.etag) } });
  const unchangedAnswer = await requestAgain();
  expect([unchangedAnswer.statusCode, unchangedAnswer.body, unchangedAnswer.headers.etag]).toEqual([
    304,
    '',
    firstAnswer.headers.etag,
  ]);
  await server.context.pool.query("UPDATE listing SET location = 'Ubin' WHERE id = $1", [car]);
  await server.catchUp();
  expect((await requestAgain()).statusCode).toBe(200);
});
