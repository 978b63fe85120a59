import { randomBytes } from 'node:crypto';
import { deleteSeller, verifySeller } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import type { Locator, Page } from '@playwright/test';
import { type CreatedAccount, makeAccount, runAsDemoAdmin } from './accounts.ts';
import { openAsDemo } from './created-users.ts';
import { demoAdminEmail, demoBuyerEmail, demoSellerEmail } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

const missingImagePattern = /Failed to load resource: net::ERR/;

/** Opens All Sellers with only this seller in the list. */
async function openSellerRow(page: Page, seller: CreatedAccount): Promise<Locator> {
  await openAsDemo(page, demoAdminEmail, `/dashboard/allSeller?search=${encodeURIComponent(seller.email)}`);
  const row = page.getByRole('row').filter({ hasText: seller.email });
  await expect(row).toBeVisible();
  return row;
}

/** Opens a dialog from the menu of the row. */
async function chooseAction(row: Locator, seller: CreatedAccount, action: 'Suspend' | 'Reinstate'): Promise<void> {
  await row.getByRole('button', { name: `Actions for ${seller.name}` }).click();
  await row.getByRole('button', { name: `${action} ${seller.name}`, exact: true }).click();
}

/** Moves the focus with the Tab key until it is on the control. */
async function tabToControl(page: Page, control: Locator): Promise<void> {
  for (let scrollIndex = 0; scrollIndex < 40; scrollIndex += 1) {
    if (await control.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

test('an admin sees the sellers with name, e-mail and role, and finds one by part of the address', async ({
  page,
  allowConsole,
}) => {
  allowConsole(missingImagePattern);
  const seller = await makeAccount('Seller');
  await openAsDemo(page, demoAdminEmail, '/dashboard/allSeller');
  await expect(page.getByRole('heading', { level: 1, name: texts.drawer.allSellers })).toBeVisible();
  await expect(page.getByText(/^\d+ sellers?, /)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Name or email' }).fill(seller.email.slice(0, 15));
  const rows = page.getByRole('table', { name: 'Sellers' }).getByRole('row').filter({ hasText: '@' });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(seller.name);
  await expect(rows).toContainText('Seller');
  await expect(page).toHaveURL(/search=seller/);
  // The server's HTML already contains the rows.
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain(seller.email);
  expect(html).toMatch(/<tbody>.*<tr>/s);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('searchbox', { name: 'Name or email' }).fill('nobody is called so');
  await expect(page.getByRole('heading', { name: 'Nobody matches' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show everybody' }).click();
  await expect(rows.first()).toBeVisible();
});

test('a seller is verified with the keyboard alone, and un-verified again with a reason', async ({
  page,
  allowConsole,
}) => {
  allowConsole(missingImagePattern);
  const seller = await makeAccount('Seller');
  const row = await openSellerRow(page, seller);
  await tabToControl(page, row.getByRole('button', { name: `${texts.people.verify} ${seller.name}` }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(texts.toasts.verified.trim())).toBeVisible();
  await expect(row.getByText(texts.people.verified, { exact: true })).toBeVisible();
  const actionsMenu = row.getByRole('button', { name: `Actions for ${seller.name}` });
  await expect(actionsMenu).toBeFocused();
  await page.keyboard.press('Enter');
  await tabToControl(page, row.getByRole('button', { name: `Un-verify ${seller.name}` }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Un-verify ${seller.name}?` });
  await dialog.getByRole('button', { name: 'Un-verify' }).click();
  await expect(dialog.getByText('Please say why')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('The licence has run out.');
  await dialog.getByRole('button', { name: 'Un-verify' }).click();
  await expect(row.getByRole('button', { name: `${texts.people.verify} ${seller.name}` })).toBeVisible();
});

test('a seller is suspended with a reason and reinstated', { tag: '@journey' }, async ({ page, allowConsole }) => {
  allowConsole(missingImagePattern);
  const seller = await makeAccount('Seller');
  const row = await openSellerRow(page, seller);
  await chooseAction(row, seller, 'Suspend');
  const dialog = page.getByRole('dialog', { name: `Suspend ${seller.name}?` });
  await expect(dialog.getByText(/their cars leave every list/)).toBeVisible();
  await dialog.getByLabel('Reason').fill('Complaints of buyers.');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(row.getByText('Suspended')).toBeVisible();
  await expectAccessible(page);
  await chooseAction(row, seller, 'Reinstate');
  const reinstateDialog = page.getByRole('dialog', { name: `Reinstate ${seller.name}?` });
  await expect(reinstateDialog.getByText('Last reason: Complaints of buyers.')).toBeVisible();
  await reinstateDialog.getByLabel('Reason').fill('Settled.');
  await reinstateDialog.getByRole('button', { name: 'Reinstate' }).click();
  await expect(row.getByText('Suspended')).toHaveCount(0);
});

test('deleting is confirmed first, with the keyboard alone: Cancel keeps the seller, Delete deletes them with a message', async ({
  page,
  allowConsole,
}) => {
  allowConsole(missingImagePattern);
  const seller = await makeAccount('Seller');
  const row = await openSellerRow(page, seller);
  const deleteButton = row.getByRole('button', { name: `${texts.people.delete} ${seller.name}` });
  await tabToControl(page, deleteButton);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: texts.people.sureToDelete('Seller') });
  await expect(question).toContainText(seller.name);
  await expect(question).toContainText(seller.email);
  await expect(question).toContainText('Paid orders and their records stay');
  await expect(question.getByRole('button', { name: texts.people.cancel })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(deleteButton).toBeFocused();
  await page.keyboard.press('Enter');
  await tabToControl(page, question.getByRole('button', { name: texts.people.delete }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(texts.toasts.deleted(seller.email))).toBeVisible();
  await expect(question).toHaveCount(0);
  await expect(row).toHaveCount(0);
});

test('an admin who acts second sees that the seller is deleted, and the list is reloaded', async ({
  page,
  allowConsole,
}) => {
  allowConsole(missingImagePattern);
  allowConsole(/status of 404/);
  const seller = await makeAccount('Seller');
  const row = await openSellerRow(page, seller);
  await row.getByRole('button', { name: `${texts.people.delete} ${seller.name}` }).click();
  const question = page.getByRole('alertdialog');
  await runAsDemoAdmin((admin) => admin.delete(deleteSeller.path.replace(':id', seller.id)));
  await question.getByRole('button', { name: texts.people.delete }).click();
  await expect(page.getByText(`${seller.email} has already been deleted by another admin`)).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a seller whom another admin has just verified is shown as verified', async ({ page, allowConsole }) => {
  allowConsole(missingImagePattern);
  const seller = await makeAccount('Seller');
  const row = await openSellerRow(page, seller);
  await runAsDemoAdmin((admin) => admin.put(verifySeller.path.replace(':id', seller.id)));
  await row.getByRole('button', { name: `${texts.people.verify} ${seller.name}` }).click();
  await expect(page.getByText('Another admin has already verified this seller')).toBeVisible();
  await expect(row.getByText(texts.people.verified, { exact: true })).toBeVisible();
});

test('a list that fails to load shows an error in its panel, and loads after a retry', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await openAsDemo(page, demoAdminEmail, '/dashboard');
  await page.route('**/api/usersrole?**', (route) =>
    route.fulfill({ status: 400, json: { code: 'X', detail: 'Not now.' } }),
  );
  const menuButton = page.getByRole('button', { name: 'Open menu' });
  if (await menuButton.isVisible()) await menuButton.click();
  const actionsMenu = page.getByRole('navigation', { name: 'Dashboard menu' });
  await actionsMenu.getByRole('link', { name: texts.drawer.allSellers }).click();
  await expect(page.getByRole('heading', { name: 'The sellers could not be loaded' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/usersrole?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Sellers' })).toBeVisible();
});

test('Show more loads further sellers, each once', async ({ page }) => {
  const familyName = `Family ${randomBytes(3).toString('hex')}`;
  for (let sellerNumber = 1; sellerNumber <= 26; sellerNumber += 1)
    await makeAccount('Seller', `${familyName} ${sellerNumber}`);
  await openAsDemo(page, demoAdminEmail, `/dashboard/allSeller?search=${encodeURIComponent(familyName)}`);
  const names = page.getByRole('table', { name: 'Sellers' }).locator('tbody tr b');
  await expect(names).toHaveCount(25);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(names).toHaveCount(26);
  await expect(page.getByRole('status').filter({ hasText: '26 sellers' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  expect(new Set(await names.allTextContents()).size).toBe(26);
});

for (const [viewerName, email] of [
  ['buyer', demoBuyerEmail],
  ['seller', demoSellerEmail],
] as const) {
  test(`a ${viewerName} is redirected to login and sees that they are no admin`, async ({ page }) => {
    await openAsDemo(page, email, '/dashboard/allSeller');
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText(texts.toasts.notAdmin)).toBeVisible();
  });
}

test('a visitor must log in first', async ({ page }) => {
  await page.goto('/dashboard/allSeller');
  await expect(page).toHaveURL(/\/login\?from=/);
});
