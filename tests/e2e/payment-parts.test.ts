import { texts } from '@carhouse/contract/texts';
import type { Page } from '@playwright/test';
import { acceptedCardNumber, typeCard } from './card-form.ts';
import { createBooking, createOwnCar, createUser, openSignedIn } from './created-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';
import { choosePaymentMethod, payOrDeclinePaynowCode } from './paynow-code.ts';

/** Makes an order of a car at this price, and opens its payment page as the buyer. */
async function openPayment(page: Page, price: number): Promise<string> {
  const [seller, buyer] = await Promise.all([createUser('Seller'), createUser('Buyer')]);
  const order = await createBooking(buyer, await createOwnCar(seller, { resalePrice: price }));
  await openSignedIn(page, buyer, `/dashboard/myOrders/${order}`);
  return order;
}

const findAmountField = (page: Page, number: number) =>
  page.getByLabel(number === 1 ? 'Part 1, deposit' : `Part ${number}`, { exact: true });
const findPartButton = (page: Page, number: number) => page.getByRole('button', { name: `Pay part ${number}` });

/** Expects that the page shows the time until the end of the reservation, and that this time decreases. */
async function expectCountdown(page: Page): Promise<void> {
  const countdown = page.getByRole('timer', { name: 'Time left to pay the price' });
  await expect(countdown).toHaveText(/^6 days 23:5\d:\d\d left$/);
  const firstText = await countdown.textContent();
  await expect(countdown).not.toHaveText(firstText ?? '');
}

test('a buyer pays a car of $1,400,000 by a card, PayNow and a card, and gets a receipt with every part', async ({
  page,
  context,
}) => {
  await openPayment(page, 1_400_000);
  await expect(page.getByRole('heading', { name: 'Pay $1,400,000 in parts' })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^By card/ })).toBeChecked();
  await expect(page.getByText('At most $200,000 at a time. 7 parts.')).toBeVisible();
  await checkInEachWindow(page, 'parts-choice', () => expectAccessible(page));
  await page.getByRole('radio', { name: /^Own amounts/ }).check({ force: true });
  await findAmountField(page, 1).fill('300,000');
  await findAmountField(page, 2).fill('200,000');
  await expect(page.getByText('$900,000 of the price is left to divide.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use these parts' })).toBeDisabled();
  await page.getByRole('button', { name: 'Add a part' }).click();
  await findAmountField(page, 3).fill('900000');
  await expect(page.getByText('The parts are the whole price.')).toBeVisible();
  await checkInEachWindow(page, 'parts-own', async () => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
  await page.getByRole('button', { name: 'Use these parts' }).click();
  await expect(page.getByRole('heading', { name: '$1,400,000 in 3 parts' })).toBeVisible();
  await findPartButton(page, 1).click();
  await typeCard(page, acceptedCardNumber);
  await page.getByRole('button', { name: 'Pay $300,000', exact: true }).click();
  await expect(page.getByRole('heading', { name: '$300,000 of $1,400,000 is in' })).toBeVisible();
  await expect(page.getByText(/^\$1,100,000 to go, by .*The car is kept for you until then\.$/)).toBeVisible();
  await expect(page.getByText(/^Card ending 4242, .*, \d\d:\d\d$/).first()).toBeVisible();
  await expectCountdown(page);
  const summary = page.getByRole('region', { name: 'Parts of the price' });
  await expect(summary).toContainText(/Part 1, depositCard ending 4242, .*\$300,000\.00/);
  await expect(summary).toContainText('Part 2Not paid yet$200,000.00');
  await expect(summary).toContainText(/To goby .*\$1,100,000\.00/);
  await expect(page.getByRole('button', { name: 'Change the parts' })).toHaveCount(0);
  await checkInEachWindow(page, 'parts-list', async () => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
  await findPartButton(page, 2).click();
  await expect(summary).toContainText('1 of 3 parts');
  await choosePaymentMethod(page, 'PayNow');
  await expect(page.getByRole('img', { name: 'PayNow QR code for $200,000.00' })).toBeVisible();
  await payOrDeclinePaynowCode(page, context, 'Pay');
  await expect(page.getByRole('heading', { name: '$500,000 of $1,400,000 is in' })).toBeVisible();
  await findPartButton(page, 3).click();
  await typeCard(page, acceptedCardNumber);
  await page.getByRole('button', { name: 'Pay $900,000', exact: true }).click();
  await expect(page.getByRole('heading', { name: texts.toasts.paid })).toBeVisible();
  await page.getByRole('link', { name: 'Receipt' }).click();
  const parts = page.getByRole('list', { name: 'Parts' }).getByRole('listitem');
  await expect(parts).toHaveCount(3);
  await expect(parts.nth(1)).toContainText('PayNow');
  await expectAccessible(page);
});

test('a buyer of a cheaper car may pay in parts, change them, and pay the whole price after all', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 422/);
  await openPayment(page, 50_000);
  await page.getByRole('button', { name: 'Pay in parts' }).click();
  await expect(page.getByRole('radio', { name: /^Own amounts/ })).toBeChecked();
  await page.getByRole('button', { name: 'Use these parts' }).click();
  await expect(page.getByRole('heading', { name: '$50,000 in 2 parts' })).toBeVisible();
  await page.getByRole('button', { name: 'Change the parts' }).click();
  await findAmountField(page, 1).fill('500');
  await page.getByRole('button', { name: 'Add a part' }).click();
  await findAmountField(page, 2).fill('49500');
  await expect(page.getByText('A part has no amount. Fill it in, or remove the part.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove part 3' }).click();
  await page.getByRole('button', { name: 'Use these parts' }).click();
  await expect(page.getByRole('alert')).toContainText('The first part is at least $1,000.');
  await page.getByRole('button', { name: 'Pay the whole price at once' }).click();
  await expect(page.getByRole('button', { name: 'Pay $50,000', exact: true })).toBeVisible();
});
