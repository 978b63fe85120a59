import { homeMessages } from '@carhouse/web/messages/en/home';
import { searchMessages } from '@carhouse/web/messages/en/search';
import { searchResultMessages } from '@carhouse/web/messages/en/search-results';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

const findSearchField = (page: Page) => page.getByRole('combobox', { name: searchMessages.label });

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`every suggestion of the home page is reached by mouse and arrow keys at ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const field = page.getByRole('combobox', { name: homeMessages.find.label });
    await field.pressSequentially('te');
    const list = page.getByRole('listbox', { name: searchMessages.suggestions.label });
    const options = list.getByRole('option');
    await expect(options).toHaveCount(8);
    await expectAccessible(page);
    for (const option of await options.all()) {
      await field.press('ArrowDown');
      await expect(option).toHaveAttribute('aria-selected', 'true');
      await expect(option).toBeInViewport({ ratio: 0.9 });
    }
    const name = (await options.last().textContent()) ?? '';
    // The click fails when another element covers or clips the option.
    await options.last().click();
    await expect(page).toHaveURL(/\/cars\?/);
    await expect(page.getByRole('article').first()).toContainText(name.split(' ')[0] ?? '');
  });
}

test('a question without an answer shows the nearest cars and the reason, and the words that were left out', async ({
  page,
}) => {
  await page.goto('/cars');
  await findSearchField(page).fill('reliable telsa below 20k');
  await findSearchField(page).press('Enter');
  await expect(page.getByRole('heading', { name: searchMessages.empty.title })).toBeVisible();
  await expect(page.getByText(searchResultMessages.unused('reliable'))).toBeVisible();
  await expect(page.getByText(searchMessages.corrected('tesla', 'telsa'))).toBeVisible();
  const appliedFilters = page.getByRole('navigation', { name: searchMessages.applied });
  await expect(appliedFilters.getByRole('link', { name: searchMessages.remove('Tesla') })).toBeVisible();
  await expect(
    page.getByText(
      /^No car on sale today has all of this\. Without “Up to \$20,000” there are \d+ cars\. The cheapest come first\.$/,
    ),
  ).toBeVisible();
  const nearest = page.getByRole('region', { name: searchMessages.empty.nearest });
  await expect(nearest.getByRole('article').first()).toContainText('Tesla');
  await expectAccessible(page);
  // The search finds cars when one of the conditions is removed. The button that removes this condition shows the
  // number of cars.
  const removalLinks = page.getByRole('link', { name: /^Remove: .* \(\d+ cars?\)$/ });
  await expect(removalLinks).toHaveText([/^Remove: Up to \$20,000 \(\d+ cars\)$/]);
  await removalLinks.click();
  // The URL still contains the question, but no limit of the price.
  await expect(page).toHaveURL(
    ({ searchParams }) => searchParams.get('brand') === 'Tesla' && !/price/i.test([...searchParams.keys()].join()),
  );
});

test('a link leads past the filters to the cars', async ({ page }) => {
  await page.goto('/cars');
  await page.locator('main').focus();
  await page.keyboard.press('Tab');
  const skipLink = page.getByRole('link', { name: searchMessages.skipToResults });
  await expect(skipLink).toBeFocused();
  await expect(skipLink).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: searchMessages.results }).locator(':focus')).toHaveCount(1);
});

test('filters, order and search text work as a form without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/cars');
  await page.getByRole('checkbox', { name: /^Tesla/ }).check();
  await page.getByRole('checkbox', { name: /^Audi/ }).check();
  await page.getByRole('textbox', { name: searchMessages.bounds.Price.max }).fill('300,000');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('link', { name: searchMessages.remove('Tesla') })).toBeVisible();
  await expect(page.getByRole('link', { name: searchMessages.remove('Up to $300,000') })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Audi/ })).toBeChecked();
  await page.goto('/cars');
  await findSearchField(page).fill('tesla under 150k');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('link', { name: searchMessages.remove('Up to $150,000') })).toBeVisible();
  await context.close();
});

test('a search that finds nothing shows other cars and fits a window of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/cars?q=9+seater');
  const removeSeatsLink = page.getByRole('link', { name: /^Remove: 9 seats or more \(\d+ cars\)$/ });
  await expect(removeSeatsLink).toBeVisible();
  // Without the number of seats, no condition of the question remains, so the page does not call the cars near.
  await expect(page.getByRole('heading', { name: searchResultMessages.otherCars })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a model that is not on sale leads to as many similar cars as the sentence says', async ({ page }) => {
  await page.goto('/cars');
  await findSearchField(page).fill('volkswagen golf');
  await findSearchField(page).press('Enter');
  const sentence = page.getByText(
    /^No Volkswagen Golf is on sale\. Nearest to it: Hatchback \(\d+ cars\)\. The cheapest come first\.$/,
  );
  await expect(sentence).toBeVisible();
  const [, count = ''] = /\((\d+) cars\)/.exec((await sentence.textContent()) ?? '') ?? [];
  await page.getByRole('link', { name: searchMessages.empty.showNearest(`${count} cars`), exact: true }).click();
  await expect(page.getByRole('link', { name: searchMessages.remove('Hatchback') })).toBeVisible();
  const results = page.getByRole('region', { name: searchMessages.results });
  await expect(results.getByRole('article')).toHaveCount(Number(count));
});

test('a situation excludes no cars, and the page says what comes first', async ({ page }) => {
  await page.goto('/cars');
  await findSearchField(page).fill('for my parents');
  await findSearchField(page).press('Enter');
  await expect(page.getByText(searchResultMessages.traits.high ?? '')).toBeVisible();
  await expect(page.getByRole('navigation', { name: searchMessages.applied })).toHaveCount(0);
  await findSearchField(page).fill('car with adaptive cruise');
  await findSearchField(page).press('Enter');
  await expect(page.getByText(searchResultMessages.notes['not stated']('“adaptive cruise”'))).toBeVisible();
  await expectAccessible(page);
});

test('an excluded model has a name among the filters and can be allowed again', async ({ page }) => {
  await page.goto('/cars');
  await findSearchField(page).fill('7 seater that isn’t an alphard');
  await findSearchField(page).press('Enter');
  const appliedFilters = page.getByRole('navigation', { name: searchMessages.applied });
  const exclusionText = searchResultMessages.excluded(['Toyota Alphard']);
  const removalLink = appliedFilters.getByRole('link', { name: searchMessages.remove(exclusionText) });
  await expect(removalLink).toBeVisible();
  await expect(page.getByText(/^Not used/)).toHaveCount(0);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page);
  await removalLink.click();
  await expect(removalLink).toHaveCount(0);
  await expect(page.getByRole('article').first()).toBeVisible();
});
