import { texts } from '@carhouse/contract/texts';
import { makeDemoListings } from '@carhouse/demo-data/stock';
import { cardPaymentMaximum, formatMoney } from '@carhouse/domain/money/money';
import type { Page } from '@playwright/test';
import { findPayButton, isTextRed, typeCard } from './card-form.ts';
import { createUser, signInAs } from './created-users.ts';
import { signUpAsBuyer } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

/** Matches the error for the photo URL of a new buyer, whose host does not exist. */
const missingImagePattern = /Failed to load resource: net::ERR/;

/**
 * Ferraris of the demo stock that cost less than the limit of one card payment. Each test books a different Ferrari, so
 * that the tests do not conflict.
 */
const ferraris = makeDemoListings(new Date()).filter(
  (car) => car.brand === 'Ferrari' && car.resalePriceCents < cardPaymentMaximum,
);

async function bookFerrari(page: Page, ferrariIndex: number): Promise<void> {
  const car = ferraris[ferrariIndex];
  if (car === undefined) throw new Error(`There are only ${ferraris.length} such cars.`);
  await page.goto('/ferrari');
  const card = page
    .getByRole('article')
    .filter({ hasText: car.model })
    .filter({ hasText: formatMoney(car.resalePriceCents) });
  // The button disappears after the last page, which may arrive while a click waits for the button.
  const showMore = page.getByRole('button', { name: /^Show/ });
  await expect(async () => {
    if ((await card.count()) === 0) await showMore.click({ timeout: 2_000 });
    await expect(card.first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await card.first().getByRole('button', { name: texts.bookNow }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Brand')).toHaveValue('Ferrari');
  await dialog.getByLabel('Meeting date').fill('Sat 28 Nov, after 3 pm');
  await dialog.getByLabel('Buyer number').fill('9123 4567');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: texts.confirm }).click();
  await expect(page.getByText(texts.toasts.booked)).toBeVisible();
  await expect(page).toHaveURL('/dashboard/myOrders');
}

async function openPaymentPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: texts.myOrders.total(1) })).toBeVisible();
  await page.getByRole('link', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: texts.payment.heading })).toBeVisible();
}

test('a new buyer books a Ferrari and pays by card', { tag: '@journey' }, async ({ page, allowConsole }, testInfo) => {
  allowConsole(missingImagePattern);
  await signUpAsBuyer(page);
  await bookFerrari(page, testInfo.project.name === 'desktop, light' ? 0 : 1);
  await expectAccessible(page);
  await openPaymentPage(page);
  await expect(page.getByText(/^Please pay: \$[\d,]+$/)).toBeVisible();
  await typeCard(page, '4242 4242 4242 4242');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await findPayButton(page).click();
  await expect(page.getByText(texts.toasts.paid).first()).toBeVisible();
  await expect(page).toHaveURL('/dashboard/myOrders');
  await expect(page.getByText(texts.myOrders.paid, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Pay/ })).toHaveCount(0);
});

test('a declined card shows a red message and leaves the order unpaid', async ({ page, allowConsole }, testInfo) => {
  allowConsole(/the server responded with a status of 402/);
  await signInAs(page, await createUser('Buyer'));
  await bookFerrari(page, testInfo.project.name === 'desktop, light' ? 2 : 3);
  await openPaymentPage(page);
  await typeCard(page, '4000 0000 0000 0002');
  await findPayButton(page).click();
  const declinedAlert = page.getByRole('alert').filter({ hasText: 'Your card was declined.' });
  await expect(declinedAlert).toBeVisible();
  expect(await isTextRed(page, declinedAlert)).toBe(true);
  await expectAccessible(page);
  await page.goto('/dashboard/myOrders');
  await expect(page.getByRole('link', { name: /^Pay/ })).toBeVisible();
  await expect(page.getByText(texts.myOrders.paid, { exact: true })).toHaveCount(0);
});

test('3-D Secure requires a confirmation by the bank, and the payment succeeds', async ({ page }, testInfo) => {
  await signInAs(page, await createUser('Buyer'));
  await bookFerrari(page, testInfo.project.name === 'desktop, light' ? 4 : 5);
  await openPaymentPage(page);
  await typeCard(page, '4000 0027 6000 3184');
  await findPayButton(page).click();
  const challenge = page.frameLocator('iframe[title="3-D Secure authentication"]');
  await challenge.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText(texts.toasts.paid).first()).toBeVisible();
  await expect(page).toHaveURL('/dashboard/myOrders');
  await expect(page.getByText(texts.myOrders.paid, { exact: true })).toBeVisible();
});

test('a buyer cancels an order after one confirmation', async ({ page }, testInfo) => {
  await signInAs(page, await createUser('Buyer'));
  await bookFerrari(page, testInfo.project.name === 'desktop, light' ? 6 : 7);
  await page.getByRole('button', { name: /^Cancel order/ }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('Cancelled by the buyer.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('article')).toBeFocused();
  await expect(page.getByRole('link', { name: /^Pay/ })).toHaveCount(0);
});
