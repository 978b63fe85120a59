import { randomBytes } from 'node:crypto';
import { publicName } from '@carhouse/domain/account/public-name';
import { makeId } from '@carhouse/domain/ids/id';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeCar, makeUser, makeVerifiedSeller, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller', { verified: true });
  buyer = await makeUser(server, 'Buyer');
});
afterAll(() => server.close());

const brandListPaths = [
  ['/api/audiDatas', 'Audi'],
  ['/api/ferrariDatas', 'Ferrari'],
  ['/api/mercedesDatas', 'Mercedes_Benz'],
  ['/api/rollsDatas', 'Rolls_Royce'],
  ['/api/teslaDatas', 'Tesla'],
] as const;

const publicFieldNames = [
  '_id',
  'author',
  'category',
  'coeYearsLeft',
  'depreciationPerYear',
  'description',
  'image',
  'imageSize',
  'images',
  'location',
  'mileageKm',
  'originalPrice',
  'owners',
  'postedAt',
  'registeredOn',
  'resalePrice',
  'role',
  'status',
  'time',
  'title',
  'verification',
  'yearOfPurchase',
  'yearsOfUse',
];

type ListedCar = Record<string, unknown>;

async function readList(path: string, caller: TestUser | null = null): Promise<ListedCar[]> {
  const answer = await call(server, caller, 'GET', path);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as unknown as ListedCar[];
}

const setAccountStatus = (person: TestUser, status: string) =>
  server.context.pool.query('UPDATE account SET status = $2 WHERE id = $1', [person.id, status]);

/** Inserts many Teslas together, several posted in the same millisecond. */
async function makeManyTeslas(count: number): Promise<void> {
  const templateCarId = await makeCar(server, seller, { brand: 'Tesla' });
  const rows = Array.from({ length: count - 1 }, (_, index) => ({
    id: makeId<'listing'>(new Date(), randomBytes(10)),
    posted_at: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(index / 40))),
  }));
  const row = await server.context.database
    .selectFrom('listing')
    .selectAll()
    .where('id', '=', templateCarId)
    .executeTakeFirstOrThrow();
  await server.context.database
    .insertInto('listing')
    .values(rows.map((each) => ({ ...row, ...each })))
    .execute();
}

describe('the cars of a brand', () => {
  it.each(brandListPaths)('%s holds the available cars of %s only', async (path, brand) => {
    const car = await makeCar(server, seller, { brand });
    const rows = await readList(path);
    expect(rows.map((row) => row._id)).toContain(car);
    expect(new Set(rows.map((row) => row.category))).toEqual(new Set([brand]));
    expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['available']));
  });

  it('are in the words of the specification, and no field more', async () => {
    await makeCar(server, seller, { brand: 'Audi' });
    const [row] = await readList('/api/audiDatas');
    expect(Object.keys(row ?? {}).sort()).toEqual(publicFieldNames);
    expect(row).toMatchObject({
      title: 'Roma',
      category: 'Audi',
      location: 'Bukit Timah',
      originalPrice: 1_128_000,
      resalePrice: 868_000,
      yearsOfUse: 5,
      yearOfPurchase: 2021,
      author: seller.name,
      verification: 'Verified',
      role: 'Seller',
      image: '',
      images: [],
      imageSize: null,
    });
    expect(row?.time).toMatch(/^\d{2} \d{4} \d{2}:\d{2}$/);
  });

  it("carry the seller's address for signed-in callers only", async () => {
    await makeCar(server, seller, { brand: 'Audi' });
    for (const caller of [buyer, seller]) {
      const rows = await readList('/api/audiDatas', caller);
      expect(Object.keys(rows[0] ?? {}).sort()).toEqual([...publicFieldNames, 'email'].sort());
      expect(rows[0]?.email).toBe(publicName(seller.id));
    }
    const visitor = await server.app.inject({ url: '/api/audiDatas' });
    expect(visitor.body).not.toContain('@');
    expect(visitor.headers['cache-control']).toBe('no-cache');
  });

  it('come newest first', async () => {
    const days = [3, 1, 2].map((day) => new Date(Date.UTC(2030, 0, day)));
    const createdListingIds = await Promise.all(
      days.map((postedAt) => makeCar(server, seller, { brand: 'Rolls_Royce', postedAt })),
    );
    const rows = await readList('/api/rollsDatas');
    const createdIdsInOrder = rows.map((row) => row._id).filter((id) => (createdListingIds as unknown[]).includes(id));
    expect(createdIdsInOrder).toEqual([createdListingIds[0], createdListingIds[2], createdListingIds[1]]);
  });

  it('leave out drafts, withdrawn and sold cars', async () => {
    const hiddenCarIds = await Promise.all(
      (['draft', 'withdrawn', 'sold'] as const).map((status) => makeCar(server, seller, { brand: 'Audi', status })),
    );
    const ids = (await readList('/api/audiDatas', seller)).map((row) => row._id);
    for (const id of hiddenCarIds) expect(ids).not.toContain(id);
  });

  it.each(['suspended', 'deleted'])('leave out the cars of a %s seller', async (status) => {
    const otherSeller = await makeUser(server, 'Seller');
    const car = await makeCar(server, otherSeller, { brand: 'Mercedes_Benz' });
    expect((await readList('/api/mercedesDatas')).map((row) => row._id)).toContain(car);
    await setAccountStatus(otherSeller, status);
    for (const path of ['/api/mercedesDatas', '/api/mercedes'])
      expect((await readList(path, buyer)).map((row) => row._id)).not.toContain(car);
  });

  it('show the current tick of their seller', async () => {
    const otherSeller = await makeUser(server, 'Seller');
    const car = await makeCar(server, otherSeller, { brand: 'Rolls_Royce', postedAt: new Date(Date.UTC(2031, 0, 1)) });
    const readFirstPage = async () => (await readList('/api/rollsDatas')).find((row) => row._id === car)?.verification;
    expect(await readFirstPage()).toBe('');
    await server.context.pool.query('UPDATE account SET verified_at = now() WHERE id = $1', [otherSeller.id]);
    expect(await readFirstPage()).toBe('Verified');
  });

  it('tell the COE left and the cost of a year, rounded as the trade writes it', async () => {
    server.setClock(() => new Date('2026-06-19T04:00:00Z'));
    try {
      await makeCar(server, seller, {
        brand: 'Ferrari',
        dollars: 100_000,
        postedAt: new Date(Date.UTC(2032, 0, 1)),
        facts: {
          arfPaid: 3_400_000n as never,
          registeredOn: '2022-12-19',
          coeExpiresOn: '2032-12-19',
          coeRenewed: false,
        },
      });
      const [row] = await readList('/api/ferrariDatas');
      expect(row).toMatchObject({ coeYearsLeft: 6.5, depreciationPerYear: 12_760 });
    } finally {
      server.setClock(() => new Date());
    }
  });
});

describe('450 cars of a brand', () => {
  it('come in pages of 200 at most, each once, with a Link to the next page', async () => {
    await makeManyTeslas(450);
    const totalResult = await server.context.pool.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM listing WHERE brand = 'Tesla' AND status = 'available'",
    );
    const rowsOfAllPages: ListedCar[] = [];
    const pageSizes: number[] = [];
    for (let path: string | undefined = '/api/teslaDatas'; path !== undefined; ) {
      const answer = await call(server, null, 'GET', path);
      expect(answer.status).toBe(200);
      pageSizes.push(answer.body.length);
      rowsOfAllPages.push(...(answer.body as unknown as ListedCar[]));
      path = /^<([^>]+)>; rel="next"$/.exec(typeof answer.headers.link === 'string' ? answer.headers.link : '')?.[1];
    }
    expect(pageSizes).toEqual([200, 200, (totalResult.rows[0]?.n ?? 0) - 400]);
    expect(new Set(rowsOfAllPages.map((row) => row._id)).size).toBe(totalResult.rows[0]?.n);
    const order = rowsOfAllPages.map((row) => `${String(row.postedAt)} ${String(row._id)}`);
    expect(order).toEqual(order.toSorted().reverse());
  });
});

describe('a cursor that is not ours', () => {
  const id = '0190f3a1-0000-7000-8000-00000000abcd';
  it.each([
    '',
    'x',
    '_',
    `_${id}`,
    `2026-01-01T00:00:00.000Z`,
    '2026-01-01T00:00:00.000Z_x',
    `x_${id}`,
    `%2B275760-09-13T00:00:00.000Z_${id}`,
    `-271821-04-20T00:00:00.000Z_${id}`,
    `2026-13-45T99:00:00.000Z_${id}`,
    `0000-01-01T00:00:00.000Z_${id}`,
    'a'.repeat(81),
    `%00_${id}`,
    "'; DROP TABLE listing; --",
  ])('answers 400: %j', async (before) => {
    const answer = await call(server, null, 'GET', `/api/audiDatas?before=${before}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  it('answers 400 when it comes twice', async () => {
    const cursor = `2026-01-01T00:00:00.000Z_${id}`;
    const answer = await call(server, null, 'GET', `/api/audiDatas?before=${cursor}&before=${cursor}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  it('is not needed: a page after the last car is empty', async () => {
    expect(await readList(`/api/audiDatas?before=2000-01-01T00:00:00.000Z_${id}`)).toEqual([]);
  });
});

describe('the previews of the home page', () => {
  it.each([
    ['/api/mercedes', 'Mercedes_Benz'],
    ['/api/rolls', 'Rolls_Royce'],
    ['/api/teslas', 'Tesla'],
  ])('%s is the three newest cars of %s, without an address even for signed-in callers', async (path, brand) => {
    const postingDates = [2040, 2041, 2042, 2043].map((year) => new Date(Date.UTC(year, 0, 1)));
    const createdListingIds = [];
    for (const postedAt of postingDates)
      createdListingIds.push(await makeCar(server, await makeVerifiedSeller(server), { brand, postedAt }));
    for (const caller of [null, buyer]) {
      const rows = await readList(path, caller);
      expect(rows.map((row) => row._id)).toEqual([createdListingIds[3], createdListingIds[2], createdListingIds[1]]);
      for (const row of rows) expect(Object.keys(row).sort()).toEqual(publicFieldNames);
    }
  });
});

it('previews show the newest car of each of three sellers before more of one, and no picture-less car of a newcomer', async () => {
  const makeDayOfJanuary = (day: number): Date => new Date(Date.UTC(2050, 0, day));
  const [firstShop, secondShop] = [await makeVerifiedSeller(server), await makeVerifiedSeller(server)];
  const newSeller = await makeUser(server, 'Seller');
  const olderCarId = await makeCar(server, secondShop, { brand: 'Tesla', postedAt: makeDayOfJanuary(1) });
  const readRows = [];
  for (let day = 2; day < 12; day += 1)
    readRows.push(await makeCar(server, firstShop, { brand: 'Tesla', postedAt: makeDayOfJanuary(day) }));
  const carWithoutImageId = await makeCar(server, newSeller, { brand: 'Tesla', postedAt: makeDayOfJanuary(20) });
  const ids = (await readList('/api/teslas')).map((row) => row._id);
  expect(ids[0]).toBe(readRows[9]);
  expect(ids).toContain(olderCarId);
  expect(ids).not.toContain(carWithoutImageId);
  expect((await readList('/api/teslaDatas')).map((row) => row._id)).toContain(carWithoutImageId);
  await server.context.pool.query("UPDATE listing SET status = 'withdrawn' WHERE posted_at >= '2050-01-01'");
});

describe('the brands', () => {
  it('are in the order of the menus, with their cars on sale and their prices', async () => {
    const otherSeller = await makeUser(server, 'Seller');
    await makeCar(server, otherSeller, { brand: 'BMW', dollars: 120_000.5 });
    await makeCar(server, otherSeller, { brand: 'BMW', dollars: 80_000 });
    await makeCar(server, otherSeller, { brand: 'BMW', dollars: 1, status: 'sold' });
    const rows = await readList('/api/v1/brands');
    expect(rows.map((row) => row.apiName)).toEqual([
      'Mercedes_Benz',
      'Rolls_Royce',
      'Tesla',
      'Ferrari',
      'Audi',
      'BMW',
      'Lamborghini',
    ]);
    expect(rows[5]).toEqual({
      apiName: 'BMW',
      name: 'BMW',
      pagePath: null,
      listable: true,
      cars: 2,
      lowestPrice: 80_000,
      highestPrice: 120_000.5,
    });
    expect(rows[6]).toMatchObject({ cars: 0, lowestPrice: null, highestPrice: null });
    await setAccountStatus(otherSeller, 'suspended');
    expect((await readList('/api/v1/brands'))[5]).toMatchObject({ cars: 0, lowestPrice: null });
  });
});

describe('other methods on a list', () => {
  it.each(['POST', 'PUT', 'DELETE'] as const)('%s answers 405 with Allow', async (method) => {
    for (const path of ['/api/audiDatas', '/api/mercedes', '/api/productById/x']) {
      const answer = await call(server, null, method, path);
      expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
      expect(answer.headers.allow).toBe('GET, HEAD');
    }
  });

  it('HEAD answers like GET without a body', async () => {
    const car = await makeCar(server, seller, { brand: 'Audi' });
    for (const url of ['/api/audiDatas', '/api/mercedes', `/api/productById/${car}`, '/api/v1/brands']) {
      const [headAnswer, getAnswer] = await Promise.all([
        server.app.inject({ method: 'HEAD', url }),
        server.app.inject({ method: 'GET', url }),
      ]);
      expect([headAnswer.statusCode, headAnswer.body]).toEqual([200, '']);
      expect(headAnswer.headers['content-type']).toBe(getAnswer.headers['content-type']);
      expect(headAnswer.headers['content-length']).toBe(getAnswer.headers['content-length']);
    }
  });
});
