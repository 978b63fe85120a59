import { expect, type Page } from '@playwright/test';

/**
 * Deletes the account of this page's session. Without this step, the admin of one test would be a second admin for
 * another test.
 * @param recoveryCode an unused recovery code, for an account with a second factor; the next code of an app may not be
 * valid yet
 */
export async function deleteOwnAccount(page: Page, password: string, recoveryCode?: string): Promise<void> {
  const sendRequest = (method: string, path: string, body: object): Promise<number> =>
    page.evaluate(
      async (call) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(call.path, { method: call.method, headers, body: JSON.stringify(call.body) });
        return answer.status;
      },
      { method, path, body },
    );
  if (recoveryCode !== undefined) {
    expect(await sendRequest('PUT', '/api/v1/me/second-factor/proof', { recoveryCode })).toBe(200);
  }
  expect(await sendRequest('DELETE', '/api/v1/me', { password })).toBe(200);
}
