import { computeAppCode, computeTimeStepAt } from '@carhouse/auth/testing/app-code';
import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './page-test.ts';

/** An authenticator app, and the time step of its last used code. */
type AuthenticatorApp = { readonly secret: string; timeStep: number };

/**
 * Returns a code that this app has not used before. The second code within one time step is the code of the next step.
 * The server already accepts the code of the next step, so no test waits.
 */
export function makeNextCode(app: AuthenticatorApp): string {
  app.timeStep = Math.max(app.timeStep + 1, computeTimeStepAt(new Date()));
  return computeAppCode(app.secret, app.timeStep);
}

/** Adds an authenticator app in the dialog that is open. */
export async function setUpApp(page: Page): Promise<AuthenticatorApp> {
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code from the app').fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('wrong');
  const app = { secret, timeStep: 0 };
  await dialog.getByLabel('Code from the app').fill(makeNextCode(app));
  await page.keyboard.press('Enter');
  return app;
}
