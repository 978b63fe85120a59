import { texts } from '@carhouse/contract/texts';
import type { Page } from '@playwright/test';
import { acceptedCardNumber, findPayButton, isTextRed, payByApi, typeCard } from './card-form.ts';
import { type CreatedUser, createBooking, createOwnCar, createUser, openSignedIn } from './created-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

type UnpaidOrder = {
  readonly seller: CreatedUser;
  readonly buyer: CreatedUser;
  readonly car: string;
  readonly order: string;
};

/** Creates a buyer with one unpaid order. No other test uses the car of this order. */
async function createUnpaidOrder(changes: object = {}): Promise<UnpaidOrder> {
  const [seller, buyer] = await Promise.all([createUser('Seller'), createUser('Buyer')]);
  const car = await createOwnCar(seller, { resalePrice: 88_800, ...changes });
  return { seller, buyer, car, order: await createBooking(buyer, car) };
}

const makeOrderPath = (order: string): string => `/dashboard/myOrders/${order}`;

async function openPayment(page: Page, changes: object = {}): Promise<UnpaidOrder> {
  const unpaidOrder = await createUnpaidOrder(changes);
  await openSignedIn(page, unpaidOrder.buyer, makeOrderPath(unpaidOrder.order));
  return unpaidOrder;
}

/** Whether the order was charged. The function reads from the receipt whether the order was charged. */
async function isPaid({ buyer, order }: UnpaidOrder): Promise<boolean> {
  const orderAnswer = await buyer.calls.get(`/api/payment/${order}`);
  return ((await orderAnswer.json()) as { paid: boolean }).paid;
}

/**
 * Declined cards, each with its message. The messages are all different, so the test knows which card caused a message.
 */
const declinedCardMessages = [
  ['4000 0000 0000 0002', 'Your card was declined.'],
  ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
  ['4000 0000 0000 9987', 'Your card was declined.'],
  ['4000 0000 0000 0069', 'Your card has expired.'],
  ['4000 0000 0000 9979', 'Your card was declined.'],
  ['4000 0000 0000 0127', "Your card's security code is incorrect."],
  ['4100 0000 0000 0019', 'Your card was declined.'],
  ['4000 0000 0000 0119', 'An error occurred while processing your card. Try again in a little bit.'],
  [
    '4000 0000 0000 6975',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ],
] as const;

test('every declined card shows the reason in red, charges nothing, and another card can be used', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 402/);
  const unpaidOrder = await openPayment(page);
  await expect(page.getByText(texts.payment.please('$88,800'))).toBeVisible();
  for (const [number, message] of declinedCardMessages) {
    await typeCard(page, number);
    await findPayButton(page).click();
    const declineAlert = page.getByRole('alert').filter({ hasText: message });
    await expect(declineAlert, number).toBeVisible();
    expect(await isTextRed(page, declineAlert)).toBe(true);
  }
  await expectAccessible(page);
  expect(await isPaid(unpaidOrder)).toBe(false);
  await typeCard(page, acceptedCardNumber);
  await findPayButton(page).click();
  await expect(page.getByRole('heading', { name: texts.toasts.paid })).toBeVisible();
  expect(await isPaid(unpaidOrder)).toBe(true);
});

test('invalid or incomplete card data is refused before a request is sent', async ({ page }) => {
  const unpaidOrder = await openPayment(page);
  let confirmationCount = 0;
  await page.route('**/payment_intents/*/confirm', (route) => {
    confirmationCount += 1;
    return route.continue();
  });
  for (const { message, number = acceptedCardNumber, cvc, expiry } of [
    { message: 'Your card number is incomplete.', number: '' },
    { message: 'Your card number is invalid.', number: '4242 4242 4242 4241' },
    { message: "Your card's security code is incomplete.", cvc: '24' },
    { message: "Your card's expiration year is in the past.", expiry: '12 / 24' },
  ]) {
    await typeCard(page, number, cvc, expiry);
    await findPayButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  }
  expect(confirmationCount).toBe(0);
  expect(await isPaid(unpaidOrder)).toBe(false);
});

for (const [name, number, cvc] of [
  ['Mastercard', '5555 5555 5555 4444', '242'],
  ['American Express', '3782 822463 10005', '2424'],
  ['Visa of Singapore', '4000 0070 2000 0003', '242'],
] as const) {
  test(`${name} pays`, async ({ page }) => {
    const unpaidOrder = await openPayment(page);
    await typeCard(page, number, cvc);
    await findPayButton(page).click();
    await expect(page.getByRole('heading', { name: texts.toasts.paid })).toBeVisible();
    expect(await isPaid(unpaidOrder)).toBe(true);
  });
}

test('3-D Secure that fails charges nothing, and the card can be used again', async ({ page, allowConsole }) => {
  allowConsole(/the server responded with a status of 402/);
  const unpaidOrder = await openPayment(page);
  await typeCard(page, '4000 0027 6000 3184');
  await findPayButton(page).click();
  await page.frameLocator('iframe[title="3-D Secure authentication"]').getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /unable to authenticate/ })).toBeVisible();
  expect(await isPaid(unpaidOrder)).toBe(false);
  await typeCard(page, acceptedCardNumber);
  await findPayButton(page).click();
  await expect(page.getByRole('heading', { name: texts.toasts.paid })).toBeVisible();
});

for (const [number, message] of [
  ['4000 0082 6000 3178', 'Your card has insufficient funds.'],
  ['4000 0084 0000 1629', 'Your card was declined.'],
] as const) {
  test(`3-D Secure that succeeds does not pay when the bank then declines (${number})`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/the server responded with a status of 402/);
    const unpaidOrder = await openPayment(page);
    await typeCard(page, number);
    await findPayButton(page).click();
    const challenge = page.frameLocator('iframe[title="3-D Secure authentication"]');
    await challenge.getByRole('button', { name: 'Complete' }).click();
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    expect(await isPaid(unpaidOrder)).toBe(false);
  });
}

test('a buyer who closes the dialog of the bank has paid nothing, and can start again', async ({ page }) => {
  const unpaidOrder = await openPayment(page);
  await typeCard(page, '4000 0027 6000 3184');
  await findPayButton(page).click();
  await page.getByRole('button', { name: 'Close without authenticating' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await isPaid(unpaidOrder)).toBe(false);
  await typeCard(page, acceptedCardNumber);
  await findPayButton(page).click();
  await expect(page.getByRole('heading', { name: texts.toasts.paid })).toBeVisible();
});

test('a payment that went through shows ten ticks and a transaction id to copy, and links to My Orders', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { order } = await openPayment(page);
  await typeCard(page, acceptedCardNumber);
  await findPayButton(page).click();
  await expect(page.getByRole('heading', { name: texts.toasts.paid })).toBeFocused();
  await expect(page.getByRole('status').locator('.meter i.is-on')).toHaveCount(10);
  await page.getByRole('button', { name: 'Copy transaction id' }).click();
  await expect(page.getByRole('button', { name: 'Transaction id copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^pi_/);
  await expect(page.getByRole('link', { name: 'Receipt' })).toHaveAttribute('href', `${makeOrderPath(order)}/receipt`);
  await expectAccessible(page);
  await expect(page).toHaveURL('/dashboard/myOrders');
});

test('during the payment a second click sends nothing', async ({ page }) => {
  const unpaidOrder = await openPayment(page);
  let confirmationCount = 0;
  const { promise: responsePermission, resolve: permitResponse } = Promise.withResolvers<void>();
  await page.route('**/payment_intents/*/confirm', async (route) => {
    confirmationCount += 1;
    await responsePermission;
    await route.continue();
  });
  await typeCard(page, acceptedCardNumber);
  await findPayButton(page).dblclick();
  await expect(page.getByText('Waiting for your bank. Keep this page open.')).toBeVisible();
  await findPayButton(page).dispatchEvent('click');
  await expectAccessible(page);
  permitResponse();
  await expect(page.getByRole('heading', { name: texts.toasts.paid })).toBeVisible();
  expect(confirmationCount).toBe(1);
  expect(await isPaid(unpaidOrder)).toBe(true);
});

test('a page that is reloaded during the payment loses nothing and pays once', async ({ page, allowConsole }) => {
  // The first console error comes from the interrupted call. The second console error comes from opening a payment that
  // the server has settled since.
  allowConsole(/Failed to load resource: net::ERR_FAILED|status of 409/);
  const unpaidOrder = await openPayment(page);
  await page.route('**/api/payment', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await typeCard(page, acceptedCardNumber);
  const confirmResponsePromise = page.waitForResponse(/\/confirm$/);
  await findPayButton(page).click();
  await confirmResponsePromise;
  await page.unroute('**/api/payment');
  await page.goto(makeOrderPath(unpaidOrder.order));
  await expect(page.getByRole('heading', { name: /This order is (already )?paid/ })).toBeVisible();
  await expect(findPayButton(page)).toHaveCount(0);
  await expect.poll(() => isPaid(unpaidOrder)).toBe(true);
});

test('a car that another buyer is paying for shows until when, and is unavailable once it is sold', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 409/);
  const firstOrder = await createUnpaidOrder();
  const secondBuyer = await createUser('Buyer');
  const order = await createBooking(secondBuyer, firstOrder.car);
  await firstOrder.buyer.calls.post('/api/create-payment-intent', { data: { paymentId: firstOrder.order } });
  await openSignedIn(page, secondBuyer, '/dashboard/myOrders');
  await expect(page.getByText(/^Another buyer is paying for this car, until \d\d:\d\d at the latest\.$/)).toBeVisible();
  await page.goto(makeOrderPath(order));
  await expect(page.getByRole('heading', { name: 'Another buyer is paying for this car' })).toBeVisible();
  await expectAccessible(page);
  await payByApi(firstOrder.buyer, firstOrder.order);
  await page.getByRole('button', { name: 'Check again now' }).click();
  await expect(page.getByRole('heading', { name: /This (order was cancelled|car has been sold)/ })).toBeVisible();
  await expect(findPayButton(page)).toHaveCount(0);
});

test('the hold shows its remaining time, and can be renewed after its end', async ({ page }) => {
  await page.clock.install();
  await openPayment(page);
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d left$/);
  await page.clock.fastForward('16:00');
  await expect(page.getByRole('heading', { name: 'The hold on this car has ended' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hold the car again' }).click();
  await expect(findPayButton(page)).toBeVisible();
});

test('a provider that does not respond shows a message, and is called again on request', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 503/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const unpaidOrder = await createUnpaidOrder();
  let requestCount = 0;
  const secondResponseResolvers = Promise.withResolvers<void>();
  await page.route('**/api/create-payment-intent', async (route) => {
    requestCount += 1;
    if (requestCount > 1) await secondResponseResolvers.promise;
    await route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: { code: 'PAYMENT_PROVIDER_UNAVAILABLE', detail: 'The card company does not answer.', status: 503 },
    });
  });
  await openSignedIn(page, unpaidOrder.buyer, makeOrderPath(unpaidOrder.order));
  await expect(page.getByRole('heading', { name: 'The payment could not start' })).toBeVisible();
  const tryAgainButton = page.getByRole('button', { name: 'Try again' });
  await expect(tryAgainButton).toBeEnabled();
  await expectAccessible(page);
  // While the page tries again, the message remains. The card form is not rendered before the new try has succeeded.
  await tryAgainButton.click();
  await expect.poll(() => requestCount).toBe(2);
  await expect(page.getByRole('heading', { name: 'The payment could not start' })).toBeVisible();
  await expect(page.locator('iframe[title^="Secure"]')).toHaveCount(0);
  secondResponseResolvers.resolve();
  await expect(tryAgainButton).toBeEnabled();
  await page.unroute('**/api/create-payment-intent');
  await tryAgainButton.click();
  await expect(findPayButton(page)).toBeEnabled();
  // A placeholder does not look like a typed number, also with reduced motion.
  const field = page.frameLocator('iframe[title="Secure card number input frame"]').getByLabel('card number');
  const [typedColour, placeholderColour] = await field.evaluate((input) =>
    [undefined, '::placeholder'].map((part) => getComputedStyle(input, part).color),
  );
  expect(placeholderColour).not.toBe(typedColour);
});

test('an order can be paid by the keyboard alone', async ({ page }) => {
  const unpaidOrder = await openPayment(page);
  await expect(findPayButton(page)).toBeEnabled();
  await page.getByRole('main').getByRole('link', { name: texts.drawer.myOrders }).focus();
  // The first control is the choice of the way to pay, in which the card is chosen.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: /^Card/ })).toBeFocused();
  for (const typedNumber of ['4242424242424242', '1234', '242']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(typedNumber);
  }
  await page.keyboard.press('Tab');
  await expect(findPayButton(page)).toBeFocused();
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: texts.toasts.paid })).toBeVisible();
  expect(await isPaid(unpaidOrder)).toBe(true);
});
