import { findRunningEmbeddedUrl } from '@carhouse/embedded-postgres/find-running';
import { expect, type Page } from '@playwright/test';
import pg from 'pg';

/** Makes the session of this page sixteen minutes old. Other sessions are not changed. */
export async function makeSessionOld(page: Page): Promise<void> {
  const cookies = await page.context().cookies();
  const sessionCookie = cookies.find(({ name }) => name.endsWith('session_token'))?.value ?? '';
  const token = decodeURIComponent(sessionCookie).split('.')[0];
  const client = new pg.Client({ connectionString: await findRunningEmbeddedUrl(process.env.CARHOUSE_DATA_DIR ?? '') });
  await client.connect();
  try {
    const ageSessionSql = "UPDATE session SET created_at = now() - interval '16 minutes' WHERE token = $1";
    expect((await client.query(ageSessionSql, [token])).rowCount).toBe(1);
  } finally {
    await client.end();
  }
}
