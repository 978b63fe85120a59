import { readFile } from 'node:fs/promises';
import { texts } from '@carhouse/contract/texts';
import type { Locator, Page } from '@playwright/test';
import { acceptedCardNumber, findPayButton, isTextRed, typeCard } from './card-form.ts';
import {
  type CreatedUser,
  createBooking,
  createOwnCar,
  createUser,
  openAsDemo,
  openSignedIn,
} from './created-users.ts';
import { demoAdminEmail } from './demo-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';
import { choosePaymentMethod, payOrDeclinePaynowCode } from './paynow-code.ts';

type BuyerOrder = { readonly buyer: CreatedUser; readonly order: string };

async function openPayment(page: Page, price = 88_800): Promise<BuyerOrder> {
  const [seller, buyer] = await Promise.all([createUser('Seller'), createUser('Buyer')]);
  const car = await createOwnCar(seller, { resalePrice: price });
  const order = await createBooking(buyer, car);
  await openSignedIn(page, buyer, `/dashboard/myOrders/${order}`);
  return { buyer, order };
}

const findQrCode = (page: Page): Locator => page.getByRole('img', { name: 'PayNow QR code for $88,800.00' });
const findStatusBox = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });
const findDoneHeading = (page: Page): Locator => page.getByRole('heading', { name: texts.toasts.paid });

async function isPaid({ buyer, order }: BuyerOrder): Promise<boolean> {
  return ((await (await buyer.calls.get(`/api/payment/${order}`)).json()) as { paid: boolean }).paid;
}

test('a buyer scans a PayNow code, and the page, receipt and order notice by themselves @journey', async ({
  page,
  context,
}) => {
  const unpaidOrder = await openPayment(page);
  await expect(page.getByRole('radio', { name: /^Card/ })).toBeChecked();
  await choosePaymentMethod(page, 'PayNow');
  await expect(findQrCode(page)).toBeVisible();
  await expect(findStatusBox(page, 'Waiting for your bank')).toBeVisible();
  await expect(page.getByRole('timer', { name: 'Time left for this code' })).toHaveText(/^1[45]:\d\d$/);
  await expect(page.getByText('Check that it says $88,800.00.')).toBeVisible();
  await checkInEachWindow(page, 'paynow', () => expectAccessible(page));
  await payOrDeclinePaynowCode(page, context, 'Pay');
  await expect(findDoneHeading(page)).toBeFocused();
  expect(await isPaid(unpaidOrder)).toBe(true);
  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByRole('definition').filter({ hasText: /^PayNow$/ })).toBeVisible();
  await page.getByRole('link', { name: 'See the order' }).click();
  await expect(page.getByText('paid with PayNow.')).toBeVisible();
});

test('a code that nobody paid is covered, and gets a successor that pays', async ({ page, context }) => {
  const unpaidOrder = await openPayment(page);
  await choosePaymentMethod(page, 'PayNow');
  await expect(findQrCode(page)).toBeVisible();
  await payOrDeclinePaynowCode(page, context, 'Let the code expire');
  await expect(findStatusBox(page, 'Nobody paid this code in time')).toBeVisible();
  await expect(findQrCode(page)).toHaveCount(0);
  await checkInEachWindow(page, 'paynow-over', () => expectAccessible(page));
  await page.getByRole('button', { name: 'New code' }).click();
  await expect(findQrCode(page)).toBeVisible();
  await expect(findStatusBox(page, 'Waiting for your bank')).toBeFocused();
  await payOrDeclinePaynowCode(page, context, 'Refuse to pay');
  await expect(findStatusBox(page, 'Your bank refused the payment')).toBeVisible();
  expect(await isPaid(unpaidOrder)).toBe(false);
  await page.getByRole('button', { name: 'New code' }).click();
  await expect(findQrCode(page)).toBeVisible();
  await payOrDeclinePaynowCode(page, context, 'Pay');
  await expect(findDoneHeading(page)).toBeVisible();
  expect(await isPaid(unpaidOrder)).toBe(true);
});

test('a buyer who has seen a code can still pay by card, once', async ({ page, allowConsole }) => {
  allowConsole(/the server responded with a status of 402/);
  const unpaidOrder = await openPayment(page);
  await choosePaymentMethod(page, 'PayNow');
  await expect(findQrCode(page)).toBeVisible();
  await choosePaymentMethod(page, 'Card');
  await typeCard(page, '4000 0000 0000 0002');
  await findPayButton(page).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'Your card was declined.' });
  await expect(refusal).toBeVisible();
  expect(await isTextRed(page, refusal)).toBe(true);
  await choosePaymentMethod(page, 'PayNow');
  await expect(findStatusBox(page, 'This code was replaced')).toBeVisible();
  await page.getByRole('button', { name: 'New code' }).click();
  await expect(findQrCode(page)).toBeVisible();
  await choosePaymentMethod(page, 'Card');
  await typeCard(page, acceptedCardNumber);
  await findPayButton(page).click();
  await expect(findDoneHeading(page)).toBeVisible();
  expect(await isPaid(unpaidOrder)).toBe(true);
});

test('a code that is paid while the buyer looks at the card form is noticed', async ({ page, context }) => {
  const unpaidOrder = await openPayment(page);
  await choosePaymentMethod(page, 'PayNow');
  const codePageUrl = await page.getByRole('link', { name: 'Open the test page of this code' }).getAttribute('href');
  await choosePaymentMethod(page, 'Card');
  await expect(findPayButton(page)).toBeEnabled();
  await payOrDeclinePaynowCode(page, context, 'Pay', codePageUrl);
  await expect(findDoneHeading(page)).toBeVisible();
  expect(await isPaid(unpaidOrder)).toBe(true);
});

test('a payment whose page is closed is there when the buyer comes back', async ({ page, context }) => {
  const unpaidOrder = await openPayment(page);
  await choosePaymentMethod(page, 'PayNow');
  await expect(findQrCode(page)).toBeVisible();
  const codePageUrl = await page.getByRole('link', { name: 'Open the test page of this code' }).getAttribute('href');
  await page.goto('/faq');
  await payOrDeclinePaynowCode(page, context, 'Pay', codePageUrl);
  await expect.poll(() => isPaid(unpaidOrder)).toBe(true);
  await page.goto(`/dashboard/myOrders/${unpaidOrder.order}`);
  await expect(page.getByRole('heading', { name: 'This order is paid' })).toBeVisible();
});

test('a code is over with its hold, and a new one holds the car again', async ({ page }) => {
  await page.clock.install();
  await openPayment(page);
  await choosePaymentMethod(page, 'PayNow');
  await expect(findQrCode(page)).toBeVisible();
  // The test moves only the clock of the page, so the server answers that the code can still be paid.
  await page.clock.fastForward('16:00');
  await expect(findStatusBox(page, 'Still listening to the bank')).toBeVisible();
  await expect(findQrCode(page)).toHaveCount(0);
  await page.route('**/payment-check', (route) =>
    route.fulfill({ json: { state: 'ended', code: null, holdEndsAt: null, transactionId: null } }),
  );
  await page.clock.runFor(4_000);
  await expect(findStatusBox(page, 'The hold on the car has ended')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/payment-check');
  await page.getByRole('button', { name: 'New code' }).click();
  await expect(findQrCode(page)).toBeVisible();
});

test('a car above the limit of PayNow says so, and is paid by card', async ({ page }) => {
  await openPayment(page, 200_001);
  const paynow = page.getByRole('radio', { name: /^PayNow/ });
  await expect(paynow).toBeDisabled();
  await expect(page.getByText('At most $200,000 at a time. This car costs more.')).toBeVisible();
  await expectAccessible(page);
  await typeCard(page, acceptedCardNumber);
  await findPayButton(page).click();
  await expect(findDoneHeading(page)).toBeVisible();
});

test('a provider that does not answer is asked again, and nobody is told to pay twice', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 503/);
  await openPayment(page);
  await choosePaymentMethod(page, 'PayNow');
  await expect(findQrCode(page)).toBeVisible();
  const json = { code: 'PAYMENT_PROVIDER_UNAVAILABLE', detail: 'The card provider does not answer.', status: 503 };
  await page.route('**/payment-check', (route) => route.fulfill({ status: 503, json }));
  await expect(findStatusBox(page, 'Do not pay a second time.')).toBeVisible();
  await expect(findQrCode(page)).toBeVisible();
  await page.unroute('**/payment-check');
  await payOrDeclinePaynowCode(page, context, 'Pay');
  await expect(findDoneHeading(page)).toBeVisible();
});

test('without the card form, an order can still be paid with PayNow', async ({ page, context, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  await page.route(/sandbox-card-provider.*\.js/, (route) => route.abort());
  await openPayment(page);
  await expect(page.getByRole('heading', { name: 'The payment could not start' })).toBeVisible();
  await page.unroute(/sandbox-card-provider.*\.js/);
  await choosePaymentMethod(page, 'PayNow');
  await expect(findQrCode(page)).toBeVisible();
  await payOrDeclinePaynowCode(page, context, 'Pay');
  await expect(findDoneHeading(page)).toBeVisible();
});

test('a code can be chosen and saved by the keyboard alone, as a picture', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { order } = await openPayment(page);
  await page.getByRole('radio', { name: /^Card/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^PayNow/ })).toBeFocused();
  await expect(findQrCode(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
  const downloadPromise = page.waitForEvent('download');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Save the code as a picture' })).toBeFocused();
  await page.keyboard.press('Enter');
  const download = await downloadPromise;
  expect(download.suggestedFilename()).toBe(`paynow-${order}.png`);
  const picture = await readFile(await download.path());
  expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG');
  await expect(page.getByText('The picture is saved.')).toBeVisible();
  // The focus leaves the code and reaches the end of the page, so no control traps the focus.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Open the test page of this code' })).toBeFocused();
});

test('an admin reads how long a PayNow payment can be refunded, and after that why it cannot be', async ({
  page,
  context,
}) => {
  const { order } = await openPayment(page);
  await choosePaymentMethod(page, 'PayNow');
  await payOrDeclinePaynowCode(page, context, 'Pay');
  await expect(findDoneHeading(page)).toBeVisible();
  const path = '**/api/v1/payments?*';
  let isRefundPeriodOver = false;
  await page.route(path, async (route) => {
    const answer = await route.fetch();
    const rows = (await answer.json()) as { bookingId: string }[];
    const refundableUntil = '2026-01-31T04:00:00.000Z';
    const json = rows.map((row) => (isRefundPeriodOver && row.bookingId === order ? { ...row, refundableUntil } : row));
    await route.fulfill({ response: answer, json });
  });
  const transactionId = await page.getByText(/^pi_/).textContent();
  await openAsDemo(page, demoAdminEmail, `/dashboard/money?search=${transactionId}`);
  const row = page.getByRole('table', { name: 'Payments' }).getByRole('row').filter({ hasText: 'PayNow' });
  await row.getByRole('button', { name: /^Refund/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('goes back to the bank account that paid with PayNow.');
  await expect(dialog).toContainText('PayNow payments can be refunded for 90 days: this one until');
  await expectAccessible(page);
  isRefundPeriodOver = true;
  // The server renders the first list into the page; the page itself fetches the list of a search.
  await page.goto('/dashboard/money');
  const searchAnswerPromise = page.waitForResponse(/\/api\/v1\/payments\?.*search=pi_/);
  await page.getByRole('searchbox', { name: 'Car, name, receipt or charge' }).fill(transactionId ?? '');
  await searchAnswerPromise;
  // The answer arrives before the table shows it.
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: /^Refund/ }).click();
  await expect(dialog).toContainText('For this one they ended on 31 Jan 2026');
  await expect(dialog.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0);
  await checkInEachWindow(page, 'paynow-too-late', () => expectAccessible(page));
});
