import { countDemoData } from '@carhouse/database/accounts/demo-data';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { seedDemo } from './seed-demo.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('marks its accounts from the first moment, a seeding that was cut off too', async () => {
  const reason = new Error('told to stop');
  await expect(seedDemo(server.context, AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(await countDemoData(server.context.database)).toEqual({ accountCount: 10, carCount: 0, orderCount: 0 });
  const { rows } = await server.context.pool.query('SELECT email FROM account WHERE NOT is_demo');
  expect(rows).toEqual([]);
  const accountDaysResult = await server.context.pool.query<{ day: string }>(
    "SELECT DISTINCT to_char(created_at, 'YYYY-MM-DD') AS day FROM account WHERE created_at < now()",
  );
  expect(accountDaysResult.rows.length).toBeGreaterThan(7);
});
