import { expect, type Page } from '@playwright/test';

/**
 * Deletes the account of this page's session. If the account remained, the admin of one test would be the second admin
 * of another test.
 * @param code an unused code, for an account with an authenticator app.
 */
export async function deleteOwnAccount(page: Page, password: string, code?: string): Promise<void> {
  const send = (method: string, path: string, body: object): Promise<number> =>
    page.evaluate(
      async (call) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(call.path, { method: call.method, headers, body: JSON.stringify(call.body) });
        return answer.status;
      },
      { method, path, body },
    );
  if (code !== undefined) expect(await send('PUT', '/api/v1/me/second-factor/proof', { code })).toBe(200);
  expect(await send('DELETE', '/api/v1/me', { password })).toBe(200);
}
