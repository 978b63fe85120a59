import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobData } from '../jobs/queues.ts';
import { call, makeUser } from '../testing/builders.ts';
import { readMailsTo } from '../testing/mailbox.ts';
import { enrolAuthenticatorApp, proveByApp } from '../testing/second-step.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { sendNotice } from './send-notice.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Runs the queued jobs that mail notices, as the job queue would. @returns number of queued notices. */
async function deliverNotices(): Promise<number> {
  const { rows } = await server.context.pool.query<{ data: JobData['account-notice'] }>(
    "DELETE FROM pgboss.job WHERE name = 'account-notice' RETURNING data",
  );
  for (const { data } of rows) await sendNotice(server.context, data);
  return rows.length;
}

const setEmailConfirmed = (id: string, isConfirmed: boolean) =>
  server.context.pool.query('UPDATE account SET email_verified = $2 WHERE id = $1', [id, isConfirmed]);

it('a factor that is added and removed in turn brings its address ten mails an hour, and then again', async () => {
  let seller = await makeUser(server, 'Seller');
  await setEmailConfirmed(seller.id, true);
  const addAndRemovePasskeys = async (passkeyCount: number): Promise<void> => {
    for (let callIndex = 0; callIndex < passkeyCount; callIndex += 1) {
      const { token } = await enrolAuthenticatorApp(server, seller.email, seller.token);
      seller = { ...seller, token: await proveByApp(server, seller.email, token) };
      expect((await call(server, seller, 'DELETE', '/api/v1/me/second-factor/app')).status).toBe(200);
    }
  };
  await addAndRemovePasskeys(6);
  expect(await deliverNotices()).toBe(12);
  const mailSubjects = (await readMailsTo(server, seller.email)).map(({ subject }) => subject);
  expect(mailSubjects).toHaveLength(10);
  expect(new Set(mailSubjects)).toEqual(
    new Set(['A second step of your sign-in was added', 'A second step of your sign-in was removed']),
  );
  server.setClock(() => new Date(Date.now() + 61 * 60_000));
  const { pool } = server.context;
  await pool.query('UPDATE session SET created_at = created_at + $2 WHERE account_id = $1', [seller.id, '61 minutes']);
  await addAndRemovePasskeys(1);
  expect(await deliverNotices()).toBe(2);
  expect(await readMailsTo(server, seller.email)).toHaveLength(12);
});

it('an address that nobody has confirmed gets no notice: it may be a stranger who has named it', async () => {
  const seller = await makeUser(server, 'Seller');
  await setEmailConfirmed(seller.id, false);
  await enrolAuthenticatorApp(server, seller.email, seller.token);
  expect(await deliverNotices()).toBe(1);
  expect(await readMailsTo(server, seller.email)).toEqual([]);
});
