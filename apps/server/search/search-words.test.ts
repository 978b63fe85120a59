import type { FoundListings } from '@carhouse/contract/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller', { verified: true });
  const cars = [
    {
      brand: 'Tesla',
      title: 'Model 3',
      dollars: 90_000,
      facts: { body: 'Saloon', colour: 'White', seats: 5, mileageKm: 30_000, fuel: 'electric' },
    },
    {
      brand: 'Tesla',
      title: 'Model Y',
      dollars: 120_000,
      facts: { body: 'SUV', colour: 'Red', seats: 7, mileageKm: 90_000, fuel: 'electric' },
    },
    {
      brand: 'BMW',
      title: 'X5',
      dollars: 150_000,
      facts: { body: 'SUV', colour: 'Black', seats: 7, mileageKm: 20_000, fuel: 'hybrid' },
    },
    {
      brand: 'BMW',
      title: '320i',
      dollars: 60_000,
      facts: { body: 'Saloon', colour: 'Black', seats: 5, mileageKm: 100_000, fuel: 'petrol' },
    },
    { brand: 'Audi', title: 'Q3', dollars: 70_000, facts: { body: 'SUV', colour: 'Grey', seats: 5, fuel: 'petrol' } },
  ] as const;
  for (const { facts, ...car } of cars) await makeCar(server, seller, { ...car, facts });
  await server.context.pool.query('UPDATE listing SET years_of_use = 4');
  await server.catchUp();
});
afterAll(() => server.close());

async function searchByText(q: string, extraParameters: Readonly<Record<string, string>> = {}): Promise<FoundListings> {
  const url = `/api/v1/listings?${new URLSearchParams({ understand: '1', q, ...extraParameters }).toString()}`;
  const answer = await server.app.inject({ method: 'GET', url });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<FoundListings>();
}

const listTitles = ({ items }: Pick<FoundListings, 'items'>) => items.map(({ title }) => title).sort();
const listTitlesInOrder = ({ items }: Pick<FoundListings, 'items'>) => items.map(({ title }) => title);
/** The filters of the question. The order is tested on its own. */
const listUnderstoodFilters = ({ understood }: FoundListings) =>
  understood?.filters.filter(({ name }) => name !== 'sort').map(({ name, value }) => `${name}=${value}`);

describe('a question in plain words', () => {
  it('finds seats, and follows them when a seller changes them', async () => {
    expect(listTitles(await searchByText('7 seater'))).toEqual(['Model Y', 'X5']);
    await server.context.pool.query("UPDATE listing SET seats = 5 WHERE title = 'X5'");
    await server.catchUp();
    expect(listTitles(await searchByText('7 seater'))).toEqual(['Model Y']);
    await server.context.pool.query("UPDATE listing SET seats = 7 WHERE title = 'X5'");
    await server.catchUp();
    expect(listTitles(await searchByText('', { minSeats: '6', maxSeats: '7' }))).toEqual(['Model Y', 'X5']);
  });

  it('means less than 10,000 km a year by low mileage', async () => {
    const foundListings = await searchByText('low mileage');
    expect(listUnderstoodFilters(foundListings)).toEqual(['maxYearlyMileage=10000']);
    expect(listTitles(foundListings)).toEqual(['Model 3', 'X5']);
    expect(listTitles(await searchByText('', { minYearlyMileage: '20000' }))).toEqual(['320i', 'Model Y']);
  });

  it('counts the kilometres a year from the registration, where it is known', async () => {
    const makeCarRegisteredOn = (day: string) =>
      server.context.pool.query(`UPDATE listing SET registered_on = ${day} WHERE title = 'X5'`);
    await makeCarRegisteredOn("current_date - interval '18 months'");
    await server.catchUp();
    // The yearly mileage is computed from 20,000 km in the 18 months since the registration, and not from the four
    // years of use that the seller entered.
    expect(listTitles(await searchByText('low mileage'))).toEqual(['Model 3']);
    await makeCarRegisteredOn('NULL');
    await server.catchUp();
    expect(listTitles(await searchByText('low mileage'))).toEqual(['Model 3', 'X5']);
  });

  it('means the lowest quarter of what else is asked by cheap', async () => {
    const suvAnswer = await searchByText('cheap suv');
    expect(listUnderstoodFilters(suvAnswer)).toEqual(['maxPrice=70000', 'body=SUV']);
    expect(suvAnswer.understood?.filters[0]?.typed).toBe('cheap');
    expect(listTitles(suvAnswer)).toEqual(['Q3']);
    // The lowest quarter of all cars would end at the same price as that of the SUVs.
    expect(listUnderstoodFilters(await searchByText('cheap bmw'))).toEqual(['maxPrice=60000', 'brand=BMW']);
    // When the text or a filter names a maximum price, `cheap` does not lower it.
    expect(listUnderstoodFilters(await searchByText('cheap tesla under 100k'))).toEqual([
      'brand=Tesla',
      'maxPrice=100000',
    ]);
    expect(listUnderstoodFilters(await searchByText('cheap tesla', { maxPrice: '100000' }))).toEqual(['brand=Tesla']);
  });

  it('reads years in words, and a text without `understand`', async () => {
    expect(listUnderstoodFilters(await searchByText('7 seater below 100k with at least five years of coe'))).toEqual([
      'minSeats=7',
      'maxPrice=100000',
      'minCoeMonths=60',
    ]);
    const answer = await server.app.inject({ method: 'GET', url: '/api/v1/listings?q=7+seater+under+130k' });
    expect(listTitles(answer.json<FoundListings>())).toEqual(['Model Y']);
  });

  it('is sorted as it says', async () => {
    const { items } = await searchByText('cheapest suv', { sort: 'relevance' });
    expect(items.map(({ title }) => title)).toEqual(['Q3', 'Model Y', 'X5']);
  });

  it('names the words that it leaves out, and the words that it corrects', async () => {
    const foundListings = await searchByText('reliable hybird suv with gullwings');
    expect(listTitles(foundListings)).toEqual(['X5']);
    expect(foundListings.understood?.dropped).toEqual(['reliable', 'gullwings']);
    expect(foundListings.corrections).toEqual([{ typed: 'hybird', meant: 'hybrid' }]);
    expect(foundListings.nearest).toBeNull();
  });

  it('puts cars with the other words first, and names the words that no fitting car has', async () => {
    await server.context.pool.query("UPDATE listing SET description = 'With a sunroof' WHERE title = '320i'");
    await server.catchUp();
    const bmwResult = await searchByText('bmw with sunroof');
    expect(listTitlesInOrder(bmwResult)).toEqual(['320i', 'X5']);
    expect(bmwResult.understood).toMatchObject({ q: '', preferred: ['sunroof'], dropped: [] });
    const foundListings = await searchByText('suv with sunroof');
    expect(listTitles(foundListings)).toEqual(['Model Y', 'Q3', 'X5']);
    expect(foundListings.understood).toMatchObject({
      preferred: [],
      dropped: [],
      notes: [{ code: 'not stated', of: '“sunroof”' }],
    });
    // Frequent words put no car first, and are not named.
    await server.context.pool.query("UPDATE listing SET description = 'Driven every week' WHERE title = 'X5'");
    await server.catchUp();
    const weeklyUseResult = await searchByText('suv that I drive every week');
    expect(listTitlesInOrder(weeklyUseResult)).toEqual(['Q3', 'Model Y', 'X5']);
    expect(weeklyUseResult.understood).toMatchObject({ preferred: [], dropped: [] });
  });

  it('puts cars with words for the purpose first, from page to page', async () => {
    await server.context.pool.query(
      "UPDATE listing SET description = 'Grandparents like the doors' WHERE title = 'X5'",
    );
    await server.context.pool.query("UPDATE listing SET description = 'Took two golf bags' WHERE title = 'Q3'");
    await server.catchUp();
    const foundListings = await searchByText('car for grandparents and golf');
    const titlesInPreferenceOrder = ['X5', 'Model Y', 'Q3', '320i', 'Model 3'];
    expect(listTitlesInOrder(foundListings)).toEqual(titlesInPreferenceOrder);
    const preferredPhrases = ['~is:high', '~grandparents', '~is:roomy', '~golf bags'];
    expect(foundListings.understood).toMatchObject({ q: '', preferred: preferredPhrases, dropped: [] });
    const shownTitles: string[] = [];
    for (let before: string | null = ''; before !== null; ) {
      const page: FoundListings = await searchByText('car for grandparents and golf', {
        limit: '1',
        ...(before === '' ? {} : { before }),
      });
      shownTitles.push(...listTitlesInOrder(page));
      before = page.next;
    }
    expect(shownTitles).toEqual(titlesInPreferenceOrder);
    // The answer names the parameters that find the same cars.
    const url = `/api/v1/listings?prefer=${encodeURIComponent(preferredPhrases.join('|'))}&sort=relevance`;
    const answer = await server.app.inject({ method: 'GET', url });
    expect(listTitlesInOrder(answer.json<FoundListings>())).toEqual(titlesInPreferenceOrder);
    // A word is not corrected to a similar word that occurs only in a description and is neither a name nor a term of
    // the trade.
    const correctedListings = await searchByText('suv tookk');
    expect(correctedListings).toMatchObject({ total: 3, corrections: [], understood: { dropped: ['tookk'] } });
  });

  it('finds cars with one of several remarks, when no car has all of them', async () => {
    await server.context.pool.query("UPDATE listing SET description = 'Accident free' WHERE title = 'Model 3'");
    await server.context.pool.query("UPDATE listing SET description = 'With a sunroof' WHERE title = '320i'");
    await server.catchUp();
    const featureResult = await searchByText('no previous accident, sunroof');
    expect(listTitles(featureResult)).toEqual(['320i', 'Model 3']);
    expect(featureResult.understood).toMatchObject({
      q: '',
      preferred: ['accident free', 'sunroof'],
      preferredOnly: true,
    });
    const url = '/api/v1/listings?prefer=accident+free%7Csunroof&preferOnly=1';
    const answer = await server.app.inject({ method: 'GET', url });
    expect(listTitles(answer.json<FoundListings>())).toEqual(['320i', 'Model 3']);
  });

  it('reads the category of the COE, the power and the largest loan, and follows their changes', async () => {
    await server.context.pool.query(
      "UPDATE listing SET coe_category = 'A', power_kw = 300, engine_cc = 1598 WHERE title = 'Q3'",
    );
    await server.context.pool.query("UPDATE listing SET coe_category = 'B', power_kw = 200 WHERE title = 'X5'");
    await server.catchUp();
    expect(listTitles(await searchByText('1.6 cat a car'))).toEqual(['Q3']);
    expect(listTitlesInOrder(await searchByText('most powerful suv'))).toEqual(['Q3', 'X5', 'Model Y']);
    await server.context.pool.query("UPDATE listing SET coe_category = 'B', power_kw = 100 WHERE title = 'Q3'");
    await server.catchUp();
    expect(listTitles(await searchByText('cat b car'))).toEqual(['Q3', 'X5']);
    expect(listTitlesInOrder(await searchByText('most powerful suv'))).toEqual(['X5', 'Q3', 'Model Y']);
    // The instalment of a loan can be computed only when the end of the COE is known.
    expect((await searchByText('instalment below 5000')).total).toBe(0);
    await server.context.pool.query("UPDATE listing SET coe_expires_on = current_date + 3000 WHERE title = 'Q3'");
    await server.catchUp();
    const featureResult = await searchByText('instalment below 5000');
    expect(listTitles(featureResult)).toEqual(['Q3']);
    expect(featureResult.understood?.notes).toEqual([{ code: 'instalment' }]);
    await server.context.pool.query(
      'UPDATE listing SET coe_expires_on = NULL, coe_category = NULL, power_kw = NULL, engine_cc = NULL',
    );
    await server.catchUp();
  });

  it('bounds the OMV, the ARF and the PARF rebate, and follows their changes', async () => {
    const setOmvAndArf = (title: string, omv: number, arf: number) =>
      server.context.pool.query(
        "UPDATE listing SET omv_cents = $2, arf_paid_cents = $3, registered_on = '2021-03-01' WHERE title = $1",
        [title, omv * 100, arf * 100],
      );
    await setOmvAndArf('Q3', 32_000, 37_000);
    await setOmvAndArf('X5', 82_000, 120_000);
    await server.catchUp();
    expect(listTitles(await searchByText('omv below 40k'))).toEqual(['Q3']);
    expect(listTitles(await searchByText('arf 100k and above'))).toEqual(['X5']);
    expect(listTitles(await searchByText('parf rebate at least 18,500'))).toEqual(['Q3', 'X5']);
    const featureResult = await searchByText('suv parf above 20k');
    expect(listTitles(featureResult)).toEqual(['X5']);
    expect(featureResult.understood?.filters).toContainEqual({
      name: 'minParf',
      value: '20000',
      typed: 'parf above 20k',
    });
    await setOmvAndArf('Q3', 92_000, 139_000);
    await server.catchUp();
    expect(listTitles(await searchByText('omv above 80k'))).toEqual(['Q3', 'X5']);
    await server.context.pool.query('UPDATE listing SET omv_cents = NULL, arf_paid_cents = NULL, registered_on = NULL');
    await server.catchUp();
  });

  it('reads whole sentences, and says when no car is of the kind that comes first', async () => {
    const sentence =
      'My wife and I would really like to find a used SUV for our small family that costs at most $1,000,000 in all.';
    expect((await searchByText(sentence)).total).toBe(3);
    const featureResult = await searchByText('saloon with boot big');
    expect(listTitles(featureResult)).toEqual(['320i', 'Model 3']);
    expect(featureResult.understood?.notes).toEqual([{ code: 'none of kind', of: 'roomy' }]);
  });

  it('shows the cheapest first, unless it names a make or an order', async () => {
    expect(listTitlesInOrder(await searchByText('suv'))).toEqual(['Q3', 'Model Y', 'X5']);
    expect((await searchByText('suv')).understood?.filters.at(-1)).toEqual({ name: 'sort', value: 'price', typed: '' });
    expect((await searchByText('tesla')).understood?.filters).toEqual([
      { name: 'brand', value: 'Tesla', typed: 'tesla' },
    ]);
    expect(listTitlesInOrder(await searchByText('suv', { sort: '-price' }))).toEqual(['X5', 'Model Y', 'Q3']);
  });

  it('finds cars like the named ones that cost less, of all makes', async () => {
    const foundListings = await searchByText('like a tesla model 3 but cheaper');
    expect(listUnderstoodFilters(foundListings)).toEqual(['body=Saloon', 'maxPrice=89999']);
    expect(listTitles(foundListings)).toEqual(['320i']);
    expect(foundListings.understood?.notes).toEqual([{ code: 'like and cheaper', of: 'Tesla Model 3' }]);
    // For a model that is not on sale, the search finds cars of its kind in the lowest quarter of the prices.
    const camryResult = await searchByText('toyota camry but cheaper');
    expect(listUnderstoodFilters(camryResult)).toEqual(['body=Saloon', 'maxPrice=60000']);
    expect(listTitles(camryResult)).toEqual(['320i']);
    expect(camryResult.understood?.notes).toEqual([{ code: 'like and cheapest quarter', of: 'Toyota Camry' }]);
  });

  it('reads an amount a month as an instalment, and as the cost to own where the text names the cost', async () => {
    const plainResult = await searchByText('cars under $800 a month');
    expect(listUnderstoodFilters(plainResult)).toEqual(['maxInstalment=800']);
    expect(plainResult.understood?.notes).toEqual([
      { code: 'amount a month' },
      { code: 'or cost to own', of: 'no car' },
    ]);
    const featureResult = await searchByText('cars under $800 a month all in');
    expect(listUnderstoodFilters(featureResult)).toEqual(['maxMonthlyCost=800']);
    expect(featureResult.understood?.notes).toEqual([
      { code: 'cost of a month' },
      { code: 'or instalment', of: 'no car' },
    ]);
  });

  it('finds the cars whose COE is marked as renewed, and says when none is', async () => {
    const coeListings = await searchByText('coe renewed');
    expect(coeListings.understood).toMatchObject({ dropped: [], notes: [{ code: 'no renewed COE' }] });
    expect(coeListings).toMatchObject({ total: 0, nearest: { without: ['q'], order: '-coe' } });
    await server.context.pool.query("UPDATE listing SET coe_renewed = true, years_of_use = 12 WHERE title = '320i'");
    await server.catchUp();
    const foundListings = await searchByText('coe renewed');
    expect(listTitles(foundListings)).toEqual(['320i']);
    expect(foundListings.understood).toMatchObject({ dropped: [], notes: [] });
    await server.context.pool.query("UPDATE listing SET coe_renewed = NULL, years_of_use = 4 WHERE title = '320i'");
    await server.catchUp();
  });
});

describe('a search that finds nothing', () => {
  it('shows the nearest cars and the condition that they do not meet', async () => {
    const foundListings = await searchByText('electric suv below 100k');
    expect([foundListings.total, foundListings.items]).toEqual([0, []]);
    expect(foundListings.nearest).toMatchObject({
      without: ['maxPrice'],
      total: 1,
      ways: [
        { without: ['maxPrice'], total: 1 },
        { without: ['fuel'], total: 1 },
        { without: ['body'], total: 1 },
      ],
    });
    expect(foundListings.nearest?.items.map(({ title }) => title)).toEqual(['Model Y']);
  });

  it('shows those next to the bound first', async () => {
    const { nearest } = await searchByText('suv below 50k');
    expect(nearest?.items.map(({ title }) => title)).toEqual(['Q3', 'Model Y', 'X5']);
    const { nearest: nearestToDear } = await searchByText('suv above 500k');
    expect(nearestToDear?.items.map(({ title }) => title)).toEqual(['X5', 'Model Y', 'Q3']);
    const { nearest: nearestBetween } = await searchByText('suv between 100k and 110k');
    expect(nearestBetween?.items.map(({ title }) => title)).toEqual(['Model Y', 'X5', 'Q3']);
    const { nearest: seats } = await searchByText('suv with 8 seats');
    expect(seats?.items.map(({ title }) => title).sort()).toEqual(['Model Y', 'Q3', 'X5']);
    expect(seats?.items.at(-1)?.title).toBe('Q3');
  });

  it('shows cars of the kind of a model that no car has', async () => {
    const { nearest } = await searchByText('toyota rav4');
    expect(nearest).toMatchObject({
      without: ['brand', 'model'],
      absent: ['brand', 'model'],
      like: [{ name: 'body', value: 'SUV' }],
      beyond: [],
    });
    const cheapCarsResult = await searchByText('toyota rav4 below 65k');
    expect(cheapCarsResult.nearest).toMatchObject({ beyond: ['maxPrice'], like: [{ name: 'body', value: 'SUV' }] });
    expect(nearest?.items.map(({ title }) => title).slice(0, 3)).toEqual(['Model Y', 'X5', 'Q3']);
  });

  it('shows cars from the middle price on for a premium model, and hybrids for a diesel', async () => {
    const { nearest } = await searchByText('porsche macan');
    expect(nearest?.items.map(({ title }) => title).slice(0, 3)).toEqual(['Model Y', 'X5', 'Q3']);
    const dieselResult = await searchByText('diesel suv');
    expect(dieselResult.nearest?.absent).toEqual(['fuel']);
    expect(dieselResult.nearest?.items.map(({ title }) => title)[0]).toBe('X5');
  });

  it('says which make no car has', async () => {
    const { nearest } = await searchByText('toyota suv');
    expect(nearest?.without).toEqual(['brand']);
    expect(listTitles({ items: nearest?.items ?? [] })).toEqual(['Model Y', 'Q3', 'X5']);
  });

  it('names the wishes that do not order the nearest cars', async () => {
    await server.context.pool.query("UPDATE listing SET description = 'With a sunroof' WHERE title = '320i'");
    await server.catchUp();
    const sunroof = await searchByText('toyota rav4 with sunroof and massage seats');
    expect(sunroof.understood?.notes).toContainEqual({ code: 'not stated', of: '“massage seats”' });
    // Only one of the cars after the SUVs has the sunroof.
    expect(sunroof.understood?.dropped).toEqual(['sunroof']);
    // The order by price does not use the wish.
    const cheapSunroof = await searchByText('suv or sedan below 5k with sunroof');
    expect(cheapSunroof.nearest?.order).toBe('price');
    expect(cheapSunroof.understood?.dropped).toEqual(['sunroof']);
    const small = await searchByText('small suv below 5k');
    expect(small.understood?.notes).toContainEqual({ code: 'none of kind', of: 'small' });
    const fun = await searchByText('fun suv by toyota');
    expect(fun.understood?.notes).toContainEqual({ code: 'none of kind', of: 'fun' });
  });

  it('leaves out as many filters as necessary', async () => {
    const { nearest } = await searchByText('yellow toyota van with 9 seats below 10k');
    expect(nearest?.without).toEqual(expect.arrayContaining(['brand', 'body', 'colour', 'minSeats']));
    expect(nearest?.total).toBe(5);
  });

  it('also without plain words, and only on its first page', async () => {
    const url = '/api/v1/listings?brand=Tesla&maxPrice=1000';
    const firstPage = (await server.app.inject({ method: 'GET', url })).json<FoundListings>();
    expect(firstPage.nearest).toMatchObject({ without: ['maxPrice'], total: 2 });
    const before = `newest_1_${firstPage.nearest?.items[0]?._id ?? ''}`;
    const laterPage = (
      await server.app.inject({ method: 'GET', url: `${url}&before=${before}` })
    ).json<FoundListings>();
    expect(laterPage.nearest).toBeNull();
  });
});
