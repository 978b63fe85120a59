import { countDemoData } from '@carhouse/database/accounts/demo-data';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../testing/test-house.ts';
import { seedDemo } from './seed-demo.ts';

let house: TestHouse;

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

it('marks its accounts from the first moment, a seeding that was cut off too', async () => {
  const reason = new Error('told to stop');
  await expect(seedDemo(house.context, AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(await countDemoData(house.context.database)).toEqual({ accounts: 10, cars: 0, orders: 0 });
  const { rows } = await house.context.pool.query('SELECT email FROM account WHERE NOT is_demo');
  expect(rows).toEqual([]);
});
