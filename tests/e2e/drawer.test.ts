import { texts } from '@carhouse/contract/texts';
import { dashboardShellMessages } from '@carhouse/web/messages/en/dashboard-shell';
import type { Page } from '@playwright/test';
import { openAsDemo } from './created-users.ts';
import { demoBuyerEmail, demoSellerEmail } from './demo-users.ts';
import { expect, expectAccessible, test } from './page-test.ts';

const { drawer } = texts;
const expectedMenus = [
  ['seller', demoSellerEmail, [drawer.profile, drawer.addProduct, drawer.myProducts, drawer.myBuyers]],
  ['buyer', demoBuyerEmail, [drawer.profile, drawer.myOrders, drawer.myWishList]],
  ['admin', 'admin@carhouse.example', [drawer.profile, drawer.allBuyers, drawer.allSellers, drawer.createUser]],
] as const;

/** Returns the menu of the dashboard. In a narrow window the function first opens the menu. */
async function openDrawer(page: Page): Promise<void> {
  const menuButton = page.getByRole('button', { name: 'Open menu' });
  if (await menuButton.isVisible()) await menuButton.click();
}

for (const [viewerName, email, names] of expectedMenus) {
  test(`the drawer of a ${viewerName} has the items of the role, in the order of the specification`, async ({
    page,
    allowConsole,
  }) => {
    // The admin's overview shows the newest users, whose photos have a host that does not exist.
    allowConsole(/Failed to load resource: net::ERR/);
    await openAsDemo(page, email, '/dashboard');
    await openDrawer(page);
    const links = page.getByRole('navigation', { name: 'Dashboard menu' }).getByRole('link');
    await expect(links.first()).toBeVisible();
    const linkTexts = (await links.allTextContents()).map((text) => text.replace(/\d+$/, ''));
    expect(linkTexts.slice(1, names.length + 1)).toEqual(names);
    await expectAccessible(page);
  });
}

test('a buyer who opens a screen of sellers is redirected to the dashboard and sees why', async ({ page }) => {
  await openAsDemo(page, demoBuyerEmail, '/dashboard/mybuyers');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByText('That screen is for sellers.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('a user who is no admin and is redirected to login with the toast flag reads it there, and finds a link back', async ({
  page,
}) => {
  await openAsDemo(page, demoSellerEmail, '/login?toast=not-admin');
  await expect(page.getByRole('alert').getByText(texts.toasts.notAdmin)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to the dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('a public page that is reached from the dashboard has its footer without further input', async ({ page }) => {
  await openAsDemo(page, demoBuyerEmail, '/dashboard');
  await page.getByRole('link', { name: dashboardShellMessages.searchCars }).first().click();
  await expect(page).toHaveURL('/cars');
  await expect(page.getByRole('contentinfo')).toBeVisible();
});
