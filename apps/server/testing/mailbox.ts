import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sendLink } from '../accounts/send-link.ts';
import type { JobData } from '../jobs/queues.ts';
import type { TestServer } from './test-server.ts';

/** A mail that was written to a file of the data directory, as happens without an SMTP server. */
export type WrittenMail = {
  readonly to: string;
  readonly subject: string;
  readonly token: string;
  readonly text: string;
};

/** Runs the queued mail jobs, as the job queue would. @returns number of mails that were requested. */
export async function deliverMails(testServer: TestServer): Promise<number> {
  const { pool } = testServer.context;
  const mailJobsResult = await pool.query<{ data: JobData['account-link'] }>(
    "DELETE FROM pgboss.job WHERE name = 'account-link' RETURNING data",
  );
  for (const { data } of mailJobsResult.rows) await sendLink(testServer.context, data);
  return mailJobsResult.rows.length;
}

/** The mails that were sent to this address, oldest first. */
export async function readMailsTo(testServer: TestServer, address: string): Promise<readonly WrittenMail[]> {
  const folder = join(testServer.context.config.dataDir, 'mail');
  const fileNames = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(fileNames.map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))));
  return mails.filter((mail) => mail.to === address);
}

function readMail(mailText: string): WrittenMail {
  const text = mailText.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  return {
    to: /^To:.*?([^\s<>]+@[^\s<>]+)>?\r?$/m.exec(text)?.[1] ?? '',
    subject: /^Subject: (.*?)\r?$/m.exec(text)?.[1] ?? '',
    token: /#token=([\w-]+)/.exec(text)?.[1] ?? '',
    text,
  };
}
