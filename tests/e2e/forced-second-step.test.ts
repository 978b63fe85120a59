import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { secondFactorMessages } from '@carhouse/web/messages/en/second-factor';
import { makeNextCode, setUpApp } from './authenticator-app.ts';
import { deleteOwnAccount } from './delete-own-account.ts';
import { newPassword } from './demo-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, test } from './page-test.ts';

const { forced, codes } = secondFactorMessages;
const command = fileURLToPath(new URL('../../commands/create-admin.ts', import.meta.url));

/**
 * Creates an admin with the operator's command while the server runs.
 * @returns the e-mail address.
 */
async function createAdmin(): Promise<string> {
  const email = `admin.${randomBytes(4).toString('hex')}@people.example`;
  const { DATABASE_URL: _none, ...env } = process.env;
  const commandPromise = promisify(execFile)(
    process.execPath,
    [command, '--email', email, '--name', 'Operator', '--password-stdin'],
    { env: { ...env, DATA_DIR: process.env.CARHOUSE_DATA_DIR } },
  );
  commandPromise.child.stdin?.end(`${newPassword}\n`);
  await commandPromise;
  return email;
}

test('an admin without a second step is redirected to the page that requires one, and gets access after adding an app', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource: the server responded with a status of (401|403|422)/);
  const email = await createAdmin();
  const login = async (): Promise<void> => {
    await page.goto('/login?from=/dashboard');
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(newPassword);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
  };
  const secondStepHeading = page.getByRole('heading', { level: 1, name: forced.title });
  await login();
  await expect(secondStepHeading).toBeVisible();
  await checkInEachWindow(page, 'forced-step', () => expectAccessible(page));
  // Before the second step is set up, no other dashboard page opens.
  await page.goto('/dashboard/allSeller');
  await expect(secondStepHeading).toBeVisible();
  expect((await page.request.get('/api/usersrole')).status()).toBe(403);

  await page.getByRole('button', { name: forced.app }).click();
  const app = await setUpApp(page);
  await expect(page.getByRole('heading', { level: 1, name: codes.title })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(10);
  const [recoveryCode] = await page.getByRole('listitem').allTextContents();
  await checkInEachWindow(page, 'forced-codes', () => expectAccessible(page));
  await page.getByRole('button', { name: codes.done }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/dashboard/allSeller');
  await expect(page.getByRole('heading', { level: 1, name: 'All Sellers' })).toBeVisible();

  await page.context().clearCookies();
  await login();
  await page.getByLabel('Code', { exact: true }).fill(makeNextCode(app));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await deleteOwnAccount(page, newPassword, recoveryCode?.trim());
});
