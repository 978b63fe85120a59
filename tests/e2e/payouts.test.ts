import type { Page } from '@playwright/test';
import { makeNextCode, setUpApp } from './authenticator-app.ts';
import { createUser, openAsDemo, openSignedIn } from './created-users.ts';
import { demoBuyerEmail } from './demo-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { readMailedPath } from './mailed-links.ts';
import { expect, expectAccessible, test } from './page-test.ts';

test.beforeEach(({ allowConsole }) => {
  allowConsole(/Failed to load resource: the server responded with a status of (401|403|422)/);
  // The pages of the sandbox provider have no icon, which Chromium asks for.
  allowConsole(/Failed to load resource: the server responded with a status of 404/);
});

/** Waits for the page of the card provider, and presses one of its buttons. */
async function pressOnProviderPage(page: Page, heading: string, button: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await page.getByRole('button', { name: button }).click();
}

const setUpButtonText = 'Set up your payouts';
const fillInButtonText = 'Fill in what is missing with test data and submit';

test('a seller sets up getting paid, is asked for more, and changes the bank account', async ({ page }) => {
  const seller = await createUser('Seller');
  await openSignedIn(page, seller, '/dashboard');
  const menuButton = page.getByRole('button', { name: 'Open menu' });
  if (await menuButton.isVisible()) await menuButton.click();
  await page.getByRole('navigation', { name: 'Dashboard menu' }).getByRole('link', { name: 'Get Paid' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Get Paid' })).toBeVisible();
  const steps = page.getByRole('list', { name: 'Steps of Get Paid' }).getByRole('listitem');
  await expect(steps).toHaveCount(6);
  await checkInEachWindow(page, 'payouts-start', () => expectAccessible(page));

  // A stolen password alone must not be enough to change the account, so the seller first adds a second step and
  // confirms their address.
  await page.getByRole('button', { name: 'Set up the second step' }).click();
  const app = await setUpApp(page);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('button', { name: 'Mail me the link' }).click();
  await expect(page.getByRole('status').filter({ hasText: seller.email })).toBeVisible();
  await expectAccessible(page);
  await page.goto(await readMailedPath(seller.email, '/dashboard/payouts/confirm'));
  await expect(page.getByRole('heading', { level: 1, name: 'Do you want to be paid?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, it is me' }).click();
  const proofDialog = page.getByRole('dialog', { name: 'Confirm with your second step' });
  await proofDialog.getByLabel('Code', { exact: true }).fill(makeNextCode(app));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your address is confirmed.')).toBeVisible();

  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByLabel('Account number').fill('000123456');
  await pressOnProviderPage(page, setUpButtonText, 'Save and finish later');
  await expect(page.getByRole('heading', { name: 'Two things are missing before we can pay you.' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard/payouts');
  await expect(steps.filter({ hasText: 'Bank account' })).toContainText('Account ending 3456');
  await checkInEachWindow(page, 'payouts-needed');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Go on' }).click();
  await pressOnProviderPage(page, setUpButtonText, fillInButtonText);
  const account = page.getByRole('region', { name: 'Your account' });
  await expect(account.getByText('ending 3456')).toBeVisible();
  await checkInEachWindow(page, 'payouts-active');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Change account' }).click();
  await page.getByLabel('Account number').fill('666666662');
  await pressOnProviderPage(page, 'Your payouts', 'Save the bank account');
  await pressOnProviderPage(page, 'Your payouts', 'Ask this person for a document');
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await expect(page.getByRole('heading', { name: 'Payouts have stopped. One thing is missing.' })).toBeVisible();
  await expect(steps.filter({ hasText: 'Identity' })).toContainText('A photo of your ID');
  await checkInEachWindow(page, 'payouts-restricted', () => expectAccessible(page));

  await page.getByRole('button', { name: 'Answer' }).click();
  await pressOnProviderPage(page, setUpButtonText, fillInButtonText);
  await expect(account.getByText('ending 6662')).toBeVisible();
});

test('a link to the form that has run out leads back to the page, which says so', async ({ page }) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard/payouts?back=expired');
  await expect(page.getByRole('status').filter({ hasText: 'had run out' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard/payouts');
  await page.goto('/dashboard/payouts/confirm');
  await expect(page.getByRole('alert')).toContainText('needs the link from the mail');
  await expectAccessible(page);
});

test('a buyer has no payouts', async ({ page }) => {
  await openAsDemo(page, demoBuyerEmail, '/dashboard/payouts');
  await expect(page.getByText('That screen is for sellers.')).toBeVisible();
});
