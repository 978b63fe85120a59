import { comparisonMessages } from '@carhouse/web/messages/en/compare';
import { searchMessages } from '@carhouse/web/messages/en/search';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './page-test.ts';

const findHeading = (page: Page) => page.getByRole('heading', { level: 1 });
const findCards = (page: Page) => page.getByRole('article');

/** Waits until the list for the current filters is shown. */
async function expectSearchAnswered(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: searchMessages.results })).toHaveAttribute('aria-busy', 'false');
}

/** Presses the Tab key until this control has the focus. */
async function pressTabUntilFocused(page: Page, control: Locator, pressCountMaximum = 120): Promise<void> {
  await expect(control).toBeVisible();
  for (let pressCount = 0; pressCount < pressCountMaximum; pressCount += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The keyboard does not reach ${control.toString()}.`);
}

test('facets, sliders and filter chips work with the keyboard', async ({ page }) => {
  // In a wide window the filters are next to the list; on a phone they are a dialog (cars.test.ts).
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/cars');
  await pressTabUntilFocused(page, page.getByRole('checkbox', { name: /^Tesla/ }));
  await page.keyboard.press('Space');
  await expect(page).toHaveURL('/cars?brand=Tesla');
  await expectSearchAnswered(page);
  await pressTabUntilFocused(page, page.getByRole('slider', { name: searchMessages.handles.Year.min }));
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/minYear=\d{4}/);
  await expectSearchAnswered(page);
  const regionCheckbox = page.getByRole('group', { name: searchMessages.regions }).getByRole('checkbox').last();
  await pressTabUntilFocused(page, regionCheckbox);
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/region=East/);
  await pressTabUntilFocused(page, page.getByText(searchMessages.facets.body, { exact: true }));
  await page.keyboard.press('Enter');
  const bodyCheckbox = page.getByRole('group', { name: searchMessages.facets.body }).getByRole('checkbox').first();
  await pressTabUntilFocused(page, bodyCheckbox);
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/body=/);
  await expectSearchAnswered(page);
  await pressTabUntilFocused(page, page.getByRole('link', { name: searchMessages.clear }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/cars');
});

test('all filters are in the page beside the list, and the link to the results skips them', async ({ page }) => {
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/cars');
    const filters = page.getByRole('complementary', { name: searchMessages.filters });
    const overflowHeight = await filters.evaluate(
      (filterColumn) => filterColumn.scrollHeight - filterColumn.clientHeight,
    );
    expect(overflowHeight).toBeLessThanOrEqual(1);
    // The number of cars stays in view beside filters that are further down.
    await filters.getByText(searchMessages.facets.owners, { exact: true }).scrollIntoViewIfNeeded();
    await expect(filters.getByRole('button', { name: /^Show [\d,]+ cars$/ })).toBeInViewport();
  }
  // A filter keeps its position on the screen when its value changes.
  const lastFilter = page.getByRole('complementary', { name: searchMessages.filters }).getByRole('checkbox').last();
  await lastFilter.check();
  await expect(page).toHaveURL(/\?/);
  await expectSearchAnswered(page);
  await expect(lastFilter).toBeInViewport();
  await page.goto('/cars');
  await pressTabUntilFocused(page, page.getByRole('link', { name: searchMessages.skipToResults }), 40);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: searchMessages.results }).locator(':focus')).toHaveCount(1);
});

test('a comparison works with the keyboard', async ({ page }) => {
  // The list has few cars, because the test presses Tab through all of them to reach the comparison.
  await page.goto('/cars?q=model+3&literal=1');
  // Focusing the button below the image scrolls the button into view.
  const firstHeartButton = findCards(page)
    .nth(0)
    .getByRole('button', { name: /^Compare: / });
  await pressTabUntilFocused(page, firstHeartButton);
  await expect(firstHeartButton).toHaveCSS('opacity', '1');
  await page.keyboard.press('Enter');
  await pressTabUntilFocused(
    page,
    findCards(page)
      .nth(1)
      .getByRole('button', { name: /^Compare: / }),
  );
  await page.keyboard.press('Enter');
  await pressTabUntilFocused(page, page.getByRole('link', { name: comparisonMessages.compareCars(2) }), 400);
  await page.keyboard.press('Enter');
  await expect(findHeading(page)).toHaveText(comparisonMessages.heading(2));
  await pressTabUntilFocused(page, page.getByRole('checkbox', { name: comparisonMessages.onlyDifferences }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: comparisonMessages.onlyDifferences })).toBeChecked();
  // At a URL without cars, the comparison page links to the chosen cars.
  await page.goto('/compare');
  await expect(page.getByRole('heading', { name: comparisonMessages.empty.ready })).toBeVisible();
  await pressTabUntilFocused(page, page.getByRole('link', { name: comparisonMessages.compareCars(2) }));
  await page.keyboard.press('Enter');
  await expect(findHeading(page)).toHaveText(comparisonMessages.heading(2));
});

test('the next cars are loaded by the keyboard, and the first of them gets the focus', async ({ page }) => {
  // Without a working IntersectionObserver further pages do not load automatically.
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      override observe(): void {}
    };
  });
  await page.goto('/cars');
  await expect(findCards(page)).toHaveCount(24);
  await pressTabUntilFocused(page, page.getByRole('link', { name: searchMessages.showMore('24') }), 400);
  await page.keyboard.press('Enter');
  await expect(findCards(page)).toHaveCount(48);
  await expect(findCards(page).nth(24).getByRole('heading').getByRole('link')).toBeFocused();
});
