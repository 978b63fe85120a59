import type { Page } from '@playwright/test';
import { imageFile } from './image-files.ts';

/** Shows Add Product with a missing title, two photos and a failed upload. */
export async function showCarForm(page: Page): Promise<void> {
  await page.getByLabel('Category', { exact: true }).selectOption('Ferrari');
  await page.getByLabel('Location').fill('Bukit Timah');
  await page.getByLabel('Description').fill('One owner since new, full service history, new tyres all round.');
  await page.getByLabel('Resale price').fill('868000');
  await page.getByLabel('Original price').fill('1128000');
  await page.getByLabel('Years of use').fill('5');
  await page.getByLabel('Year of purchase').fill('2021');
  const files = page.getByLabel('Choose photos');
  await files.setInputFiles([imageFile('front.png'), imageFile('side.png')]);
  await page.getByText('2 of 2 photos uploaded.').waitFor({ state: 'attached' });
  await page.route('**/api/images', (route) => route.abort());
  await files.setInputFiles(imageFile('back.png'));
  await page.getByText(/^back\.png: /).waitFor();
  await page.getByRole('button', { name: 'Add product', exact: true }).click();
  await page.getByText('Title is Required').waitFor();
}

/**
 * Shows Add Product with the prices of comparable cars. The prices are mocked, because the demo stock has too few such
 * cars.
 */
export async function showComparablePrices(page: Page): Promise<void> {
  const json = { cars: 14, middle: { from: 842_000, to: 905_000 } };
  await page.route('**/api/v1/comparable-prices?*', (route) => route.fulfill({ json }));
  await page.getByLabel('Category', { exact: true }).selectOption('Ferrari');
  await page.getByLabel('Title').fill('Roma');
  await page.getByLabel('Years of use').fill('5');
  await page.getByText('$842,000').waitFor();
  await page.getByLabel('Resale price').fill('868000');
  await page.getByText(/^You receive \$/).waitFor();
  await page.getByLabel('Resale price').focus();
}

/** Shows My Products with the confirmation that appears before a booked car is withdrawn. */
export async function showWithdrawal(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Withdraw' }).first().click();
  await page.getByRole('alertdialog').waitFor();
}

/** Shows the drawer. Shows the menu of the dashboard; in a narrow window a button opens this menu. */
export async function showDashboardMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) await menu.click();
}
