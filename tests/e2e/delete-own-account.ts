import { expect, type Page } from '@playwright/test';

/**
 * Deletes the account of this page's session. If the account remained, the admin of one test would be the second admin
 * of another test.
 */
export async function deleteOwnAccount(page: Page, password: string): Promise<void> {
  const status = await page.evaluate(async (typed) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/api/v1/me', { method: 'DELETE', headers, body: JSON.stringify({ password: typed }) });
    return answer.status;
  }, password);
  expect(status).toBe(200);
}
