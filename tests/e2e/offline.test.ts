import type { Page } from '@playwright/test';
import { createOwnCar, createUser, openSignedIn } from './created-users.ts';
import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './page-test.ts';

test.use({ serviceWorkers: 'allow' });

/** The only files that the service worker may store (decision 0059). */
const storedFiles = ['/favicon.svg', '/offline.css', '/offline.html', '/offline.js'];

/** Waits until the service worker serves the pages of this browser. */
async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Reads the paths of all files that are stored in any cache of the origin. */
async function readStoredPaths(page: Page): Promise<readonly string[]> {
  const urls = await page.evaluate(async () => {
    const names = await caches.keys();
    const requestsByCache = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requestsByCache.flat().map(({ url }) => url);
  });
  return urls.map((url) => new URL(url).pathname).toSorted();
}

test('without a connection a page is the offline page with the cars looked at last, and loads when it is back', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/net::ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const seller = await createUser('Seller');
  const car = await createOwnCar(seller, { title: 'Roma Offline', resalePrice: 612_000 });
  await page.goto(`/cars/${car}`);
  await waitForWorker(page);
  await context.setOffline(true);
  await page.evaluate(() => location.assign('/faq'));
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  const recentCars = page.getByRole('region', { name: 'Cars you looked at last' }).getByRole('listitem');
  await expect(recentCars).toHaveText(/^Roma Offline\$612,000Ferrari, \d{4}$/);
  await expect(page).toHaveURL('/faq');
  await expectNoSidewaysScroll(page);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Q&A' })).toBeVisible();
});

test('the offline page is accessible and shows stored names as text', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() =>
    localStorage.setItem(
      'carhouse.seen',
      JSON.stringify([
        { title: '<b>Roma</b>', category: 'Ferrari', yearOfPurchase: 2021, resalePrice: 1 },
        { title: 7 },
      ]),
    ),
  );
  await page.evaluate(() => location.assign('/offline.html'));
  await expect(page.getByRole('listitem')).toHaveText('<b>Roma</b>$1Ferrari, 2021');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectNoViolations(page);
});

test('the service worker stores no page, no answer and no image of a signed-in user; signing out clears the cars', async ({
  page,
}) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const car = await createOwnCar(seller);
  await openSignedIn(page, buyer, `/cars/${car}`);
  await waitForWorker(page);
  for (const path of ['/dashboard', '/dashboard/myprofile', '/dashboard/myOrders', '/cars', '/audi']) {
    await page.goto(path);
    expect(await readStoredPaths(page)).toEqual(storedFiles);
  }
  expect(await page.evaluate(() => localStorage.getItem('carhouse.seen'))).toContain(car);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('carhouse.seen'))).toBeNull();
  expect(await readStoredPaths(page)).toEqual(storedFiles);
});
