import { texts } from '@carhouse/contract/texts';
import { regions } from '@carhouse/domain/listing/region';
import { recentlyViewedMessages } from '@carhouse/web/messages/en/compare';
import { homeMessages } from '@carhouse/web/messages/en/home';
import { searchMessages } from '@carhouse/web/messages/en/search';
import type { Locator, Page } from '@playwright/test';
import { listFindableCar, makeRandomWord } from './findable-car.ts';
import { isHydrated } from './is-hydrated.ts';
import { expect, expectAccessible, test } from './page-test.ts';

const findHeading = (page: Page) => page.getByRole('heading', { level: 1 });
const findSearchField = (page: Page) => page.getByRole('combobox', { name: searchMessages.label });
const findCards = (page: Page) => page.getByRole('article');

/** Waits until the list for the current filters is shown instead of the previous list or its placeholder. */
async function expectSearchAnswered(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: searchMessages.results })).toHaveAttribute('aria-busy', 'false');
}

/** Opens the filters when the window is too narrow to show them next to the list. */
async function showFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Filters/ });
  if (await button.isVisible()) await button.click();
}

/** Closes the filters after `showFilters`. */
async function closeFilters(page: Page): Promise<void> {
  const filterSheet = page.getByRole('dialog', { name: searchMessages.filters });
  if (await filterSheet.isVisible()) await page.keyboard.press('Escape');
  await expect(filterSheet).toHaveCount(0);
}

/** Reads the number of cars that is displayed next to a filter value. */
async function readCountBeside(value: Locator): Promise<number> {
  return Number((await value.locator('..').locator('.count').textContent())?.replace(/,/g, ''));
}

/** Reads the number of cars in the name of a region's tile. */
async function readTileCount(regionTile: Locator): Promise<number> {
  return Number((await regionTile.locator('..').locator('b').textContent())?.replace(/,/g, ''));
}

test('a page looks the same after navigation and after loading it directly', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/faq');
  await page.waitForFunction(isHydrated);
  await page.getByRole('banner').getByRole('link', { name: 'Search cars' }).click();
  await expect(findHeading(page)).toHaveText(/^\d+ cars$/);
  await page.waitForLoadState('networkidle');
  // The rule that hides this button on a wide window overrides the shared rule for buttons only when it is loaded
  // later.
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeHidden();
  await expect(page.getByRole('complementary', { name: searchMessages.filters })).toBeVisible();
});

test('several brands and their models: each shows its number of cars', async ({ page }) => {
  await page.goto('/cars');
  await showFilters(page);
  const teslaCheckbox = page.getByRole('checkbox', { name: /^Tesla/ });
  // No other test uses these brands, so their counts do not change.
  const mercedesCheckbox = page.getByRole('checkbox', { name: /^Mercedes-Benz/ });
  const teslaCount = await readCountBeside(teslaCheckbox);
  const mercedesCount = await readCountBeside(mercedesCheckbox);
  await teslaCheckbox.check();
  await expect(page).toHaveURL('/cars?brand=Tesla');
  await expect(findHeading(page)).toHaveText(`${teslaCount} cars`);
  // The counts of the other brands do not change, because each count says how many cars the brand would add.
  expect(await readCountBeside(mercedesCheckbox)).toBe(mercedesCount);
  await mercedesCheckbox.check();
  await expect(page).toHaveURL('/cars?brand=Mercedes_Benz&brand=Tesla');
  await expect(findHeading(page)).toHaveText(`${teslaCount + mercedesCount} cars`);
  const model = page
    .getByRole('group', { name: searchMessages.facets.model })
    .getByRole('checkbox', { name: /^Model 3 \d+$/ });
  const model3Cars = await readCountBeside(model);
  await model.check();
  await expect(page).toHaveURL(/model=Tesla%2FModel\+3/);
  await expect(findHeading(page)).toHaveText(`${model3Cars} cars`);
  await expectAccessible(page);
  // Removing the brand also removes its models.
  await teslaCheckbox.uncheck();
  await expect(page).toHaveURL('/cars?brand=Mercedes_Benz');
  await expect(findHeading(page)).toHaveText(`${mercedesCount} cars`);
  await closeFilters(page);
  await page.getByRole('link', { name: searchMessages.remove('Mercedes-Benz') }).click();
  await expect(page).toHaveURL('/cars');
  await showFilters(page);
  await expect(mercedesCheckbox).not.toBeChecked();
});

test('places can be searched, and all of them can be shown', async ({ page }) => {
  await page.goto('/cars');
  await showFilters(page);
  const placeFilter = page.getByRole('group', { name: searchMessages.facets.location });
  const sentosaCheckbox = placeFilter.getByRole('checkbox', { name: /^Sentosa/ });
  await placeFilter.getByText(/^Show all \d+$/).click();
  await expect(placeFilter.getByText(searchMessages.showFewer)).toBeVisible();
  await placeFilter.getByRole('searchbox', { name: searchMessages.find.location ?? '' }).fill('sentó');
  // The regions above the list are still shown.
  await expect(placeFilter.getByRole('checkbox')).toHaveCount(1 + regions.length);
  await expect(placeFilter.getByRole('status')).toHaveText(searchMessages.valuesFound(1));
  await sentosaCheckbox.check();
  await expect(page).toHaveURL('/cars?location=Sentosa');
  await expectSearchAnswered(page);
  await expect(findCards(page).first()).toContainText('Sentosa');
});

test('regions are arranged as on a map, show their numbers of cars and filter the places', async ({ page }) => {
  await page.goto('/cars');
  await showFilters(page);
  const regionTileGroup = page.getByRole('group', { name: searchMessages.regions });
  // No other test lists a car in this region during the test.
  const westTile = regionTileGroup.getByRole('checkbox', { name: /^West \d+$/ });
  const cars = await readTileCount(westTile);
  await westTile.focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL('/cars?region=West');
  await expect(findHeading(page)).toHaveText(`${cars} cars`);
  await expectSearchAnswered(page);
  await expect(westTile).toBeFocused();
  const placeFilter = page.getByRole('group', { name: searchMessages.facets.location, exact: true });
  await expect(placeFilter.getByRole('checkbox', { name: /^Clementi/ })).toHaveCount(1);
  await expect(placeFilter.getByRole('checkbox', { name: /^Orchard/ })).toHaveCount(0);
  await regionTileGroup.getByText('Central').click();
  await expect(page).toHaveURL('/cars?region=Central&region=West');
  await expectAccessible(page);
  await closeFilters(page);
  await page.getByRole('link', { name: searchMessages.remove('West') }).click();
  await expect(page).toHaveURL('/cars?region=Central');
});

test('the price sliders move by keys, announce their values and fill the fields', async ({ page }) => {
  await page.goto('/cars');
  await showFilters(page);
  const lowestPriceSlider = page.getByRole('slider', { name: searchMessages.handles.Price.min });
  const field = page.getByRole('textbox', { name: searchMessages.bounds.Price.min });
  await expect(lowestPriceSlider).toHaveAttribute('aria-valuetext', searchMessages.noLimit);
  await lowestPriceSlider.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(lowestPriceSlider).toHaveAttribute('aria-valuetext', /^\$[\d,]+$/);
  await expect(page).toHaveURL(/minPrice=\d+/);
  await expect(lowestPriceSlider).toBeFocused();
  const text = (await lowestPriceSlider.getAttribute('aria-valuetext')) ?? '';
  await expect(field).toHaveValue(text.replace('$', ''));
  await expectSearchAnswered(page);
  // Values that are typed into the fields move the handles of the range. The lower handle cannot be moved above the
  // upper handle.
  const highestPriceField = page.getByRole('textbox', { name: searchMessages.bounds.Price.max });
  await highestPriceField.fill('700,000');
  await highestPriceField.press('Enter');
  await expect(page).toHaveURL(/maxPrice=700000/);
  await closeFilters(page);
  await page.getByRole('link', { name: /^Remove filter: \$[\d,]+ to \$700,000$/ }).click();
  await expect(page).toHaveURL('/cars');
  await showFilters(page);
  await expect(page.getByRole('slider', { name: searchMessages.handles.Price.min })).toHaveAttribute(
    'aria-valuetext',
    searchMessages.noLimit,
  );
  await expect(page.getByRole('textbox', { name: searchMessages.bounds.Price.max })).toHaveValue('');
});

test('the remaining COE, verified sellers and collapsed groups filter too', async ({ page }) => {
  await page.goto('/cars');
  await showFilters(page);
  await page.getByRole('radio', { name: '5 years or more' }).check();
  await expect(page).toHaveURL('/cars?minCoeMonths=60');
  await page.getByRole('checkbox', { name: /^Verified only/ }).check();
  await expect(page).toHaveURL(/verified=yes/);
  await page.getByText(searchMessages.facets.fuel, { exact: true }).click();
  const electricFilter = page.getByRole('checkbox', { name: /^Electric/ });
  await electricFilter.check();
  await expect(page).toHaveURL(/fuel=electric/);
  await closeFilters(page);
  await expect(page.getByRole('navigation', { name: searchMessages.applied }).getByRole('link')).toHaveCount(4);
  await page.getByRole('link', { name: searchMessages.clear }).first().click();
  await expect(page).toHaveURL('/cars');
});

test('the number of seats is a filter, and replaces the exact number of a text', async ({ page }) => {
  await page.goto('/cars?q=5+seater&understand=1');
  await expect(page).toHaveURL(/minSeats=5/);
  await showFilters(page);
  await expect(page.getByRole('radio', { name: '5 seats', exact: true })).toBeChecked();
  await page.getByRole('radio', { name: '7 seats or more' }).check();
  await expect(page).toHaveURL(/minSeats=7/);
  await expect(page).not.toHaveURL(/maxSeats/);
  await page.getByRole('group', { name: 'Seats' }).getByRole('radio', { name: 'Any' }).check();
  await expect(page).toHaveURL('/cars');
});

test('plain words become filters that can be removed, and the words can be searched as text instead', async ({
  page,
}) => {
  await page.goto('/cars');
  await page.waitForFunction(isHydrated);
  await findSearchField(page).fill('tesla under 150k');
  await findSearchField(page).press('Enter');
  await expect(page).toHaveURL(/brand=Tesla/);
  await expect(page).toHaveURL(/maxPrice=150000/);
  await expect(page.getByText(searchMessages.understood('tesla under 150k'))).toBeVisible();
  // The field keeps the question as it was typed.
  await expect(findSearchField(page)).toHaveValue('tesla under 150k');
  await expectAccessible(page);
  // The filters that are read from the next text replace the filters from this text. A filter that is set by hand
  // remains.
  await showFilters(page);
  await page.getByRole('checkbox', { name: /^Verified only/ }).check();
  await closeFilters(page);
  await expect(page).toHaveURL(/verified=yes/);
  await expect(page.getByText(searchMessages.understood('tesla under 150k'))).toBeVisible();
  await findSearchField(page).fill('audi');
  await findSearchField(page).press('Enter');
  await expect(page).toHaveURL('/cars?said=audi&fromText=brand&brand=Audi&verified=yes');
  await page.getByRole('link', { name: searchMessages.clearQuestion }).click();
  await expect(page).toHaveURL('/cars?verified=yes');
  // Filters are also read from a text in a typed URL.
  await page.goto('/cars?q=tesla+under+150k');
  await expect(page).toHaveURL('/cars?said=tesla+under+150k&fromText=brand.maxPrice&maxPrice=150000&brand=Tesla');
  await page.getByRole('link', { name: searchMessages.remove('Up to $150,000') }).click();
  await expect(page).toHaveURL('/cars?said=tesla+under+150k&fromText=brand&brand=Tesla');
  // When the text is searched as words, it remains in the field, and no filters are read from it again.
  await page.goto('/cars?q=tesla+under+150k');
  await expect(page).toHaveURL(/fromText=brand\.maxPrice/);
  await page.getByRole('link', { name: searchMessages.asWords }).click();
  // The router writes `1` in quotes, because it is a text.
  await expect(page).toHaveURL(/\/cars\?q=tesla\+under\+150k&literal=(?:1|%221%22)$/);
  await expect(findSearchField(page)).toHaveValue('tesla under 150k');
  await expect(page.getByText(searchMessages.understood('tesla under 150k'))).toHaveCount(0);
});

test('a typing mistake is corrected, reported, and highlighted in the results', async ({ page }) => {
  const [name] = [makeRandomWord()];
  await listFindableCar(`${name} lightspeed`);
  // The text is searched as words, because otherwise the two words would be read as the name of a model.
  await page.goto(`/cars?q=${name}+lightsped&literal=1`);
  await expect(findHeading(page)).toHaveText('1 car');
  await expect(page.getByText(searchMessages.corrected('lightspeed', 'lightsped'))).toBeVisible();
  await expect(findCards(page).first().locator('mark')).toHaveText([name, 'lightspeed']);
});

test('suggestions are selected by arrow keys and accepted by Enter', async ({ page }) => {
  await page.goto('/cars');
  await findSearchField(page).pressSequentially('tes');
  const list = page.getByRole('listbox', { name: searchMessages.suggestions.label });
  await expect(list.getByRole('option').first()).toBeVisible();
  await expect(findSearchField(page)).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  const selectedOptions = list.getByRole('option', { selected: true });
  await expect(selectedOptions).toHaveCount(1);
  await expect(findSearchField(page)).toHaveAttribute(
    'aria-activedescendant',
    (await selectedOptions.getAttribute('id')) ?? '',
  );
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(findSearchField(page)).toHaveValue('tes');
  await page.keyboard.press('ArrowDown');
  await list
    .getByRole('option', { name: /^Tesla/ })
    .first()
    .click();
  await expect(page).toHaveURL('/cars?brand=Tesla');
  await expect(findSearchField(page)).toHaveValue('');
});

test('the home page has suggestions too', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/');
  const field = page.getByRole('combobox', { name: homeMessages.find.label });
  await field.pressSequentially('ferr');
  await page
    .getByRole('option', { name: /^Ferrari/ })
    .first()
    .click();
  await expect(page).toHaveURL('/cars?brand=Ferrari');
});

test('further cars load near the end of the list; a reload and going back keep the position', async ({ page }) => {
  // The list shows the oldest cars first, because cars of other tests are the newest.
  await page.goto('/cars?sort=oldest');
  await expect(findCards(page)).toHaveCount(24);
  await findCards(page).nth(23).scrollIntoViewIfNeeded();
  await expect(findCards(page)).toHaveCount(48);
  await expect(page).toHaveURL(/[?&]cars=48/);
  const car = findCards(page).nth(30);
  await car.scrollIntoViewIfNeeded();
  const name = (await car.getByRole('heading').textContent()) ?? '';
  await page.reload();
  await expect(findCards(page).nth(47)).toBeAttached();
  await expect(car.getByRole('heading')).toHaveText(name);
  await expect(car).toBeInViewport();
  await car.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/cars\/[0-9a-f-]+$/);
  await page.goBack();
  await expect(car.getByRole('heading')).toHaveText(name);
  await expect(car).toBeInViewport();
});

test('a search is saved under a name, found again and removed', async ({ page }) => {
  await page.goto('/cars?brand=Tesla&brand=Audi&maxPrice=300000');
  await page.getByRole('button', { name: searchMessages.saved.button }).click();
  const dialog = page.getByRole('dialog', { name: searchMessages.saved.title });
  await dialog.getByRole('textbox', { name: searchMessages.saved.name }).fill('For the family');
  await dialog.getByRole('button', { name: searchMessages.saved.keep }).click();
  await expect(dialog.getByRole('link', { name: 'For the family', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/cars');
  await page.getByRole('button', { name: searchMessages.saved.button }).click();
  await dialog.getByRole('link', { name: 'For the family', exact: true }).click();
  await expect(page).toHaveURL('/cars?maxPrice=300000&brand=Audi&brand=Tesla');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: searchMessages.saved.button }).click();
  await dialog.getByRole('button', { name: searchMessages.saved.remove('For the family') }).click();
  await expect(dialog.getByRole('link', { name: 'For the family' })).toHaveCount(0);
});

test('recently viewed cars are shown on the list and on other cars', async ({ page }) => {
  const [firstWord, secondWord] = [makeRandomWord(), makeRandomWord()];
  const [firstCarId, secondCarId] = [await listFindableCar(firstWord), await listFindableCar(secondWord)];
  await page.goto(`/cars/${firstCarId}`);
  await expect(findHeading(page)).toContainText(firstWord);
  await page.goto(`/cars/${secondCarId}`);
  const recentlyViewedRegion = page.getByRole('region', { name: recentlyViewedMessages.heading });
  await expect(recentlyViewedRegion.getByRole('link', { name: new RegExp(firstWord) })).toBeVisible();
  await expect(recentlyViewedRegion.getByRole('link', { name: new RegExp(secondWord) })).toHaveCount(0);
  await page.goto(`/cars?q=${secondWord}`);
  await expect(recentlyViewedRegion.getByRole('link')).toHaveCount(2);
  await expectAccessible(page);
  await recentlyViewedRegion.getByRole('button', { name: recentlyViewedMessages.clear }).click();
  await expect(recentlyViewedRegion).toHaveCount(0);
});

test('while the search index is loading the list shows a message and is requested again', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  await page.goto('/faq');
  await page.route('**/api/v1/listings?*', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'LOADING', detail: 'The cars are being read.' }),
    }),
  );
  await page.evaluate(() => history.pushState({}, '', '/cars?brand=Tesla'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await expect(page.getByText(texts.loading)).toBeVisible();
  const loadingAlert = page.getByRole('alert').filter({ hasText: searchMessages.loadingStock.title });
  await expect(loadingAlert).toBeVisible();
  await loadingAlert.getByRole('button').click();
  await page.unroute('**/api/v1/listings?*');
  await expect(findCards(page).first()).toContainText('Tesla');
});

test('a rendered search is not made again, whatever other parameters its link has and in whatever order', async ({
  page,
}) => {
  const searchUrls: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/v1\/listings\?/.test(request.url())) searchUrls.push(request.url());
  });
  await page.goto('/cars?utm_source=mail&minPrice=50000&brand=Tesla&maxPrice=900000');
  await expect(page.getByRole('article').first()).toContainText('Tesla');
  // When this link works, the page is hydrated and has made its first calls.
  await page.getByRole('link', { name: /^Remove filter: \$50,000/ }).click();
  await expect(page).toHaveURL(/\/cars\?.*brand=Tesla/);
  await expect.poll(() => searchUrls.length).toBeGreaterThan(0);
  expect(searchUrls).toHaveLength(1);
});
