import type { Page } from '@playwright/test';
import { expect, test } from './page-test.ts';

/** Records, when the HTML of the page has been parsed, whether the fonts load only after the first paint. */
async function recordLoadedFonts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.dataset.fonts = document.getElementById('late-fonts') === null ? 'there' : 'held';
    });
  });
}

const readFontState = (page: Page) => page.evaluate(() => document.documentElement.dataset.fonts);
const waitForFont = (page: Page) =>
  page.waitForFunction(() => [...document.fonts].some((f) => f.family === 'Archivo' && f.status === 'loaded'));

test('the font loads after the page on the first visit, and with the page afterwards', async ({ page }) => {
  await recordLoadedFonts(page);
  await page.goto('/');
  expect(await readFontState(page)).toBe('held');
  await waitForFont(page);
  await page.waitForFunction(() => localStorage.getItem('carhouse.font') !== null);
  await page.goto('/faq');
  expect(await readFontState(page)).toBe('there');
  await waitForFont(page);
});

test('the layout does not shift when the font loads late', async ({ page }) => {
  await page.addInitScript(() => {
    let layoutShiftSum = 0;
    const addLayoutShifts = (entries: PerformanceEntryList) => {
      for (const entry of entries) layoutShiftSum += (entry as PerformanceEntry & { readonly value: number }).value;
      document.documentElement.dataset.shift = String(layoutShiftSum);
    };
    new PerformanceObserver((list) => addLayoutShifts(list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    });
  });
  const fontReleaseResolvers = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await fontReleaseResolvers.promise;
    await route.continue();
  });
  // The load event of the window waits for the font.
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  fontReleaseResolvers.resolve();
  await waitForFont(page);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(Number(await page.evaluate(() => document.documentElement.dataset.shift ?? '0'))).toBeLessThan(0.02);
});

test('the font loads without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
  const page = await context.newPage();
  const fontRequestPromise = page.waitForRequest(/archivo-latin[\w.-]*\.woff2$/);
  await page.goto('/faq');
  expect((await (await fontRequestPromise).response())?.status()).toBe(200);
  await context.close();
});
