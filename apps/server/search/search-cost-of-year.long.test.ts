import { cents } from '@carhouse/domain/money/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeCar, makeUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  server.setClock(() => new Date('2026-06-19T12:00:00Z'));
});
afterAll(() => server.close());

it('finds a car by the cost of a year that the day of its COE gives, and follows that day', async () => {
  const seller = await makeUser(server, 'Seller');
  const car = await makeCar(server, seller, {
    dollars: 200_000,
    facts: {
      registeredOn: '2026-05-20',
      coeObtainedOn: '2026-02-04',
      coeExpiresOn: '2036-05-20',
      arfPaid: cents(10_000_000n),
      coeRenewed: false,
    },
  });
  const search = async (query: string) => {
    await server.catchUp();
    const { body } = await call(server, null, 'GET', `/api/v1/listings?${query}`);
    return (body.items as { _id: string; depreciationPerYear: number }[]).map((each) => each.depreciationPerYear);
  };
  // With 3,623 days of COE left, the cost per year is (200,000 - 50,000) or (200,000 - 5,000) dollars divided by 9.92
  // years, rounded to ten dollars.
  expect(await search('maxDepreciation=16000')).toEqual([15_120]);
  expect(await search('minDepreciation=16001')).toEqual([]);
  for (const day of ['2026-02-20', null]) {
    const knownDay = day === null ? '2026-02-20' : '2026-02-04';
    await server.context.pool.query('UPDATE listing SET coe_obtained_on = $1 WHERE id = $2', [knownDay, car]);
    await search('q=roma');
    await server.context.pool.query('UPDATE listing SET coe_obtained_on = $1 WHERE id = $2', [day, car]);
    expect(await search('maxDepreciation=16000')).toEqual([]);
    expect(await search('minDepreciation=16001')).toEqual([19_660]);
  }
});
