import type { Facets } from '@carhouse/contract/search';
import type { CarFacts } from '@carhouse/domain/car/car-facts';
import { cents } from '@carhouse/domain/money/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dealer: TestUser;
let carOwner: TestUser;
/** The names that the tests give to the cars, by id. */
const namesById = new Map<string, string>();

const today = new Date('2026-06-19T12:00:00Z');
const addDaysToToday = (dayCount: number) => new Date(today.getTime() + dayCount * 86_400_000);

type TestCarFacts = Partial<CarFacts> & {
  location?: string;
  years?: number;
  purchaseYear?: number;
  postedDayOffset?: number;
};
const cars: readonly [name: string, brand: string, title: string, dollars: number, given: TestCarFacts][] = [
  ['white tesla', 'Tesla', 'Model 3', 100_000, { body: 'Sedan', colour: 'White', fuel: 'electric', owners: 1 }],
  ['black tesla', 'Tesla', 'Model 3', 120_000, { body: 'Sedan', colour: 'Black', fuel: 'electric', owners: 2 }],
  ['tesla y', 'Tesla', 'Model Y', 150_000, { body: 'SUV', colour: 'White', fuel: 'electric', owners: 4 }],
  [
    'old bmw',
    'BMW',
    'X1',
    30_000,
    { body: 'SUV', fuel: 'petrol', mileageKm: 90_000, owners: 7, purchaseYear: 2012, postedDayOffset: -40 },
  ],
  [
    'bmw',
    'BMW',
    'X1',
    90_000,
    {
      body: 'SUV',
      fuel: 'petrol',
      transmission: 'automatic',
      mileageKm: 20_000,
      registeredOn: '2022-12-19',
      coeExpiresOn: '2032-12-19',
      arfPaid: cents(2_000_000n),
      coeRenewed: false,
      location: 'Bedok',
      postedDayOffset: -3,
    },
  ],
  ['benz', 'Mercedes_Benz', 'X1', 200_000, { transmission: 'manual', coeExpiresOn: '2026-12-19', years: 9 }],
];

beforeAll(async () => {
  server = await startTestServer();
  server.setClock(() => today);
  dealer = await makeUser(server, 'Seller', { verified: true });
  carOwner = await makeUser(server, 'Seller');
  await server.context.pool.query("UPDATE account SET seller_kind = 'dealer' WHERE id = $1", [dealer.id]);
  for (const [name, brand, title, dollars, { location, years, purchaseYear, postedDayOffset, ...facts }] of cars) {
    const seller = brand === 'Tesla' ? dealer : carOwner;
    const id = await makeCar(server, seller, {
      brand,
      title,
      dollars,
      facts,
      postedAt: addDaysToToday(postedDayOffset ?? -1),
    });
    namesById.set(id, name);
    const columns = {
      location: location ?? 'Yishun',
      years_of_use: years ?? 3,
      year_of_purchase: purchaseYear ?? 2023,
    };
    await server.context.database.updateTable('listing').set(columns).where('id', '=', id).execute();
  }
});
afterAll(() => server.close());

async function searchAnswer(query: string, headers: Record<string, string> = {}): Promise<Answer> {
  await server.catchUp();
  const answer = await server.app.inject({ url: `/api/v1/listings?${query}`, headers });
  const body = (answer.body === '' ? {} : answer.json()) as Answer['body'];
  return { status: answer.statusCode, body, headers: answer.headers };
}

async function findNames(query: string): Promise<string[]> {
  const { status, body } = await searchAnswer(query);
  expect(status, JSON.stringify(body)).toBe(200);
  const items = body.items as { _id: string }[];
  expect(body.total).toBe(items.length);
  return items.map(({ _id }) => namesById.get(_id) ?? _id);
}

describe('a filter', () => {
  it.each([
    ['brand=Tesla', 'black tesla, tesla y, white tesla'],
    ['brand=Tesla&brand=BMW', 'black tesla, bmw, old bmw, tesla y, white tesla'],
    ['brand=Tesla&brand=Tesla', 'black tesla, tesla y, white tesla'],
    ['brand=Fiat', ''],
    ['model=Tesla/Model 3', 'black tesla, white tesla'],
    ['model=BMW/X1', 'bmw, old bmw'],
    ['model=X1', ''],
    ['body=SUV', 'bmw, old bmw, tesla y'],
    ['colour=White&body=Sedan', 'white tesla'],
    ['fuel=electric&fuel=petrol&body=SUV', 'bmw, old bmw, tesla y'],
    ['transmission=manual', 'benz'],
    ['location=Bedok', 'bmw'],
    ['sellerKind=dealer', 'black tesla, tesla y, white tesla'],
    ['sellerKind=private', 'benz, bmw, old bmw'],
    ['verified=yes&body=SUV', 'tesla y'],
    ['owners=1', 'white tesla'],
    ['owners=4%2B', 'old bmw, tesla y'],
    ['minPrice=90000&maxPrice=100000', 'bmw, white tesla'],
    ['maxYear=2012', 'old bmw'],
    ['minYearsOfUse=4', 'benz'],
    ['maxMileage=20000', 'bmw'],
    ['minMileage=20001', 'old bmw'],
    ['minDepreciation=12300&maxDepreciation=12400', 'bmw'],
    ['minCoeMonths=6', 'benz, bmw'],
    ['minCoeMonths=7', 'bmw'],
    ['maxCoeMonths=6', 'benz'],
    ['maxCoeMonths=5', ''],
    ['minCoeEnd=203212', 'bmw'],
    ['minCoeEnd=203301', ''],
    ['maxCoeEnd=202612', 'benz'],
    ['maxCoeEnd=202611', ''],
    ['minCoeEnd=202612&maxCoeEnd=203211', 'benz'],
    ['minCoeEnd=202701&minCoeMonths=6', 'bmw'],
    ['postedWithin=2', 'benz, black tesla, tesla y, white tesla'],
    ['q=tesla&body=SUV', 'tesla y'],
  ])('%s keeps %s', async (query, expectedNamesText) => {
    expect((await findNames(query)).sort().join(', ')).toBe(expectedNamesText);
  });

  it.each([
    ['oldest', 'old bmw, bmw, benz, white tesla, black tesla, tesla y'],
    ['mileage', 'bmw, old bmw'],
    ['-mileage', 'old bmw, bmw'],
    ['depreciation', 'bmw'],
    ['-depreciation', 'bmw'],
    ['-price', 'benz, tesla y, black tesla, white tesla, bmw, old bmw'],
  ])('does not disturb the order %s', async (sort, expectedNamesText) => {
    const firstCarNames = (await findNames(`sort=${sort}`)).slice(0, expectedNamesText.split(', ').length);
    if (sort === 'oldest') expect(firstCarNames.slice(0, 2).join(', ')).toBe('old bmw, bmw');
    else expect(firstCarNames.join(', ')).toBe(expectedNamesText);
  });

  it('sorts by relevance where there are words', async () => {
    const { body } = await searchAnswer('q=tesla&sort=relevance&limit=2');
    const nextPageAnswer = await searchAnswer(`q=tesla&sort=relevance&before=${String(body.next)}`);
    const items = [...(body.items as { _id: string }[]), ...(nextPageAnswer.body.items as { _id: string }[])];
    expect(items.map(({ _id }) => namesById.get(_id) ?? '').sort()).toEqual(['black tesla', 'tesla y', 'white tesla']);
    expect(await findNames('sort=relevance')).toEqual(await findNames(''));
  });
});

describe('the facets of a search', () => {
  it('count what would be left, without their own filter', async () => {
    const { body } = await searchAnswer('brand=Tesla&body=Sedan&facets=brand&facets=body&facets=model');
    const facets = body.facets as Facets;
    expect(facets).toEqual({
      brand: [{ value: 'Tesla', count: 2 }],
      body: [
        { value: 'Sedan', count: 2 },
        { value: 'SUV', count: 1 },
      ],
      model: [{ value: 'Tesla/Model 3', label: 'Model 3', count: 2 }],
    });
  });

  it('name the brand as people write it, and show a chosen value that no car has', async () => {
    const { body } = await searchAnswer('transmission=manual&brand=Kia&facets=brand');
    expect((body.facets as Facets).brand).toEqual([
      { value: 'Mercedes_Benz', label: 'Mercedes-Benz', count: 1 },
      { value: 'Kia', count: 0 },
    ]);
  });

  it('tell the regions of known places, and a region narrows the places down', async () => {
    expect(await findNames('region=East')).toEqual(['bmw']);
    const { body } = await searchAnswer('region=East&facets=region&facets=location');
    expect(body.facets).toEqual({
      region: [
        { value: 'North', count: 5 },
        { value: 'East', count: 1 },
      ],
      location: [{ value: 'Bedok', count: 1 }],
    });
    expect((await searchAnswer('region=Atlantis')).status).toBe(422);
  });

  it('are all of them on request, and none where nobody asks', async () => {
    const facets = (await searchAnswer('facets=all&maxPrice=100000')).body.facets as Facets;
    expect(Object.keys(facets)).toHaveLength(13);
    expect(facets.price).toMatchObject({ from: 0, step: 10_000 });
    expect(facets.price?.counts.reduce((sum, count) => sum + count)).toBe(cars.length);
    expect(facets.year).toEqual({ from: 2012, step: 1, counts: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2] });
    expect(facets.verified).toEqual([{ value: 'yes', count: 1 }]);
    expect(facets.sellerKind).toEqual([
      { value: 'private', count: 2 },
      { value: 'dealer', count: 1 },
    ]);
    expect((await searchAnswer('')).body.facets).toEqual({});
  });
});

it('says what it looked for instead of a word without a match', async () => {
  const { body } = await searchAnswer('q=tesal');
  expect(body).toMatchObject({ total: 3, corrections: [{ typed: 'tesal', meant: 'tesla' }] });
});

describe('plain words', () => {
  it('become filters unless they are asked for as words, and the answer is that of the filters', async () => {
    const { body } = await searchAnswer('q=white+tesla+under+110k&understand=1');
    expect(body).toMatchObject({
      total: 1,
      understood: {
        q: '',
        filters: [
          { name: 'colour', value: 'White', typed: 'white' },
          { name: 'brand', value: 'Tesla', typed: 'tesla' },
          { name: 'maxPrice', value: '110000', typed: 'under 110k' },
        ],
      },
    });
    expect(body.items).toEqual((await searchAnswer('colour=White&brand=Tesla&maxPrice=110000')).body.items);
    expect((await searchAnswer('q=white+tesla+under+110k')).body).toEqual(body);
    expect((await searchAnswer('q=white+tesla+under+110k&understand=0')).body).toMatchObject({
      total: 0,
      understood: null,
    });
    expect((await searchAnswer('brand=Tesla')).body.understood).toBeNull();
  });

  it('lead on with the cursor of the search with these filters', async () => {
    const { body } = await searchAnswer('q=tesla&understand=1&sort=relevance&limit=1');
    const nextPageAnswer = await searchAnswer(`brand=Tesla&limit=1&before=${encodeURIComponent(String(body.next))}`);
    expect(nextPageAnswer.body.items).toHaveLength(1);
    const { items } = (await searchAnswer('brand=Tesla&limit=2')).body;
    expect(nextPageAnswer.body.items).toEqual((items as unknown[]).slice(1));
  });

  it('take the place of a filter of the same name, also where no car has them', async () => {
    const { body } = await searchAnswer('q=bmw+roma&brand=Tesla&understand=1');
    const filters = [
      { name: 'brand', value: 'BMW' },
      { name: 'model', value: 'Ferrari/Roma' },
    ];
    expect(body).toMatchObject({ total: 0, understood: { q: '', filters }, nearest: { without: ['model'], total: 2 } });
    expect((await searchAnswer('q=bmw&brand=Tesla&understand=1')).body.total).toBe(2);
    expect((await searchAnswer('understand=1')).body).toMatchObject({ total: 6, understood: { q: '', filters: [] } });
  });
});

it('suggests brands, models, places and words with the filters they stand for', async () => {
  await server.catchUp();
  const readSuggestions = async (q: string) => (await call(server, null, 'GET', `/api/v1/suggest?q=${q}`)).body;
  expect(await readSuggestions('tes')).toEqual([
    { kind: 'brand', text: 'Tesla', brand: 'Tesla', count: 3 },
    { kind: 'model', text: 'Tesla Model 3', brand: 'Tesla', model: 'Tesla/Model 3', count: 2 },
    { kind: 'model', text: 'Tesla Model Y', brand: 'Tesla', model: 'Tesla/Model Y', count: 1 },
  ]);
  expect(await readSuggestions('BEDO')).toEqual([{ kind: 'location', text: 'Bedok', location: 'Bedok', count: 1 }]);
  expect((await readSuggestions('merc'))[0]).toEqual({
    kind: 'brand',
    text: 'Mercedes-Benz',
    brand: 'Mercedes_Benz',
    count: 1,
  });
  expect(await readSuggestions('histo')).toEqual([{ kind: 'word', text: 'history', q: 'history', count: 6 }]);
  expect(await readSuggestions('')).toEqual([]);
});

it('knows a seller who calls themselves a dealer once an admin has verified them; others cannot', async () => {
  const seller = await makeUser(server, 'Seller');
  const car = await makeCar(server, seller, { title: 'Kindly' });
  namesById.set(car, 'kindly');
  const countCarsBySellerKind = async () => [
    (await findNames('q=kindly&sellerKind=private')).length,
    (await findNames('q=kindly&sellerKind=dealer')).length,
  ];
  expect(await countCarsBySellerKind()).toEqual([1, 0]);
  expect((await call(server, seller, 'PUT', '/api/v1/me', { sellerKind: 'dealer' })).status).toBe(200);
  expect(await countCarsBySellerKind()).toEqual([1, 0]);
  expect((await call(server, null, 'GET', `/api/v1/listings/${car}`)).body).toMatchObject({
    seller: { kind: 'private' },
  });
  await server.context.pool.query('UPDATE account SET verified_at = now() WHERE id = $1', [seller.id]);
  expect(await countCarsBySellerKind()).toEqual([0, 1]);
  expect((await call(server, seller, 'GET', '/api/v1/me')).body).toMatchObject({ user: { sellerKind: 'dealer' } });
  expect((await call(server, null, 'GET', `/api/v1/listings/${car}`)).body).toMatchObject({
    seller: { kind: 'dealer' },
  });
  const buyer = await makeUser(server, 'Buyer');
  expect((await call(server, buyer, 'PUT', '/api/v1/me', { sellerKind: 'dealer' })).status).toBe(403);
  await call(server, seller, 'POST', `/api/v1/listings/${car}/withdrawal`);
});

describe('similar cars', () => {
  it('are of the same model, then of the brand and body, of the brand, of the body, and any, nearest in price first', async () => {
    await server.catchUp();
    const findIdByName = (name: string) => [...namesById].find(([, each]) => each === name)?.[0] ?? '';
    const findSimilarNames = async (name: string, query = '') => {
      const answer = await call(server, null, 'GET', `/api/v1/listings/${findIdByName(name)}/similar${query}`);
      expect(answer.status).toBe(200);
      return (answer.body as unknown as { _id: string }[]).map(({ _id }) => namesById.get(_id));
    };
    expect(await findSimilarNames('white tesla')).toEqual(['black tesla', 'tesla y', 'bmw', 'old bmw', 'benz']);
    expect(await findSimilarNames('tesla y', '?limit=3')).toEqual(['black tesla', 'white tesla', 'bmw']);
    expect(await findSimilarNames('bmw', '?limit=2')).toEqual(['old bmw', 'tesla y']);
  });

  it('are found for a sold car too, and for nobody who may not see the car', async () => {
    const soldCarId = await makeCar(server, carOwner, { brand: 'BMW', title: 'X1', dollars: 85_000, status: 'sold' });
    const draft = await makeCar(server, carOwner, { brand: 'BMW', title: 'X1', dollars: 85_000, status: 'draft' });
    await server.catchUp();
    const readSimilarCars = (id: string, person: TestUser | null) =>
      call(server, person, 'GET', `/api/v1/listings/${id}/similar?limit=2`);
    const listNames = ({ body }: Answer) => (body as unknown as { _id: string }[]).map(({ _id }) => namesById.get(_id));
    for (const answer of [await readSimilarCars(soldCarId, null), await readSimilarCars(draft, carOwner)]) {
      expect(answer.status).toBe(200);
      expect(listNames(answer)).toEqual(['bmw', 'old bmw']);
    }
    for (const id of [draft, '01890000-0000-7000-8000-000000000000', 'no-id']) {
      expect((await readSimilarCars(id, null)).status).toBe(404);
    }
  });

  it('are not answered any more from the moment the car is withdrawn', async () => {
    const car = await makeCar(server, carOwner, { brand: 'Tesla', title: 'Model S', dollars: 85_000 });
    await server.catchUp();
    expect((await call(server, carOwner, 'POST', `/api/v1/listings/${car}/withdrawal`)).status).toBe(200);
    expect((await call(server, null, 'GET', `/api/v1/listings/${car}/similar`)).status).toBe(404);
    await server.catchUp();
  });
});

it('answers 304 to a client that has the same answer already, until something in it changes', async () => {
  const firstPage = await searchAnswer('q=bmw');
  const tag = String(firstPage.headers.etag);
  expect(tag).toMatch(/^W\/"[\w-]{20,}"$/);
  for (const searchText of [tag, `"x", ${tag}`, tag.slice(2), '*']) {
    const secondAnswer = await searchAnswer('q=bmw', { 'if-none-match': searchText });
    expect([secondAnswer.status, secondAnswer.headers.etag]).toEqual([304, tag]);
  }
  expect((await searchAnswer('q=bmw', { 'if-none-match': '"x"' })).status).toBe(200);
  await server.context.pool.query("UPDATE account SET name = 'Seller Nine' WHERE id = $1", [carOwner.id]);
  expect((await searchAnswer('q=bmw', { 'if-none-match': tag })).status).toBe(200);
  expect((await searchAnswer('q=bmw', { authorization: carOwner.token })).headers.etag).toBeUndefined();
});

it('recomputes the cost of a year when the day changes', async () => {
  const query = 'minDepreciation=12300&maxDepreciation=12400';
  expect(await findNames(query)).toEqual(['bmw']);
  server.setClock(() => addDaysToToday(500));
  expect(await findNames(query)).toEqual([]);
  server.setClock(() => today);
  expect(await findNames(query)).toEqual(['bmw']);
});
