import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobData } from '../jobs/queues.ts';
import { call, makePerson } from '../testing/builders.ts';
import { mailsTo } from '../testing/mailbox.ts';
import { enrolApp } from '../testing/second-step.ts';
import { openTestHouse, type TestHouse } from '../testing/test-house.ts';
import { sendNotice } from './send-notice.ts';

let house: TestHouse;

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

/** Does what the job queue would do with the notices that were asked for. @returns how many were asked for. */
async function deliverNotices(): Promise<number> {
  const { rows } = await house.context.pool.query<{ data: JobData['account-notice'] }>(
    "DELETE FROM pgboss.job WHERE name = 'account-notice' RETURNING data",
  );
  for (const { data } of rows) await sendNotice(house.context, data);
  return rows.length;
}

it('a factor that is added and removed in turn brings its address three mails an hour, and then again', async () => {
  const seller = await makePerson(house, 'Seller');
  const removeApps = async (times: number): Promise<void> => {
    for (let done = 0; done < times; done += 1) {
      await enrolApp(house, seller.email, seller.token);
      expect((await call(house, seller, 'DELETE', '/api/v1/me/second-factor/app')).status).toBe(200);
    }
  };
  await removeApps(5);
  expect(await deliverNotices()).toBe(5);
  expect(await mailsTo(house, seller.email)).toHaveLength(3);
  house.setClock(() => new Date(Date.now() + 61 * 60_000));
  const { pool } = house.context;
  await pool.query('UPDATE session SET created_at = created_at + $2 WHERE account_id = $1', [seller.id, '61 minutes']);
  await removeApps(1);
  expect(await deliverNotices()).toBe(1);
  expect(await mailsTo(house, seller.email)).toHaveLength(4);
});
