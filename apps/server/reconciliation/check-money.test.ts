import { forgetPlace, savePlace } from '@carhouse/database/reconciliation/desk-cursors';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePerson, type Person } from '../testing/builders.ts';
import { chargeOrder } from '../testing/paid-order.ts';
import { openTestHouse, type TestHouse } from '../testing/test-house.ts';
import { checkMoney } from './check-money.ts';

let house: TestHouse;
let seller: Person;

beforeAll(async () => {
  house = await openTestHouse();
  seller = await makePerson(house, 'Seller');
});
beforeEach(() => forgetPlace(house.context.database, 'charges'));
afterEach(() => {
  house.sandbox.faults.clear();
  house.setClock(() => new Date());
});
afterAll(() => house.close());

const after = (minutes: number) => house.setClock(() => new Date(Date.now() + minutes * 60_000));

async function openKinds(subject: string): Promise<string[]> {
  const { rows } = await house.context.pool.query<{ kind: string }>(
    "SELECT kind FROM finding WHERE state = 'open' AND subject = $1",
    [subject],
  );
  return rows.map((row) => row.kind);
}

describe('the look of the money desk', () => {
  it('comes back to a charge that the provider did not tell about at the first look', async () => {
    const { intentId } = await chargeOrder(house, seller);
    after(3);
    house.sandbox.faults.api({ kind: '500', on: /GET \/v1\/payment_intents/ });
    await checkMoney(house.context);
    expect(await openKinds(intentId)).toEqual([]);
    house.sandbox.faults.clear();
    await checkMoney(house.context);
    expect(await openKinds(intentId)).toEqual(['charge-without-payment']);
  });

  it('begins its walk anew when the provider does not know the charge at which it ended', async () => {
    const { intentId } = await chargeOrder(house, seller);
    await savePlace(house.context.database, 'charges', 'ch_of_another_account', new Date());
    after(3);
    await checkMoney(house.context);
    expect(await openKinds(intentId)).toEqual(['charge-without-payment']);
  });
});
