import { importMessages } from '@carhouse/web/messages/en/imports';
import { stockMessages } from '@carhouse/web/messages/en/stock';
import type { Page } from '@playwright/test';
import { readSuccessBody } from './accounts.ts';
import { createUser, createVerifiedSeller, openSignedIn } from './created-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

const header = 'Stock no,Car,Price,Reg date,Run';
const romaRow = 'r1,Ferrari Roma,"$900,000 ",28-May-21,"4,000 mi."';
const a4 = 'a1,Audi A4 2.0A (COE till 04/2029),45000.0,10-nov-2014,98000';
const a6 = 'a6,Audi A6 3.0A,67000,10-nov-2015,98000';
const faultyRow = 's1,Audi A5,soon,18-Nov-2016,1';

/** Runs in the page: whether the text of the chosen option fits into its select. */
function hasRoomForOptionText(selectElement: SVGElement | HTMLElement): boolean {
  if (!(selectElement instanceof HTMLSelectElement)) return false;
  const { paddingLeft, paddingRight } = getComputedStyle(selectElement);
  const text = document.createElement('span');
  text.style.cssText = 'position: absolute; white-space: nowrap; visibility: hidden';
  text.style.font = getComputedStyle(selectElement).font;
  text.style.fontStretch = getComputedStyle(selectElement).fontStretch;
  text.textContent = selectElement.selectedOptions[0]?.textContent ?? '';
  document.body.append(text);
  const { width } = text.getBoundingClientRect();
  text.remove();
  return width <= selectElement.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
}

/** The server's error message when the current price differs from the price that the seller saw. */
const priceChangedText = 'The price of this car has changed. Please look at it again.';

async function chooseFile(page: Page, name: string, ...rows: readonly string[]): Promise<void> {
  const buffer = Buffer.from(`${[header, ...rows].join('\n')}\n`);
  await page.getByLabel('Choose a list of cars').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}

test('a dealer uploads a list, changes a column, checks it, imports it and reads the report', {
  tag: '@journey',
}, async ({ page }) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard/import');
  await expect(page.getByRole('heading', { level: 1, name: 'Import cars' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No imports yet' })).toBeVisible();
  await expectAccessible(page);
  await chooseFile(page, 'stock.csv', romaRow, a4, a6, faultyRow);

  const columns = page.getByRole('region', { name: 'What the columns hold' });
  await expect(columns.getByLabel('What the column Price holds')).toHaveValue('resalePrice');
  await expect(columns.getByLabel('What the column Stock no holds')).toHaveValue('ref');
  const preview = page.getByRole('region', { name: 'What the first rows become' });
  await expect(preview.getByText('3 of 4 rows would be imported')).toBeVisible();
  const firstRow = preview.getByRole('row').filter({ hasText: 'Ferrari Roma' });
  await expect(firstRow.getByText('$900,000')).toBeVisible();
  await expect(firstRow.getByText('Will be imported', { exact: true })).toBeVisible();
  await expect(preview.getByText('Will not be imported')).toHaveCount(1);
  await columns.getByLabel('What the column Run holds').selectOption('Mileage');
  await expect(firstRow.getByText('6,437 km')).toBeVisible();
  await expect(preview.getByText(/expected a price such as 88,000/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const selectElement of await columns.getByRole('combobox').all())
      expect(await selectElement.evaluate(hasRoomForOptionText)).toBe(true);
  }

  await page.getByRole('button', { name: 'Check the whole list' }).click();
  await expect(page.getByRole('heading', { name: 'What the import would do' })).toBeVisible();
  await expect(page.getByText('3 new, 0 changed, 0 unchanged, 1 not imported')).toBeAttached();
  await expect(page.getByText('Nothing has been changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(page.getByRole('heading', { name: 'What the import did' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Price is not a number' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const downloadPromise = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the report' }).click();
  expect((await downloadPromise).suggestedFilename()).toBe('import-report-stock.csv');

  await page.getByRole('link', { name: importMessages.result.cars }).click();
  await expect(page).toHaveURL('/dashboard/myProduct');
  await expect(page.getByText('Ferrari Roma').first()).toBeVisible();
});

test('My Products with two hundred cars: states, search, order and pages; a price in its row, prices and withdrawal of several', async ({
  page,
}) => {
  const seller = await createVerifiedSeller();
  await openSignedIn(page, seller, '/dashboard/import');
  // No other test checks the newest cars of this brand.
  const cars = Array.from({ length: 205 }, (_, index) => `n${index},BMW 320i Nr ${index} ,67000,10-nov-2015,98000`);
  await chooseFile(page, 'many.csv', ...cars);
  await page.getByRole('button', { name: importMessages.start }).click();
  await expect(page.getByText('205 new, 0 changed, 0 unchanged, 0 not imported')).toBeAttached();
  await page.getByRole('link', { name: importMessages.result.cars }).click();
  await expect(page.getByText('1 to 25 of 205')).toBeVisible();
  await expect(page.getByText('205 on sale. 205 of them need photos.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const findRow = (title: string) => page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) });
  await page.getByRole('link', { name: stockMessages.next }).click();
  await expect(page.getByText('26 to 50 of 205')).toBeVisible();
  await page.getByRole('searchbox', { name: stockMessages.search }).fill('n20');
  await expect(page.getByText('1 to 6 of 6')).toBeVisible();

  await page.getByRole('button', { name: /^Change the price of BMW 320i Nr 204,/ }).click();
  const price = page.getByRole('textbox', { name: 'Price of BMW 320i Nr 204' });
  await expect(price).toBeFocused();
  await price.fill('none');
  await price.press('Enter');
  await expect(page.getByText(stockMessages.notAPrice)).toBeVisible();
  await price.fill('70,000');
  await price.press('Enter');
  await expect(findRow('BMW 320i Nr 204').getByText('$70,000')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change the price of BMW 320i Nr 204, $70,000' })).toBeFocused();

  await page.getByRole('combobox', { name: stockMessages.sort }).selectOption('price-high');
  await expect(page.getByRole('row').nth(1)).toContainText('BMW 320i Nr 204');
  await page.getByRole('checkbox', { name: 'Select BMW 320i Nr 204', exact: true }).check();
  const selectedRegion = page.getByRole('region', { name: stockMessages.bulk.name });
  await selectedRegion.getByRole('button', { name: stockMessages.bulk.selectAll(6) }).click();
  await expect(selectedRegion.getByText('6 selected')).toBeVisible();
  await selectedRegion.getByRole('button', { name: stockMessages.bulk.price }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the price of 6 cars' });
  await dialog.getByRole('textbox').fill('10');
  await expect(dialog.getByText('BMW 320i Nr 204: $70,000 becomes $63,000.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change 6 prices' }).click();
  await expect(findRow('BMW 320i Nr 200').getByText('$60,300')).toBeVisible();
  await expect(selectedRegion).toHaveCount(0);

  // One price is changed through the API while the dialog is open. The car with this price is not changed by the
  // dialog, shows the reason and remains selected.
  await page.getByRole('checkbox', { name: stockMessages.selectPage }).check();
  await selectedRegion.getByRole('button', { name: stockMessages.bulk.price }).click();
  const { cars: listedCars } = await readSuccessBody<{ cars: { _id: string }[] }>(
    await seller.calls.get('/api/v1/me/cars?search=BMW%20320i%20Nr%20204'),
  );
  const priceChange = { _id: listedCars[0]?._id, expectedPrice: 63_000, resalePrice: 50_000 };
  await readSuccessBody(await seller.calls.post('/api/v1/me/cars/prices', { data: { cars: [priceChange] } }));
  await dialog.getByRole('textbox').fill('10');
  await dialog.getByRole('button', { name: 'Change 6 prices' }).click();
  const result = page.getByRole('dialog', { name: '5 prices changed' });
  await expect(result.getByText(`BMW 320i Nr 204: ${priceChangedText}`)).toBeVisible();
  await expectAccessible(page);
  await result.getByRole('button', { name: stockMessages.bulk.close }).last().click();
  await expect(selectedRegion.getByText('1 selected')).toBeVisible();
  await expect(findRow('BMW 320i Nr 204').getByText(priceChangedText)).toBeVisible();
  await expect(findRow('BMW 320i Nr 204').getByText('$50,000')).toBeVisible();
  // The next change starts from the current price of the car that was not changed. The dialog does not change again the
  // prices that it has already changed.
  await selectedRegion.getByRole('button', { name: stockMessages.bulk.price }).click();
  const secondDialog = page.getByRole('dialog', { name: 'Change the price of 1 car' });
  await secondDialog.getByRole('textbox').fill('10');
  await secondDialog.getByRole('button', { name: 'Change 1 price' }).click();
  await expect(findRow('BMW 320i Nr 204').getByText('$45,000')).toBeVisible();
  await expect(findRow('BMW 320i Nr 200').getByText('$54,270')).toBeVisible();
  await expect(selectedRegion).toHaveCount(0);

  // A selection belongs to one list, so a list with other filters starts without a selection.
  await page.getByRole('checkbox', { name: 'Select BMW 320i Nr 204', exact: true }).check();
  await page.getByRole('searchbox', { name: stockMessages.search }).fill('BMW');
  await expect(page.getByText('1 to 25 of 205')).toBeVisible();
  await expect(selectedRegion).toHaveCount(0);
  await page.getByRole('searchbox', { name: stockMessages.search }).fill('n20');
  await expect(page.getByText('1 to 6 of 6')).toBeVisible();

  await page.getByRole('checkbox', { name: stockMessages.selectPage }).check();
  await selectedRegion.getByRole('button', { name: stockMessages.bulk.withdraw }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw 6 cars' }).click();
  await expect(page.getByText('6 cars withdrawn')).toBeVisible();
  await page.getByRole('link', { name: 'Withdrawn 6' }).click();
  await expect(findRow('BMW 320i Nr 200').getByRole('button', { name: /^More for/ })).toBeVisible();
  await expect(page.getByText('1 to 6 of 6')).toBeVisible();
});

test('cars that are missing in a new list stay until the dealer confirms their removal', async ({ page }) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard/import');
  await chooseFile(page, 'whole.csv', romaRow, a4, a6);
  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(page.getByRole('heading', { name: 'What the import did' })).toBeVisible();
  await page.getByRole('link', { name: 'Another list' }).click();
  await expect(page.getByRole('link', { name: 'Open whole.csv' })).toBeVisible();
  await chooseFile(page, 'later.csv', romaRow);
  await page.getByRole('button', { name: 'Import now' }).click();
  await page.getByRole('button', { name: 'Withdraw 2 cars' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Withdraw 2 cars?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Withdraw 2 cars' }).click();
  await expect(page.getByText('2 cars withdrawn')).toBeVisible();
  await expectAccessible(page);
});

test('a list that cannot be read shows the reason, and can be removed', async ({ page }) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard/import');
  const buffer = Buffer.from('[{"price": 1');
  await page
    .getByLabel('Choose a list of cars')
    .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer });
  await expect(page.getByRole('alert').getByText(/a\.json is cut off/)).toBeVisible();
  await expect(page.getByText(importMessages.states.unreadable, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: importMessages.start })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: importMessages.remove }).click();
  await expect(page.getByRole('heading', { name: importMessages.noEarlier })).toBeVisible();
});

test('a dealer stops a running import, and sees its progress', async ({ page }) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard/import');
  const cars = Array.from({ length: 60_000 }, (_, index) => `n${index},BMW 320i Nr ${index},67000,10-nov-2015,98000`);
  await chooseFile(page, 'long.csv', ...cars);
  await page.getByRole('button', { name: importMessages.check }).click();
  await page.getByRole('button', { name: importMessages.stop, exact: true }).click();
  await expect(page.getByRole('alert').getByText('You stopped it.')).toBeVisible();
  await expect(page.getByText(importMessages.states.stopped, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: importMessages.start })).toBeEnabled();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('the list of a new seller is checked when they import it before a check', async ({ page, allowConsole }) => {
  allowConsole(/status of 409/);
  await openSignedIn(page, await createUser('Seller'), '/dashboard/import');
  await chooseFile(page, 'new.csv', a4);
  // Whether the server requires a check is tested over HTTP (apps/server/imports/start-import.ts).
  await page.route('**/api/v1/imports/*/start', (route) =>
    route.fulfill({ status: 409, json: { code: 'IMPORT_CHECK_FIRST', detail: 'Check the file first.' } }),
  );
  await page.getByRole('button', { name: importMessages.start }).click();
  await expect(page.getByText(importMessages.checkedFirst)).toBeVisible();
  await expect(page.getByRole('heading', { name: importMessages.result.checked })).toBeVisible();
  await expect(page.getByText(importMessages.states.checked, { exact: true })).toBeVisible();
});

test('an import that an admin refused shows the reason', async ({ page }) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard/import');
  await page.route(/\/api\/v1\/imports\/[^/]+$/, async (route) => {
    const answer = await route.fetch();
    const importView = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({
      response: answer,
      json: { ...importView, state: 'rejected', fault: 'The photos are of other cars.' },
    });
  });
  const buffer = Buffer.from(`${[header, a4].join('\n')}\n`);
  await page.getByLabel('Choose a list of cars').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('alert')).toContainText(
    `${importMessages.result.refused}. The photos are of other cars.`,
  );
  await expect(page.getByText(importMessages.states.rejected, { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('a buyer is redirected from the import', async ({ page }) => {
  await openSignedIn(page, await createUser('Buyer'), '/dashboard/import');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('That screen is for sellers.')).toBeVisible();
});
