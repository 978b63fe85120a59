import { texts } from '@carhouse/contract/texts';
import type { Locator, Page } from '@playwright/test';
import { makeAccount } from './accounts.ts';
import { makeNextCode, setUpApp } from './authenticator-app.ts';
import { newPassword } from './demo-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, test } from './page-test.ts';

/** Adds a virtual device with user verification (WebAuthn through the Chrome DevTools Protocol). */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const devtoolsSession = await page.context().newCDPSession(page);
  await devtoolsSession.send('WebAuthn.enable');
  await devtoolsSession.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function login(page: Page, email: string): Promise<void> {
  await page.goto('/login?from=/dashboard/myprofile');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/login?from=/dashboard/myprofile');
}

const findTwoStepPanel = (page: Page): Locator => page.getByRole('region', { name: 'Two-step sign-in' });
const findCodesDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Your recovery codes' });

/** The dialog that asks the user to prove a second factor before they change their factors. */
const findProofDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm with your second step' });

test.beforeEach(({ allowConsole }) => {
  allowConsole(/Failed to load resource: the server responded with a status of (401|403|422)/);
});

test('an app is added in the profile; the login then requires its code or a recovery code', async ({ page }) => {
  const buyer = await makeAccount('Buyer');
  await login(page, buyer.email);
  const panel = findTwoStepPanel(page);
  await expect(panel.getByText('Off')).toBeVisible();
  await panel.getByRole('button', { name: 'Set up the authenticator app' }).click();
  const app = await setUpApp(page);

  const listedCodes = findCodesDialog(page).getByRole('listitem');
  await expect(listedCodes).toHaveCount(10);
  const codes = await listedCodes.allTextContents();
  await expectAccessible(page);
  await findCodesDialog(page).getByRole('button', { name: 'I have kept them' }).click();
  await expect(panel.getByText('10 left')).toBeVisible();
  await expectAccessible(page);

  await signOut(page);
  await login(page, buyer.email);
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(page);
  await code.fill('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'wrong' })).toBeVisible();
  await code.fill(makeNextCode(app));
  await page.keyboard.press('Enter');
  await expect(page.getByText(texts.toasts.loginDone)).toBeVisible();

  await signOut(page);
  await login(page, buyer.email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(findTwoStepPanel(page).getByText('9 left')).toBeVisible();
});

test('a passkey is added, completes a login as the second step, and is enough for a login without a password', async ({
  page,
}) => {
  await addVirtualAuthenticator(page);
  const buyer = await makeAccount('Buyer');
  await login(page, buyer.email);
  await findTwoStepPanel(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('Work laptop');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await findCodesDialog(page).getByRole('button', { name: 'I have kept them' }).click();
  await expect(findTwoStepPanel(page).getByText('Work laptop')).toBeVisible();

  await signOut(page);
  await login(page, buyer.email);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText(texts.toasts.loginDone)).toBeVisible();
  await expect(findTwoStepPanel(page).getByText('last used')).toBeVisible();

  await signOut(page);
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await expect(findTwoStepPanel(page)).toBeVisible();
  await findTwoStepPanel(page).getByRole('button', { name: 'Remove Work laptop' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove Work laptop?' });
  await expect(question).toContainText('your only second step');
  await question.getByRole('button', { name: 'Remove it' }).click();
  await findProofDialog(page).getByRole('button', { name: 'Use a passkey' }).click();
  await expect(findTwoStepPanel(page).getByText('Off')).toBeVisible();
});

test('an app is replaced, and a second passkey is added, after a proof of an existing factor', async ({ page }) => {
  await addVirtualAuthenticator(page);
  const buyer = await makeAccount('Buyer');
  await login(page, buyer.email);
  const panel = findTwoStepPanel(page);
  await panel.getByRole('button', { name: 'Set up the authenticator app' }).click();
  const app = await setUpApp(page);
  await findCodesDialog(page).getByRole('button', { name: 'I have kept them' }).click();

  // After a cancellation no message is displayed and no factor is changed.
  await panel.getByRole('button', { name: 'Replace the authenticator app' }).click();
  await findProofDialog(page).getByRole('button', { name: 'Cancel' }).click();
  const authenticatorAppDialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(authenticatorAppDialog).toContainText('Please confirm with your second step first.');
  await authenticatorAppDialog.getByRole('button', { name: 'Cancel' }).click();

  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  const passkeyDialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await passkeyDialog.getByLabel('Name').fill('Work laptop');
  await page.keyboard.press('Enter');
  const proofDialog = findProofDialog(page);
  await expect(proofDialog.getByLabel('Code', { exact: true })).toBeFocused();
  await checkInEachWindow(page, 'factor-proof', () => expectAccessible(page));
  await proofDialog.getByLabel('Code', { exact: true }).fill('000000');
  await page.keyboard.press('Enter');
  await expect(proofDialog.getByRole('alert')).toContainText('wrong');
  await proofDialog.getByLabel('Code', { exact: true }).fill(makeNextCode(app));
  await page.keyboard.press('Enter');
  await expect(proofDialog).toHaveCount(0);
  await expect(panel.getByText('Work laptop')).toBeVisible();

  // In this session the proof of a second factor is valid for five minutes.
  await panel.getByRole('button', { name: 'Replace the authenticator app' }).click();
  await setUpApp(page);
  await expect(page.getByText('The authenticator app is set up.').last()).toBeVisible();
});
