import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobData } from '../jobs/queues.ts';
import { call, makePerson } from '../testing/builders.ts';
import { mailsTo } from '../testing/mailbox.ts';
import { enrolApp } from '../testing/second-step.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { sendNotice } from './send-notice.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Does what the job queue would do with the notices that were asked for. @returns how many were asked for. */
async function deliverNotices(): Promise<number> {
  const { rows } = await server.context.pool.query<{ data: JobData['account-notice'] }>(
    "DELETE FROM pgboss.job WHERE name = 'account-notice' RETURNING data",
  );
  for (const { data } of rows) await sendNotice(server.context, data);
  return rows.length;
}

it('a factor that is added and removed in turn brings its address three mails an hour, and then again', async () => {
  const seller = await makePerson(server, 'Seller');
  const removeApps = async (times: number): Promise<void> => {
    for (let done = 0; done < times; done += 1) {
      await enrolApp(server, seller.email, seller.token);
      expect((await call(server, seller, 'DELETE', '/api/v1/me/second-factor/app')).status).toBe(200);
    }
  };
  await removeApps(5);
  expect(await deliverNotices()).toBe(5);
  expect(await mailsTo(server, seller.email)).toHaveLength(3);
  server.setClock(() => new Date(Date.now() + 61 * 60_000));
  const { pool } = server.context;
  await pool.query('UPDATE session SET created_at = created_at + $2 WHERE account_id = $1', [seller.id, '61 minutes']);
  await removeApps(1);
  expect(await deliverNotices()).toBe(1);
  expect(await mailsTo(server, seller.email)).toHaveLength(4);
});
