import type { Page } from '@playwright/test';
import { isHydrated } from './is-hydrated.ts';

/**
 * Opens the promotional dialog of Home, as for a new visitor. The dialog opens after the visitor has used the hydrated
 * page and has scrolled through half of it. This function scrolls until the promotional dialog is open.
 */
export async function openPromoDialog(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('carhouse.promo'));
  await page.reload();
  await page.waitForFunction(isHydrated);
  await page.waitForFunction(() => {
    scrollTo({ top: document.documentElement.scrollHeight * 0.6, behavior: 'instant' });
    dispatchEvent(new Event('scroll'));
    return document.querySelector('dialog[open]') !== null;
  });
}

/** Opens the booking dialog of the first car of the list. */
export async function openBookingDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Book Now' }).first().click();
  await page.getByRole('dialog').waitFor();
}

/** Puts the first car of the list on the wish list. */
export async function addFirstCarToWishList(page: Page): Promise<void> {
  const heartButton = page.getByRole('button', { name: 'Add To Wish List' }).first();
  if ((await heartButton.getAttribute('data-wished')) === 'false') await heartButton.click();
}

/** Opens the list of cars by a link within the site; the request for the list fails or stays pending. */
export async function openListWithoutCars(page: Page, listState: 'failed' | 'pending'): Promise<void> {
  const problemBody = JSON.stringify({ code: 'BAD_GATEWAY', detail: 'The server cannot be reached.' });
  await page.route('**/api/v1/listings?*', (route) =>
    listState === 'failed'
      ? route.fulfill({ status: 404, contentType: 'application/problem+json', body: problemBody })
      : new Promise<void>(() => {}),
  );
  await page.evaluate(() => {
    history.pushState({}, '', '/cars?brand=Tesla');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page
    .getByRole('heading', { name: listState === 'failed' ? 'The list could not be loaded' : 'Looking' })
    .waitFor();
}

/** Adds the first cars of a list to the comparison. */
export async function addToComparison(page: Page, cars: number): Promise<void> {
  const buttons = page.getByRole('article').getByRole('button', { name: /^Compare: / });
  for (let buttonIndex = 0; buttonIndex < cars; buttonIndex += 1) await buttons.nth(buttonIndex).click();
  await page.getByRole('region', { name: 'Cars to compare' }).waitFor();
}

/** Adds the first cars of a list to the comparison and opens the comparison. */
export async function compareFirstCars(page: Page, cars: number): Promise<void> {
  await addToComparison(page, cars);
  await page.getByRole('link', { name: `Compare ${cars} cars` }).click();
  await page.getByRole('heading', { name: `${cars} cars side by side` }).waitFor();
}

/** Shows all filters together, in a window that is high enough for all of them. */
export async function showAllFilters(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 1440;
  const button = page.getByRole('button', { name: /^Filters/ });
  if (await button.isVisible()) await button.click();
  await page.setViewportSize({ width, height: 2600 });
}
