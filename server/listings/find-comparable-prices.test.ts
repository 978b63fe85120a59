import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeCar, makePerson, type Person } from '../testing/builders.ts';
import { openTestHouse, type TestHouse } from '../testing/test-house.ts';

let house: TestHouse;
let seller: Person;

beforeAll(async () => {
  house = await openTestHouse();
  seller = await makePerson(house, 'Seller');
});
afterAll(() => house.close());

it('who names a price is told the middle half of what comparable cars are offered for', async () => {
  const other = await makePerson(house, 'Seller');
  const own = await makeCar(house, seller, { brand: 'BMW', title: 'Priced', dollars: 90_000 });
  for (const dollars of [10_000, 20_000, 30_000, 40_000]) {
    await makeCar(house, other, { brand: 'BMW', title: 'Priced', dollars });
  }
  await makeCar(house, other, { brand: 'BMW', title: 'Priced', dollars: 1, status: 'sold' });
  await makeCar(house, other, { brand: 'BMW', title: 'Priced higher', dollars: 2 });
  await makeCar(house, other, { brand: 'Tesla', title: 'Priced', dollars: 3 });
  const ask = (query: string) =>
    call(house, seller, 'GET', `/api/v1/comparable-prices?category=BMW&title=Priced${query}`);
  expect((await ask('&yearsOfUse=3')).body).toEqual({ cars: 5, middle: { from: 20_000, to: 40_000 } });
  expect((await ask('&yearsOfUse=99')).body).toEqual({ cars: 5, middle: { from: 20_000, to: 40_000 } });
  // Without the own car there are too few; with one more, however its name is written, there are enough.
  expect((await ask(`&yearsOfUse=3&except=${own}`)).body).toEqual({ cars: 4, middle: null });
  await makeCar(house, other, { brand: 'BMW', title: 'PRICED', dollars: 50_000 });
  expect((await ask(`&yearsOfUse=3&except=${own}`)).body).toEqual({ cars: 5, middle: { from: 20_000, to: 40_000 } });
  expect((await ask('&yearsOfUse=3&except=nothing')).body).toMatchObject({ cars: 6 });
  expect((await ask('&yearsOfUse=many')).status).toBe(422);
  expect((await ask('')).status).toBe(422);
});
