import { texts } from '@carhouse/contract/texts';
import { comparisonMessages } from '@carhouse/web/messages/en/compare';
import type { Page } from '@playwright/test';
import { editCarByApi, listCarByApi, signUpByApi } from './api-users.ts';
import { createUser, openSignedIn } from './created-users.ts';
import { listFindableCar, makeRandomWord } from './findable-car.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

const findHeading = (page: Page) => page.getByRole('heading', { level: 1 });

test('up to four cars are selected and compared; the URL of the comparison can be shared', async ({ page }) => {
  await page.goto('/cars?brand=Tesla');
  const buttons = page.getByRole('article').getByRole('button', { name: /^Compare: / });
  const comparisonTray = page.getByRole('region', { name: comparisonMessages.tray });
  // The button is visible without a pointer over the card.
  await expect(buttons.nth(0)).toHaveCSS('opacity', '1');
  await buttons.nth(0).click();
  await expect(comparisonTray.getByText(comparisonMessages.oneMore)).toBeVisible();
  for (const buttonIndex of [1, 2, 3]) await buttons.nth(buttonIndex).click();
  await expect(comparisonTray.getByRole('listitem')).toHaveCount(4);
  await expect(buttons.nth(3)).toHaveAttribute('aria-pressed', 'true');
  await buttons.nth(4).click();
  await expect(page.getByText(comparisonMessages.full(4))).toBeVisible();
  await buttons.nth(3).click();
  await expect(comparisonTray.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await comparisonTray.getByRole('link', { name: comparisonMessages.compareCars(3) }).click();
  await expect(page).toHaveURL(/^[^?]+\/compare\?ids=[0-9a-f-]+&ids=[0-9a-f-]+&ids=[0-9a-f-]+$/);
  await expect(findHeading(page)).toHaveText(comparisonMessages.heading(3));
  await expect(page.getByRole('columnheader')).toHaveCount(4);
  await expect(page.getByRole('row', { name: new RegExp(`^${comparisonMessages.rows.price}`) })).toContainText('$');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // The names of the cars remain visible beside the last facts.
  await page.getByRole('row').last().scrollIntoViewIfNeeded();
  await page.getByRole('row').last().hover();
  await expect(page.getByRole('columnheader').nth(1)).toBeInViewport();
  // The server renders the whole comparison.
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain(comparisonMessages.rows.price);
  expect(html).toContain(comparisonMessages.rows.registered);
  const rows = await page.getByRole('row').count();
  await page.getByRole('checkbox', { name: comparisonMessages.onlyDifferences }).check();
  expect(await page.getByRole('row').count()).toBeLessThan(rows);
  await page
    .getByRole('link', { name: /^Remove .* from the comparison$/ })
    .first()
    .click();
  await expect(findHeading(page)).toHaveText(comparisonMessages.heading(2));
});

test('on a phone four cars fit beside each other, and their names stay in view while the page scrolls', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/cars?brand=Tesla');
  const buttons = page.getByRole('article').getByRole('button', { name: /^Compare: / });
  for (const buttonIndex of [0, 1, 2, 3]) await buttons.nth(buttonIndex).click();
  await page.getByRole('link', { name: comparisonMessages.compareCars(4) }).click();
  await expect(findHeading(page)).toHaveText(comparisonMessages.heading(4));
  await page.getByRole('row').last().scrollIntoViewIfNeeded();
  for (const buttonIndex of [1, 2, 3, 4])
    await expect(page.getByRole('columnheader').nth(buttonIndex)).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a car is booked and wished for from the comparison, which can be shared', async ({ page }) => {
  const ids = [await listFindableCar(makeRandomWord()), await listFindableCar(makeRandomWord())];
  const buyer = await createUser('Buyer');
  await openSignedIn(page, buyer, `/compare?ids=${ids.join('&ids=')}`);
  await expect(page.getByRole('button', { name: /^(Share|Copy link)$/ })).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(`^${comparisonMessages.rows.actions}`) });
  await row
    .getByRole('button', { name: new RegExp(`^${texts.addToWishList}`) })
    .first()
    .click();
  await expect(page.getByText(texts.toasts.wished)).toBeVisible();
  await row
    .getByRole('button', { name: new RegExp(`^${texts.bookNow}`) })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Book a viewing' });
  await dialog.getByLabel('Meeting date').fill('Sunday');
  await dialog.getByLabel('Buyer number').fill('9123 4567');
  await dialog.getByRole('button', { name: texts.confirm }).click();
  await expect(page).toHaveURL('/dashboard/myOrders');
});

test('the booking dialog of a comparison stays open and shows the price that has changed meanwhile', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/409 \(Conflict\)/);
  const seller = await signUpByApi('Seller');
  const firstCar = await listCarByApi(seller, []);
  const comparedCar = await listCarByApi(await signUpByApi('Seller'), []);
  await openSignedIn(page, await createUser('Buyer'), `/compare?ids=${firstCar}&ids=${comparedCar}`);
  await page
    .getByRole('button', { name: new RegExp(`^${texts.bookNow}`) })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Book a viewing' });
  await dialog.getByLabel('Meeting date').fill('Sunday');
  await dialog.getByLabel('Buyer number').fill('9123 4567');
  await editCarByApi(seller, firstCar, { resalePrice: 91_000 });
  await dialog.getByRole('button', { name: texts.confirm }).click();
  await expect(dialog.getByRole('alert')).toContainText('it is now $91,000');
  await dialog.getByRole('button', { name: 'Confirm at $91,000' }).click();
  await expect(page).toHaveURL('/dashboard/myOrders');
});

test('a comparison without cars, and with a car that no longer exists, shows a message', async ({ page }) => {
  await page.goto('/compare');
  await expect(page.getByRole('heading', { name: comparisonMessages.empty.title })).toBeVisible();
  await expectAccessible(page);
  const id = await listFindableCar(makeRandomWord());
  await page.goto(`/compare?ids=${id},0190c1a0-0000-7000-8000-000000000000`);
  await expect(page.getByText(comparisonMessages.gone)).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveCount(2);
});
