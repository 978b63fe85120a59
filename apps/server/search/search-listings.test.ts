import { publicName } from '@carhouse/domain/account/public-name';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller', { verified: true });
});
afterAll(() => server.close());

const searchAs = async (query: Record<string, string | number>, caller: TestUser | null = null): Promise<Answer> => {
  await server.catchUp();
  return call(
    server,
    caller,
    'GET',
    `/api/v1/listings?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()}`,
  );
};
type FoundItem = { _id: string; resalePrice: number; yearOfPurchase: number; postedAt: string };

async function findIds(query: Record<string, string | number>): Promise<string[]> {
  const answer = await searchAs({ limit: 60, ...query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const items = answer.body.items as FoundItem[];
  expect(answer.body.total).toBe(items.length);
  return items.map(({ _id }) => _id);
}

async function changeListingRow(id: string, columns: Record<string, unknown>): Promise<void> {
  await server.context.database
    .updateTable('listing')
    .set(columns)
    .where('id', '=', id as never)
    .execute();
}

describe('the words of a search', () => {
  it('are looked for in title, brand, place and description, without regard to case, accents and punctuation', async () => {
    const car = await makeCar(server, seller, { brand: 'Mercedes_Benz', title: 'Classe É-Dition «Zeta»' });
    await changeListingRow(car, { location: 'Ubin', description: 'Ein schöner Wagen; full-service history.' });
    for (const q of [
      'zeta',
      'ZETA',
      'e-dition',
      'É DITION',
      'mercedes-benz zeta',
      'MERCEDES_BENZ ubin',
      'schoner',
      'full service ubin',
    ])
      expect(await findIds({ q }), q).toEqual([car]);
    for (const q of ['zeta lexus', 'eta', 'ubin roma']) expect(await findIds({ q }), q).toEqual([]);
  });

  it('find by the beginning of a word, each of them', async () => {
    const car = await makeCar(server, seller, { brand: 'Audi', title: 'RSQ8 Quartzgrau' });
    for (const q of ['rs quartz', 'rsq8', 'quartzgrau rsq', 'aud rsq']) expect(await findIds({ q }), q).toEqual([car]);
  });

  it.each([
    "' or 1=1 --",
    "zzz' | 'roma",
    'zzz:* | roma:*',
    '\\',
    "'",
    '!!!',
    '€€€',
    '!roma',
    '<->',
    '%',
    '_',
    '$1',
    '\u202eevil',
    '👩‍👩‍👧‍👦',
    'qz\u0301\u0301',
  ])('are only words: %j finds nothing', async (q) => {
    if (q === '!roma') await makeCar(server, seller, { title: 'Grigio' });
    const ids = await findIds({ q, understand: '0' });
    if (q === '!roma') expect(ids.length).toBe((await findIds({ q: 'roma' })).length);
    else expect(ids).toEqual([]);
  });

  it('may be absent or blank: then every car on offer is found', async () => {
    const { rows } = await server.context.pool.query(
      `SELECT count(*)::int AS cars FROM listing JOIN account ON account.id = seller_id
       WHERE listing.status = 'available' AND account.status = 'active'`,
    );
    for (const query of [{}, { q: '' }, { q: '  ' }]) expect((await searchAs(query)).body.total).toBe(rows[0].cars);
  });
});

describe('what is found', () => {
  it('is on offer, and its seller is here', async () => {
    const deletedUser = await makeUser(server, 'Seller');
    const title = 'Onlyonoffer';
    const [car] = [await makeCar(server, seller, { title })];
    for (const status of ['draft', 'sold', 'withdrawn'] as const) await makeCar(server, seller, { title, status });
    await makeCar(server, deletedUser, { title });
    await server.context.pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [deletedUser.id]);
    expect(await findIds({ q: title })).toEqual([car]);
  });

  it('keeps to brand and price, both ends included', async () => {
    const title = 'Priced';
    const createListing = async (dollars: number, brand = 'Tesla') =>
      makeCar(server, seller, { title, dollars, brand });
    const [cheapestId, middleId, dearestId] = [
      await createListing(100),
      await createListing(200.5),
      await createListing(300),
    ];
    await createListing(200, 'BMW');
    const teslaQuery = { q: title, brand: 'Tesla', sort: 'price' };
    expect(await findIds(teslaQuery)).toEqual([cheapestId, middleId, dearestId]);
    expect(await findIds({ ...teslaQuery, minPrice: 100, maxPrice: 300 })).toEqual([cheapestId, middleId, dearestId]);
    expect(await findIds({ ...teslaQuery, minPrice: 101 })).toEqual([middleId, dearestId]);
    expect(await findIds({ ...teslaQuery, maxPrice: 299 })).toEqual([cheapestId, middleId]);
    expect(await findIds({ ...teslaQuery, minPrice: 201, maxPrice: 201 })).toEqual([]);
    expect(await findIds({ ...teslaQuery, brand: 'Bugatti' })).toEqual([]);
  });

  it('has the fields of a product, with the seller’s address for signed-in callers only', async () => {
    await makeCar(server, seller, { title: 'Fielded' });
    const visitor = await searchAs({ q: 'fielded' });
    expect(JSON.stringify(visitor.body)).not.toContain('@');
    const [product] = (await call(server, null, 'GET', '/api/ferrariDatas')).body as object[];
    expect(Object.keys((visitor.body.items as object[])[0] ?? {}).sort()).toEqual(Object.keys(product ?? {}).sort());
    const buyer = await makeUser(server, 'Buyer');
    expect((await searchAs({ q: 'fielded' }, buyer)).body.items).toMatchObject([{ email: publicName(seller.id) }]);
  });

  it('may be kept by caches for visitors, and by nobody for the signed-in', async () => {
    const visitor = await searchAs({});
    expect(visitor.headers['cache-control']).toBe('public, max-age=15');
    expect(visitor.headers.vary).toBe('cookie, authorization');
    expect((await searchAs({}, seller)).headers['cache-control']).toBe('no-store');
  });
});

describe('the pages of a search', () => {
  const title = 'Paged';
  const carCount = 47;

  beforeAll(async () => {
    await server.context.pool.query(
      `INSERT INTO listing (id, seller_id, brand, title, location, resale_price_cents, years_of_use, year_of_purchase, description,
         status, posted_at, updated_at, mileage_km)
       SELECT gen_random_uuid(), $1, 'Audi', $2, 'Bedok', 100 * (n % 5 + 1), 1, 2010 + n % 4, '', 'available',
         timestamptz '2026-01-01 00:00:00.123456' + (n / 6) * interval '7 microseconds', now(), nullif(n % 6, 0) * 1000
       FROM generate_series(1, $3) n`,
      [seller.id, title, carCount],
    );
  });

  it.each([
    ['newest', 'posted_at DESC, id DESC'],
    ['price', 'resale_price_cents, id'],
    ['-price', 'resale_price_cents DESC, id DESC'],
    ['year', 'year_of_purchase, id'],
    ['-year', 'year_of_purchase DESC, id DESC'],
    ['mileage', 'mileage_km NULLS LAST, id'],
  ])('hold each car once in the order %s', async (sort, order) => {
    const { rows } = await server.context.pool.query(
      `SELECT id FROM listing WHERE title = '${title}' ORDER BY ${order}`,
    );
    const idsOfAllPages: string[] = [];
    let before: string | null = '';
    while (before !== null) {
      const { body }: Answer = await searchAs({ q: title, sort, limit: 10, ...(before === '' ? {} : { before }) });
      expect(body.total).toBe(carCount);
      idsOfAllPages.push(...(body.items as FoundItem[]).map(({ _id }) => _id));
      before = body.next as string | null;
    }
    expect(idsOfAllPages).toEqual(rows.map(({ id }) => id));
  });

  it('are 24 cars where nothing is said, and the last one says so', async () => {
    const firstPage = (await searchAs({ q: title })).body;
    expect(firstPage.items).toHaveLength(24);
    const secondPage = (await searchAs({ q: title, before: firstPage.next as string })).body;
    expect([(secondPage.items as FoundItem[]).length, secondPage.next]).toEqual([23, null]);
    expect((await searchAs({ q: title, limit: carCount })).body.next).toBeNull();
  });

  it('refuse a cursor of another order, or one that nobody was given', async () => {
    const { next } = (await searchAs({ q: title, sort: 'price', limit: 10 })).body;
    const id = String(next).split('_')[2];
    const wrongParameters: [string, string][] = [
      ['newest', String(next)],
      ['-price', String(next)],
      ['price', 'x'],
      ['price', `price_1e9_${id}`],
      ['price', `price_-1_${id}`],
      ['price', `price_99999999999999_${id}`],
      ['price', 'price_100_x'],
      ['year', `year_99999_${id}`],
      ['mileage', `mileage_2147483648_${id}`],
      ['newest', `newest_2026-02-30T00:00:00.000000Z_${id}`],
      ['newest', `newest_infinity_${id}`],
    ];
    for (const [sort, before] of wrongParameters) {
      const answer = await searchAs({ sort, before });
      expect(answer, before).toMatchObject({ status: 422, body: { errors: [{ path: 'before' }] } });
    }
  });
});

it.each([
  ['paint=red', ''],
  ['sort=cheapest', 'sort'],
  ['minPrice=-1', 'minPrice'],
  ['minPrice=1.5', 'minPrice'],
  ['maxPrice=1e9', 'maxPrice'],
  ['maxPrice=100000001', 'maxPrice'],
  ['minPrice=2&maxPrice=1', 'maxPrice'],
  ['limit=0', 'limit'],
  ['limit=61', 'limit'],
  ['limit=ten', 'limit'],
  ['brand=', 'brand'],
  [`brand=${'x'.repeat(61)}`, 'brand'],
  [`q=${'x'.repeat(201)}`, 'q'],
  [`q=${'x+'.repeat(41)}`, 'q'],
  ['q=%00', 'q'],
  ['q=a&q=b', 'q'],
  ['before=', 'before'],
  ['fuel=steam', 'fuel'],
  ['owners=5', 'owners'],
  ['verified=no', 'verified'],
  ['minYear=2020&maxYear=2019', 'maxYear'],
  ['minMileage=2&maxMileage=1', 'maxMileage'],
  ['minCoeMonths=-1', 'minCoeMonths'],
  ['postedWithin=0', 'postedWithin'],
  ['facets=seats', 'facets'],
  [`${Array.from({ length: 61 }, (_, n) => `brand=${n}`).join('&')}`, 'brand'],
])('answers ?%s with 422 and the field', async (query, field) => {
  const answer = await call(server, null, 'GET', `/api/v1/listings?${query}`);
  expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID', errors: [{ path: field }] } });
});

describe('words that are made to be costly', () => {
  const makeWord = (number: number): string =>
    [...number.toString(6).padStart(6, '0')].map((digit) => 'abcdef'[Number(digit)]).join('');

  it('bring a bounded number of words into the catalogue, and get a partial answer that says so', async () => {
    const manyCarsSeller = await makeUser(server, 'Seller');
    const otherSeller = await makeUser(server, 'Seller');
    const lastCarId = await makeCar(server, otherSeller, { title: 'Quixotic' });
    for (let number = 0; number < 45; number += 1) {
      const words = Array.from({ length: 550 }, (_, word) => makeWord(number * 550 + word));
      const car = await makeCar(server, manyCarsSeller, { title: 'Hoarded' });
      await changeListingRow(car, { description: words.join(' ') });
    }
    const mistypedWords = Array.from({ length: 14 }, (_, word) => `${makeWord(word * 1_000).slice(1)}z`).join(' ');
    const answerToMistypedWords = await searchAs({ q: mistypedWords });
    expect(answerToMistypedWords.status).toBe(200);
    expect(answerToMistypedWords.body.partial).toBe(true);
    // The index contains the first words of a long description but not its 20,001st word. The car is on sale all the
    // same.
    expect(await findIds({ q: makeWord(10) })).toHaveLength(1);
    const wordBeyondLimit = makeWord(45 * 550 - 1);
    const correctedWords = (await searchAs({ q: wordBeyondLimit })).body.corrections as { typed: string }[];
    expect(correctedWords.map(({ typed }) => typed)).toContain(wordBeyondLimit);
    expect((await searchAs({ q: 'hoarded' })).body).toMatchObject({ total: 45, partial: false });
    expect(await findIds({ q: 'quixotic' })).toEqual([lastCarId]);
    await server.context.database.deleteFrom('listing').where('seller_id', '=', manyCarsSeller.id).execute();
  });
});
