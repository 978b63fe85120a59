import { randomUUID } from 'node:crypto';
import { type Facets, type Histogram, histogramNames, searchSorts } from '@carhouse/contract/search';
import { wordFacets } from '@carhouse/domain/listing/word-facets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSeededRandom } from '../testing/seeded.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

// Random listings are searched with random filters while SQL statements change them; an SQL query without the catalogue
// computes the expected result.

let server: TestServer;
const sellers = Array.from({ length: 5 }, () => randomUUID());
/**
 * Seed of the random choices. Another seed can be set: `SEARCH_SEED=7 vitest run apps/server/search/search-property`.
 */
const seed = Number(process.env.SEARCH_SEED ?? 20_261_122);
const nextRandom = createSeededRandom(seed);
const randomIntegerBelow = (limit: number): number => Math.floor(nextRandom() * limit);
const pickOne = <Value>(values: readonly Value[]): Value => values[randomIntegerBelow(values.length)] as Value;

const values = {
  brand: ['Tesla', 'BMW', 'Audi', 'Mercedes_Benz'],
  title: ['Model 3', 'X1', 'A6', 'C180'],
  body: ['Sedan', 'SUV', null],
  fuel: ['electric', 'petrol', null],
  transmission: ['automatic', 'manual', null],
  colour: ['White', 'Black', null],
  location: ['Bedok', 'Yishun', 'Orchard'],
} as const;

beforeAll(async () => {
  server = await startTestServer();
  for (const id of sellers) {
    await runSql(
      `INSERT INTO account (id, name, email, role, seller_kind, verified_at) VALUES ($1, 'Seller One', $2, 'Seller', $3, ${pickOne(['now()', 'NULL'])})`,
      [id, `${id}@people.example`, pickOne(['private', 'dealer'])],
    );
  }
  for (let car = 0; car < 160; car += 1) await addCar();
});
afterAll(() => server.close());

const runSql = async (sql: string, parameters: unknown[] = []) =>
  (await server.context.pool.query(sql, parameters)).rows as Row[];
type Row = Record<string, unknown>;

async function addCar(): Promise<string> {
  const id = randomUUID();
  await runSql(
    `INSERT INTO listing (id, seller_id, brand, title, body, fuel, transmission, colour, location, owners, mileage_km,
       year_of_purchase, years_of_use, resale_price_cents, posted_at, updated_at, description, status)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
       timestamptz '2026-01-01' + $15::int * interval '1 second', now(), '', $16)`,
    [
      id,
      pickOne(sellers),
      ...Object.values(values).map((each) => pickOne<string | null>(each)),
      pickOne([null, 1, 2, 3, 4, 7]),
      pickOne([null, 0, 10_000, 20_000, 30_000]),
      2015 + randomIntegerBelow(6),
      randomIntegerBelow(6),
      (1 + randomIntegerBelow(8)) * 2_500_000,
      randomIntegerBelow(12),
      pickOne(['available', 'available', 'available', 'available', 'withdrawn']),
    ],
  );
  return id;
}

/** Makes one random change in the database. @returns the changed listings */
async function changeRandomListing(): Promise<string[]> {
  const changeAndReadIds = async (sql: string, parameters: unknown[] = []) =>
    (await runSql(`${sql} RETURNING id`, parameters)).map(({ id }) => String(id));
  const makeRandomCarCondition = (status: string) =>
    `id IN (SELECT id FROM listing WHERE status = '${status}' ORDER BY md5(id::text || '${randomIntegerBelow(1_000)}') LIMIT ${1 + randomIntegerBelow(4)})`;
  const changeCarsOfSeller = async (sql: string) => {
    const seller = pickOne(sellers);
    await runSql(`UPDATE account SET ${sql} WHERE id = $1`, [seller]);
    return (await runSql('SELECT id FROM listing WHERE seller_id = $1', [seller])).map(({ id }) => String(id));
  };
  switch (randomIntegerBelow(9)) {
    case 0:
      return changeAndReadIds(
        `UPDATE listing SET resale_price_cents = $1 WHERE ${makeRandomCarCondition('available')}`,
        [(1 + randomIntegerBelow(8)) * 2_500_000],
      );
    case 1:
      return changeAndReadIds(`UPDATE listing SET status = 'sold' WHERE ${makeRandomCarCondition('available')}`);
    case 2:
      return changeAndReadIds(`UPDATE listing SET status = 'withdrawn' WHERE ${makeRandomCarCondition('available')}`);
    case 3:
      return changeAndReadIds(`UPDATE listing SET status = 'available' WHERE ${makeRandomCarCondition('withdrawn')}`);
    case 4:
      return changeAndReadIds(
        `UPDATE listing SET mileage_km = $1, location = $2, body = $3 WHERE ${makeRandomCarCondition('available')}`,
        [pickOne([null, 5_000, 20_000]), pickOne(values.location), pickOne(values.body)],
      );
    case 5:
      return changeCarsOfSeller(`verified_at = ${pickOne(['now()', 'NULL'])}`);
    case 6:
      return changeCarsOfSeller(`status = '${pickOne(['active', 'suspended', 'active'])}'`);
    case 7:
      return changeCarsOfSeller(`seller_kind = '${pickOne(['private', 'dealer'])}'`);
    default:
      return [await addCar()];
  }
}

/** The SQL expression of each facet; null when a car has no value. */
const facetSqlByName: Readonly<Record<(typeof wordFacets)[number], string>> = {
  brand: 'brand',
  model: "brand || '/' || title",
  body: 'body',
  fuel: 'fuel',
  transmission: 'transmission',
  colour: 'colour',
  region: "CASE location WHEN 'Bedok' THEN 'East' WHEN 'Yishun' THEN 'North' WHEN 'Orchard' THEN 'Central' END",
  location: 'location',
  sellerKind: "CASE WHEN verified_at IS NULL THEN 'private' ELSE seller_kind END",
  verified: "CASE WHEN verified_at IS NOT NULL THEN 'yes' END",
  owners: "CASE WHEN owners >= 4 THEN '4+' WHEN owners BETWEEN 1 AND 3 THEN owners::text END",
};
const ranges = {
  Price: 'resale_price_cents / 100',
  Year: 'year_of_purchase',
  YearsOfUse: 'years_of_use',
  Mileage: 'mileage_km',
};
const stepSizesByName = { Price: 25_000, Year: 1, YearsOfUse: 1, Mileage: 10_000 } as const;
const lowestBoundsByName = { Price: 0, Year: 2014, YearsOfUse: 0, Mileage: 0 } as const;

type RandomSearch = {
  readonly valuesByFilter: Readonly<Record<string, readonly string[]>>;
  readonly boundsByName: Readonly<Record<string, number>>;
  readonly sort: (typeof searchSorts)[number];
};

/** The sort orders by values that are not stored in the database. */
const computedSorts: ReadonlySet<string> = new Set([
  'depreciation',
  '-depreciation',
  '-coe',
  'instalment',
  '-power',
  'roadTax',
  'yearlyMileage',
]);

function makeRandomSearch(): RandomSearch {
  const valuesByFilter: Record<string, string[]> = {};
  for (const name of wordFacets) {
    if (randomIntegerBelow(5) > 0) continue;
    const knownValues: readonly (string | null)[] =
      name === 'model'
        ? ['Tesla/Model 3', 'BMW/X1', 'BMW/Model 3']
        : name === 'owners'
          ? ['1', '2', '4+']
          : name === 'verified'
            ? ['yes']
            : name === 'sellerKind'
              ? ['private', 'dealer']
              : name === 'region'
                ? ['East', 'North', 'West']
                : values[name];
    const pickedValues = Array.from({ length: 1 + randomIntegerBelow(2) }, () => pickOne(knownValues)).filter(
      (value) => value !== null,
    );
    if (pickedValues.length > 0) valuesByFilter[name] = name === 'verified' ? ['yes'] : [...new Set(pickedValues)];
  }
  const boundsByName: Record<string, number> = {};
  for (const name of Object.keys(ranges) as (keyof typeof ranges)[]) {
    if (randomIntegerBelow(6) > 0) continue;
    const lowBound = lowestBoundsByName[name] + randomIntegerBelow(5) * stepSizesByName[name];
    if (randomIntegerBelow(3) > 0) boundsByName[`min${name}`] = lowBound;
    if (randomIntegerBelow(3) > 0)
      boundsByName[`max${name}`] = lowBound + randomIntegerBelow(5) * stepSizesByName[name];
  }
  const testedSorts = searchSorts.filter((each) => !computedSorts.has(each));
  return { valuesByFilter, boundsByName, sort: pickOne(testedSorts) };
}

/** Returns the SQL condition for all filters of a search except the filter of the facet `exceptFacet`. */
function writeWhereClause({ valuesByFilter, boundsByName }: RandomSearch, exceptFacet = ''): string {
  const conditions = ["listing.status = 'available'", "account.status = 'active'"];
  for (const [name, chosenValues] of Object.entries(valuesByFilter)) {
    if (name === exceptFacet) continue;
    conditions.push(
      `${facetSqlByName[name as keyof typeof facetSqlByName]} IN (${chosenValues.map((value) => `'${value}'`).join(', ')})`,
    );
  }
  for (const [bound, value] of Object.entries(boundsByName)) {
    const name = bound.slice(3) as keyof typeof ranges;
    if (name.toLowerCase() !== exceptFacet)
      conditions.push(`${ranges[name]} ${bound.startsWith('min') ? '>=' : '<='} ${value}`);
  }
  return `FROM listing JOIN account ON account.id = seller_id WHERE ${conditions.join(' AND ')}`;
}

async function computeExpectedOrder(search: RandomSearch): Promise<string[]> {
  const name = search.sort.replace('-', '');
  const isDescending = search.sort.startsWith('-') || ['newest', 'relevance'].includes(name);
  const column = { price: 'resale_price_cents', year: 'year_of_purchase', mileage: 'mileage_km' }[name] ?? 'posted_at';
  const direction = isDescending ? 'DESC' : 'ASC';
  const rows = await runSql(
    `SELECT listing.id ${writeWhereClause(search)} ORDER BY ${column} ${direction} NULLS LAST, listing.id ${direction}`,
  );
  return rows.map(({ id }) => String(id));
}

/** @param bars bars of the price histogram in the answer; the width of the bars is not tested here. */
async function computeExpectedFacets(
  search: RandomSearch,
  { step = 1, counts: histogramBars = [] }: Partial<Histogram>,
): Promise<object> {
  const facets: Record<string, unknown> = {};
  for (const name of wordFacets) {
    const value = facetSqlByName[name];
    const rows = await runSql(
      `SELECT value, count(*)::int AS count FROM (SELECT ${value} AS value ${writeWhereClause(search, name)}) AS cars WHERE value IS NOT NULL
       GROUP BY value ORDER BY count DESC, value COLLATE "C"`,
    );
    const missingValues = (search.valuesByFilter[name] ?? [])
      .filter((each) => !rows.some((row) => row.value === each))
      .toSorted();
    facets[name] = [
      ...rows.map(({ value: found, count }) => ({ value: found, count })),
      ...missingValues.map((each) => ({ value: each, count: 0 })),
    ];
  }
  for (const name of histogramNames) {
    const barSql =
      name === 'price'
        ? `least(${histogramBars.length - 1}, resale_price_cents / ${step * 100})::int`
        : 'year_of_purchase';
    const rows = await runSql(
      `SELECT ${barSql} AS bar, count(*)::int AS count ${writeWhereClause(search, name)} GROUP BY 1 ORDER BY 1`,
    );
    facets[name] = rows.map((row) => [row.bar, row.count]);
  }
  return facets;
}

/** Returns the facets without labels, and the histograms with only the bars that contain cars. */
function simplifyFacets(facets: Facets): object {
  const words = wordFacets.map((name) => [name, facets[name]?.map(({ value, count }) => ({ value, count }))]);
  const histogramEntries = histogramNames.map((name) => {
    const { from = 0, counts = [] } = facets[name] ?? {};
    return [name, counts.flatMap((count, index) => (count > 0 ? [[from + index, count]] : []))];
  });
  return Object.fromEntries([...words, ...histogramEntries]) as object;
}

function makeSearchUrl(
  { valuesByFilter, boundsByName, sort }: RandomSearch,
  extraParameters: Record<string, string>,
): string {
  const filterParameters = Object.entries(valuesByFilter).flatMap(([name, each]) =>
    each.map((value): [string, string] => [name, value]),
  );
  const otherParameters = Object.entries({ ...boundsByName, sort, ...extraParameters }).map(
    ([name, value]): [string, string] => [name, String(value)],
  );
  return `/api/v1/listings?${new URLSearchParams([...filterParameters, ...otherParameters]).toString()}`;
}

type SearchPage = { items: { _id: string }[]; total: number; next: string | null; facets: Facets };

async function readPage(search: RandomSearch, extraParameters: Record<string, string> = {}): Promise<SearchPage> {
  const answer = await server.app.inject({ url: makeSearchUrl(search, extraParameters) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** Reads all pages one after the other; `runBetweenPages` runs before each further page. */
async function readAll(search: RandomSearch, runBetweenPages: () => Promise<void>): Promise<string[]> {
  const idsOfAllPages: string[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const page: SearchPage = await readPage(search, { limit: '7', ...(before === '' ? {} : { before }) });
    idsOfAllPages.push(...page.items.map(({ _id }) => _id));
    before = page.next;
    if (before !== null) await runBetweenPages();
  }
  return idsOfAllPages;
}

it(`answers as SQL does while cars change underneath (SEARCH_SEED=${seed})`, async () => {
  await server.catchUp();
  for (let round = 0; round < 80; round += 1) {
    const search = round === 0 ? { valuesByFilter: {}, boundsByName: {}, sort: 'newest' as const } : makeRandomSearch();
    const label = JSON.stringify(search);
    const firstOrder = await computeExpectedOrder(search);
    const changedIds = new Set<string>();
    const idsOfAllPages = await readAll(search, async () => {
      for (const id of await changeRandomListing()) changedIds.add(id);
      // Some pages are requested before the change is visible, and some after it.
      if (randomIntegerBelow(2) === 0) await server.catchUp();
    });
    // Every unchanged listing must appear exactly once and in its original order, whatever else changed.
    const keepUnchangedIds = (ids: readonly string[]) => ids.filter((id) => !changedIds.has(id));
    expect(keepUnchangedIds(idsOfAllPages), label).toEqual(keepUnchangedIds(firstOrder));

    for (let changeIndex = 0; changeIndex < 3; changeIndex += 1) await changeRandomListing();
    await server.catchUp();
    const expectedIds = await computeExpectedOrder(search);
    expect(await readAll(search, async () => {}), label).toEqual(expectedIds);
    const { total, facets } = await readPage(search, { facets: 'all', limit: '1' });
    expect(total, label).toBe(expectedIds.length);
    expect(simplifyFacets(facets), label).toEqual(await computeExpectedFacets(search, facets.price ?? {}));
  }
});
