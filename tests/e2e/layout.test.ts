import { texts } from '@carhouse/contract/texts';
import type { Page } from '@playwright/test';
import { openAsDemo } from './created-users.ts';
import { demoAdminEmail, demoBuyerEmail } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

const collections = [
  ['Mercedes', '/mercedes'],
  ['Rolls Royce', '/rolls'],
  ['Tesla', '/tesla'],
  ['Ferrari', '/ferrari'],
  ['Audi', '/audi'],
] as const;

/** Opens the collections, in the drop-down menu of a wide window or in the sheet of a narrow window. */
async function openCollections(page: Page) {
  const isWideWindow = (page.viewportSize()?.width ?? 0) >= 1024;
  if (!isWideWindow) await page.getByRole('button', { name: 'Open menu' }).click();
  else await page.getByRole('button', { name: 'Car Collections' }).click();
  return isWideWindow ? page.getByRole('navigation', { name: 'Main' }) : page.getByRole('dialog', { name: 'Menu' });
}

/** Changes the server's response so that some brands have the given numbers of cars on sale. */
async function mockBrandCounts(page: Page, cars: Readonly<Record<string, number>>): Promise<void> {
  await page.route('**/api/v1/brands', async (route) => {
    const answer = await route.fetch();
    const brands = (await answer.json()) as { apiName: string; cars: number }[];
    const json = brands.map((brand) => ({ ...brand, cars: cars[brand.apiName] ?? brand.cars }));
    await route.fulfill({ response: answer, json });
  });
}

test('Car Collections links to five pages; BMW and Lamborghini are coming soon while none is on sale', async ({
  page,
}) => {
  await mockBrandCounts(page, { BMW: 0, Lamborghini: 0 });
  await openPublicPage(page);
  const menu = await openCollections(page);
  for (const [name, path] of collections) {
    await expect(menu.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute('href', path);
  }
  for (const name of ['BMW', 'Lamborghini']) {
    await expect(menu.getByText(name, { exact: true })).toBeVisible();
    await expect(menu.getByRole('link', { name: new RegExp(name) })).toHaveCount(0);
  }
  await expect(menu.getByText(texts.comingSoon)).toHaveCount(2);
  await expectAccessible(page);
});

test('a brand of Car Collections without a page leads to the search while it has cars', async ({ page }) => {
  await mockBrandCounts(page, { BMW: 10, Lamborghini: 0 });
  await openPublicPage(page);
  const menu = await openCollections(page);
  await expect(menu.getByText(texts.comingSoon)).toHaveCount(1);
  await menu.getByRole('link', { name: 'BMW 10 cars' }).click();
  await expect(page).toHaveURL('/cars?brand=BMW');
});

test('the navigation leads to all cars, and visitors and sellers to the form for a car', async ({ page, viewport }) => {
  const isWideWindow = (viewport?.width ?? 0) >= 1024;
  const menu = isWideWindow
    ? page.getByRole('navigation', { name: 'Main' })
    : page.getByRole('dialog', { name: 'Menu' });
  const openMenu = async () => {
    if (!isWideWindow) await page.getByRole('button', { name: 'Open menu' }).click();
  };
  await page.goto('/faq');
  await openMenu();
  await expect(menu.getByRole('link', { name: 'All cars' })).toHaveAttribute('href', '/cars');
  await menu.getByRole('link', { name: 'Sell my car' }).click();
  await expect(page).toHaveURL('/login?from=%2Fdashboard%2FaddProduct');
  await openAsDemo(page, demoBuyerEmail, '/faq');
  await openMenu();
  await expect(menu.getByRole('link', { name: 'All cars' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Sell my car' })).toHaveCount(0);
});

test('the account menu of a buyer leads to their orders and wishes', async ({ page }) => {
  await openAsDemo(page, demoBuyerEmail, '/faq');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  const headerBar = page.getByRole('banner');
  await expect(headerBar.getByRole('link', { name: texts.drawer.myWishList })).toHaveAttribute(
    'href',
    '/dashboard/myWishList',
  );
  await headerBar.getByRole('link', { name: texts.drawer.myOrders }).click();
  await expect(page).toHaveURL('/dashboard/myOrders');
});

for (const path of ['/login', '/signup', '/forgot-password', '/reset-password', '/confirm-email', '/no/such/page']) {
  test(`${path} has the navbar and the footer of the public layout`, async ({ page, allowConsole }) => {
    allowConsole(/status of 404/);
    await page.goto(path);
    await expect(page.getByRole('banner').getByRole('link', { name: texts.brandName })).toBeVisible();
    await expect(page.getByRole('contentinfo').getByText(texts.footerName, { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}

test('a page whose code takes long shows a progress bar', async ({ page }) => {
  await page.goto('/faq');
  const { promise: responsePermission, resolve: permitResponse } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await responsePermission;
    await route.continue();
  });
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  const headerBar = page.getByRole('progressbar', { name: texts.loading });
  await expect(headerBar).toBeVisible();
  permitResponse();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(headerBar).toHaveCount(0);
});

test('a page that cannot load without a connection says so, and does not blame the server', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|net::ERR|dynamically imported module|Unable to preload/);
  await page.goto('/faq');
  await context.setOffline(true);
  await page.getByRole('link', { name: texts.brandName }).first().click();
  await expect(page.getByRole('alert')).toContainText('You are offline. Nothing was changed.');
});

test('a page whose file is missing says so while the browser is online, and Reload shows it', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|net::ERR|dynamically imported module|Unable to preload/);
  await page.goto('/about');
  await page.route(/\/assets\/faq-.*\.js$/, (route) => route.abort());
  // A missing file reloads the page at most once per minute. The following entry in session storage says that the page
  // has just reloaded.
  await page.evaluate(() => sessionStorage.setItem('carhouse.reloaded-at', String(Date.now())));
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('A part of this page could not be loaded. Nothing was changed.');
  await expectAccessible(page);
  await page.unroute(/\/assets\/faq-.*\.js$/);
  await alert.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Q&A' })).toBeVisible();
});

/** Opens a page within the site, so that the browser requests the brands instead of the server. */
async function openPublicPage(page: Page): Promise<void> {
  await openAsDemo(page, demoBuyerEmail, '/dashboard');
  await page.getByRole('link', { name: 'Search cars' }).first().click();
  await expect(page).toHaveURL('/cars');
  // The URL changes before the page is rendered. The button for the menu of the dashboard has the same name as the
  // button for the menu of the site.
  await expect(page.getByRole('region', { name: 'Cars found' })).toBeVisible();
}

test('the drop-down works by the keyboard alone, shows the focus and returns it', async ({ page, viewport }) => {
  await page.goto('/faq');
  const isWideWindow = (viewport?.width ?? 0) >= 1024;
  const button = page.getByRole('button', { name: isWideWindow ? 'Car Collections' : 'Open menu' });
  await button.focus();
  await page.keyboard.press('Enter');
  const findLink = (name: string) =>
    page
      .getByRole(isWideWindow ? 'navigation' : 'dialog', { name: isWideWindow ? 'Main' : 'Menu' })
      .getByRole('link', { name: new RegExp(`^${name}`) });
  await expect(findLink('Mercedes')).toBeVisible();
  if (isWideWindow) {
    await page.keyboard.press('ArrowDown');
    await expect(findLink('Mercedes')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(findLink('Rolls Royce')).toBeFocused();
    expect(await findLink('Rolls Royce').evaluate((item) => getComputedStyle(item).outlineStyle)).toBe('solid');
  }
  await page.keyboard.press('Escape');
  await expect(findLink('Mercedes')).toBeHidden();
  await expect(button).toBeFocused();
});

test('the avatar menu opens without the scripts of the page', async ({ page }) => {
  await openAsDemo(page, demoAdminEmail, '/faq');
  const pageWithoutScripts = await page.context().newPage();
  await pageWithoutScripts.route('**/*.js', (route) => route.abort());
  await pageWithoutScripts.goto(page.url());
  await pageWithoutScripts.getByRole('button', { name: /^Account menu/ }).click();
  await expect(pageWithoutScripts.getByText('(admin)')).toBeVisible();
});

test('the avatar menu closes on a click outside and when the focus leaves', async ({ page }) => {
  await openAsDemo(page, demoAdminEmail, '/faq');
  const button = page.getByRole('button', { name: /^Account menu/ });
  const name = page.getByText('(admin)');
  await button.click();
  await expect(name).toBeVisible();
  await page.mouse.click(4, 500);
  await expect(name).toBeHidden();
  await button.press('Enter');
  await expect(name).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(name).toBeHidden();
});

test('the avatar menu shows name, role in brackets, badge and email, and signs out in the style of an error', async ({
  page,
}) => {
  await openAsDemo(page, demoAdminEmail, '/faq');
  const button = page.getByRole('button', { name: /^Account menu/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('(admin)')).toBeVisible();
  await expect(page.getByText('Administrator', { exact: true })).toBeAttached();
  await expect(page.getByText(demoAdminEmail)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('(admin)')).toBeHidden();
  await expect(button).toBeFocused();
});

test('a lost connection is reported in one bar, and typed text is not lost', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await page.goto('/');
  await page.getByLabel('Your Feedback').fill('Half a sentence');
  await context.setOffline(true);
  const headerBar = page.getByRole('status').getByText('You are offline.');
  await expect(headerBar).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('Your Feedback')).toHaveValue('Half a sentence');
  await context.setOffline(false);
  await expect(headerBar).toHaveCount(0);
});
