import { publicName } from '@carhouse/domain/account/public-name';
import { findStartOfToday } from '@carhouse/domain/text/singapore-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeImage, makeProductForm } from '../testing/images.ts';
import { dumpRows } from '../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;
let admin: TestUser;
let image: string;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  buyer = await makeUser(server, 'Buyer');
  admin = await makeUser(server, 'admin');
  image = await makeImage(server, seller);
});
afterAll(() => server.close());

/**
 * Number of model names that the tests have used. Each car gets a new model name, because a second equal car of one
 * seller is refused.
 */
let modelCount = 0;
const postListing = (caller: TestUser | null, changedFields: object = {}, url = image): Promise<Answer> => {
  modelCount += 1;
  return call(
    server,
    caller,
    'POST',
    '/api/products',
    makeProductForm(url, { title: `Roma ${modelCount}`, ...changedFields }),
  );
};
const readListing = async (id: unknown): Promise<Answer['body']> =>
  (await call(server, seller, 'GET', `/api/productById/${String(id)}`)).body;
const readImagePaths = (answer: Answer): string[] =>
  ((answer.body.errors ?? []) as { path: string }[]).map(({ path }) => path.split('.')[0] ?? '');

describe('listing a car', () => {
  it('takes the payload of the specification whole, and seller, tick, role and time from the server', async () => {
    const answer = await postListing(seller, { title: 'Roma' });
    expect(answer).toMatchObject({ status: 200, body: { acknowledged: true, insertedId: expect.any(String) } });
    expect(await readListing(answer.body.insertedId)).toMatchObject({
      title: 'Roma',
      category: 'Ferrari',
      resalePrice: 868_000,
      originalPrice: 1_128_000.5,
      yearsOfUse: 5,
      yearOfPurchase: 2021,
      image,
      images: [image],
      author: seller.name,
      email: publicName(seller.id),
      verification: '',
      role: 'Seller',
      status: 'available',
    });
    const { rows } = await server.context.pool.query('SELECT posted_at FROM listing WHERE id = $1', [
      answer.body.insertedId,
    ]);
    expect(Date.now() - rows[0].posted_at.getTime()).toBeLessThan(60_000);
  });

  it.each(['Ferrari', 'Audi', 'BMW', 'Lamborghini', 'Tesla', 'Mercedes_Benz', 'Rolls_Royce'])(
    'is open for %s',
    async (category) => {
      expect((await postListing(seller, { category })).status).toBe(200);
    },
  );

  it.each(['Aston_Martin', 'Bentley', 'Maserati', 'McLaren', 'Porsche', 'Bugatti', 'tesla', 'Tesla ', 'Mercedes-Benz'])(
    'is closed for %j',
    async (category) => {
      expect(await postListing(seller, { category })).toMatchObject({ status: 422, body: { code: 'BRAND_CLOSED' } });
    },
  );

  it('is open for a brand that an admin has opened, until they close it', async () => {
    const brandBody = { name: 'Bentley' };
    await call(server, admin, 'POST', '/api/v1/brands', brandBody);
    expect((await postListing(seller, { category: 'Bentley' })).status).toBe(200);
    await call(server, admin, 'POST', '/api/v1/brands', { ...brandBody, listable: false });
    expect((await postListing(seller, { category: 'Bentley' })).status).toBe(422);
  });

  it('keeps numbers that come as numbers, several pictures and the facts of the car', async () => {
    const secondImage = await makeImage(server, seller);
    const answer = await postListing(
      seller,
      {
        title: 'Roma Spider',
        resalePrice: 19_999.99,
        originalPrice: 0.29,
        yearsOfUse: 0,
        yearOfPurchase: 2026,
        images: [image, secondImage, image],
        facts: {
          fuel: 'petrol',
          registeredOn: '2021-03-04',
          coeObtainedOn: '2021-02-17',
          coeExpiresOn: '2031-03-03',
          omv: '100000.10',
          doors: 2,
        },
      },
      image,
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const listingAnswer = await call(
      server,
      seller,
      'GET',
      `/api/v1/listings/${String(answer.body.insertedId)}/edition`,
    );
    expect(listingAnswer.body).toMatchObject({
      resalePrice: 19_999.99,
      originalPrice: 0.29,
      images: [image, secondImage],
      facts: {
        fuel: 'petrol',
        registeredOn: '2021-03-04',
        coeObtainedOn: '2021-02-17',
        omv: 100_000.1,
        doors: 2,
        mileageKm: null,
      },
    });
  });

  it('offers the seven brands of the specification, and five that are coming soon', async () => {
    const { body } = await call(server, null, 'GET', '/api/v1/categories');
    const rows = body as unknown as { category: string; listable: boolean }[];
    expect(rows.filter(({ listable }) => listable).map(({ category }) => category)).toEqual([
      'Ferrari',
      'Audi',
      'BMW',
      'Lamborghini',
      'Tesla',
      'Mercedes_Benz',
      'Rolls_Royce',
    ]);
    expect(rows.filter(({ listable }) => !listable)).toHaveLength(5);
  });
});

describe('a car is not listed', () => {
  it('by visitors, buyers, admins and suspended sellers', async () => {
    const sellerToSuspend = await makeUser(server, 'Seller');
    const imageUrl = await makeImage(server, sellerToSuspend);
    await server.context.pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [sellerToSuspend.id]);
    for (const [caller, status] of [
      [null, 401],
      [sellerToSuspend, 401],
      [buyer, 403],
      [admin, 403],
    ] as const)
      expect((await postListing(caller, {}, imageUrl)).status).toBe(status);
  });

  it.each([
    ['title', ''],
    ['title', '  '],
    ['title', 'x'.repeat(121)],
    ['title', 'two\nlines'],
    ['title', '\ud800'],
    ['title', ['Roma']],
    ['location', ''],
    ['category', ['Tesla']],
    ['description', 'x'.repeat(5001)],
    ['description', ''],
    ['resalePrice', 19.999],
    ['resalePrice', '19.999'],
    ['resalePrice', 'NaN'],
    ['resalePrice', '1e5'],
    ['resalePrice', '-0'],
    ['resalePrice', -1],
    ['resalePrice', 0],
    ['resalePrice', 0.001],
    ['resalePrice', 1e-7],
    ['resalePrice', 1e308],
    ['resalePrice', 100_000_000.01],
    ['resalePrice', '1000000000'],
    ['resalePrice', '0x10'],
    ['resalePrice', ' 5'],
    ['resalePrice', [1]],
    ['resalePrice', null],
    ['originalPrice', '19,999'],
    ['yearsOfUse', -1],
    ['yearsOfUse', 101],
    ['yearsOfUse', 1.5],
    ['yearsOfUse', '5.0'],
    ['yearOfPurchase', 1899],
    ['yearOfPurchase', 2999],
    ['image', ''],
    ['image', 'https://pictures.example/car.jpg'],
    ['images', Array.from({ length: 13 }, () => 'x')],
    ['facts', { fuel: 'coal' }],
    ['facts', { registeredOn: '2021-02-30' }],
    ['facts', { registeredOn: '0000-01-01' }],
    ['facts', { registeredOn: '2199-01-01' }],
    ['facts', { coeObtainedOn: '2199-01-01' }],
    ['facts', { coeObtainedOn: '2021-02-30' }],
    ['facts', { coeObtainedOn: '2021-01-02', coeExpiresOn: '2021-01-01' }],
    ['facts', { registeredOn: '2021-01-01', coeExpiresOn: '2020-01-01' }],
    ['facts', { verified: true }],
  ])('with %s %j', async (field, value) => {
    const rowsBefore = await dumpRows(server);
    const answer = await postListing(seller, { [field]: value });
    expect(answer.status).toBe(422);
    expect([...new Set(readImagePaths(answer))]).toEqual([field]);
    expect(await dumpRows(server)).toEqual(rowsBefore);
  });

  it('with a price of 1e400, which is no number any more', async () => {
    const payload = JSON.stringify(makeProductForm(image)).replace('"868000"', '1e400');
    const headers = { authorization: seller.token, 'content-type': 'application/json' };
    const answer = await server.app.inject({ method: 'POST', url: '/api/products', headers, payload });
    expect(answer.statusCode).toBe(422);
  });

  it('without a title or a photo, in the words of the specification', async () => {
    for (const [field, message] of [
      ['title', 'Title is Required'],
      ['image', 'Photo is Required'],
    ] as const) {
      const answer = await postListing(seller, { [field]: undefined });
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: field, message }] } });
    }
  });

  it('with another’s picture, with one that the server drew, or with a cover that is not the first', async () => {
    const foreignImage = await makeImage(server, await makeUser(server, 'Seller'));
    const drawnImage = { key: 'd'.repeat(64), width: 960, height: 640 };
    await server.context.database.insertInto('image').values(drawnImage).execute();
    for (const image of [foreignImage, `/media/${drawnImage.key}-960.webp`]) {
      expect(await postListing(seller, {}, image)).toMatchObject({ status: 422, body: { code: 'IMAGE_NOT_YOURS' } });
      const images = { images: [image, image] };
      expect(await postListing(seller, images, image)).toMatchObject({
        status: 422,
        body: { code: 'IMAGE_NOT_YOURS' },
      });
    }
    const secondImage = await makeImage(server, seller);
    expect((await postListing(seller, { images: [secondImage, image] })).status).toBe(422);
  });

  it('as the 51st of a day in Singapore, also when many arrive together, and again after midnight', async () => {
    const busySeller = await makeUser(server, 'Seller');
    const imageUrl = await makeImage(server, busySeller);
    const yesterday = new Date(findStartOfToday(server.context.now()).getTime() - 1);
    await makeCar(server, busySeller, { postedAt: yesterday });
    for (let carNumber = 1; carNumber <= 46; carNumber += 1)
      await makeCar(server, busySeller, { postedAt: new Date() });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => postListing(busySeller, { title: `Roma ${index}` }, imageUrl)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const refusals = answers.filter(({ status }) => status === 429);
    expect(refusals).toHaveLength(4);
    for (const { body, headers } of refusals) {
      expect(body.code).toBe('LISTING_LIMIT');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(86_400);
    }
    server.setClock(() => new Date(Date.now() + 86_400_000));
    try {
      expect((await postListing(busySeller, { title: 'Roma Spider' }, imageUrl)).status).toBe(200);
    } finally {
      server.setClock(() => new Date());
    }
  });
});
