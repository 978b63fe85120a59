import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { call, makePerson, type Person } from '../testing/builders.ts';
import { openTestHouse, type TestHouse } from '../testing/test-house.ts';
import { examinedList, uploadList } from '../testing/uploads.ts';
import { importCars } from './import-cars.ts';
import { startImportWorkers } from './import-workers.ts';

let house: TestHouse;
let seller: Person;

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  seller = await makePerson(house, 'Seller');
});

const many = (count: number): string =>
  `Stock no,Car,Price,Reg date,Mileage\n${Array.from({ length: count }, (_, place) => `n${place},Ferrari Roma,${900_000 + place},28-May-21,4000\n`).join('')}`;
const ask = async (id: string) => (await call(house, seller, 'GET', `/api/v1/imports/${id}`)).body;
const begin = (id: string, what: string) => call(house, seller, 'POST', `/api/v1/imports/${id}/${what}`, {});
const countCars = async (): Promise<number> => {
  const { rows } = await house.context.pool.query('SELECT FROM listing WHERE seller_id = $1', [seller.id]);
  return rows.length;
};
const work = (id: string, context: Context = house.context): Promise<void> =>
  importCars(context, id as never, new AbortController().signal);

describe('a process beyond its budget', () => {
  const withBudget = (budget: object): Context => ({
    ...house.context,
    importWorkers: startImportWorkers({
      databaseUrl: house.databaseUrl,
      budgets: {
        examining: { cpuSeconds: 60, heapBytes: 2 ** 27, residentBytes: 2 ** 30, seconds: 60, ...budget },
        reading: { cpuSeconds: 60, heapBytes: 2 ** 27, residentBytes: 2 ** 30, seconds: 60, ...budget },
      },
    }),
  });

  it.each([
    ['CPU', { cpuSeconds: 0.05 }],
    ['MEMORY', { residentBytes: 2 ** 20 }],
    ['MEMORY', { heapBytes: 2 ** 23 }],
    ['TIME', { seconds: 0.05 }],
  ])('of %s is killed, and the import says so and is not taken on again', async (code, budget) => {
    const context = withBudget(budget);
    const id = String((await uploadList(house, seller, many(2_000))).body._id);
    await work(id, context);
    expect(await ask(id)).toMatchObject({ state: 'unreadable', faultCode: code });
    expect(context.importWorkers.processIds()).toEqual([]);
    await work(id);
    expect(await ask(id)).toMatchObject({ state: 'unreadable' });
  });

  it('shows nothing as done that was not, and other imports go on', async () => {
    const id = await examinedList(house, seller, many(500));
    await begin(id, 'start');
    await work(id, withBudget({ cpuSeconds: 0.05 }));
    expect(await ask(id)).toMatchObject({ state: 'failed', faultCode: 'CPU', counts: null, hasReport: false });
    expect(await countCars()).toBe(0);
    await begin(id, 'start');
    await work(id);
    expect(await ask(id)).toMatchObject({ state: 'done', counts: { imported: 500 } });
  });
});
