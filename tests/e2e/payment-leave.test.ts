import type { Page } from '@playwright/test';
import { acceptedCardNumber, findPayButton, typeCard } from './card-form.ts';
import { type CreatedUser, createBooking, createOwnCar, createUser, openSignedIn } from './created-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, test } from './page-test.ts';

type RivalOrders = {
  readonly buyer: CreatedUser;
  readonly order: string;
  readonly rivalBuyer: CreatedUser;
  readonly rivalOrder: string;
};

/** Creates two buyers who have booked the same car. */
async function makeOrders(): Promise<RivalOrders> {
  const [seller, buyer, rivalBuyer] = await Promise.all([
    createUser('Seller'),
    createUser('Buyer'),
    createUser('Buyer'),
  ]);
  const car = await createOwnCar(seller, { resalePrice: 88_800 });
  return {
    buyer,
    order: await createBooking(buyer, car),
    rivalBuyer,
    rivalOrder: await createBooking(rivalBuyer, car),
  };
}

const makeOrderPath = (order: string): string => `/dashboard/myOrders/${order}`;

/** The response to the second buyer, who wants to pay for the car while the first buyer holds it. */
async function payAsRival({ rivalBuyer, rivalOrder }: RivalOrders): Promise<number> {
  return (await rivalBuyer.calls.post('/api/create-payment-intent', { data: { paymentId: rivalOrder } })).status();
}

async function openPaymentAndWait(page: Page, { buyer, order }: RivalOrders): Promise<void> {
  await openSignedIn(page, buyer, makeOrderPath(order));
  await expect(findPayButton(page)).toBeEnabled();
}

test('leaving the payment page by a link releases the car, and returning holds it again', async ({ page }) => {
  const rivalOrders = await makeOrders();
  await openPaymentAndWait(page, rivalOrders);
  await expect(page.getByText(/^Held for you until/)).toBeVisible();
  expect(await payAsRival(rivalOrders)).toBe(409);
  await page.getByRole('link', { name: 'My Orders' }).first().click();
  await expect(page).toHaveURL('/dashboard/myOrders');
  await page.goBack();
  await expect(findPayButton(page)).toBeEnabled();
  await typeCard(page, acceptedCardNumber);
  await findPayButton(page).click();
  await expect(page.getByRole('heading', { name: 'Your Payment Successfully Done!' })).toBeVisible();
});

test('closing the payment page, or leaving it for another site, releases the car', async ({ page }) => {
  const rivalOrders = await makeOrders();
  await openPaymentAndWait(page, rivalOrders);
  await page.goto('/faq');
  await expect.poll(() => payAsRival(rivalOrders)).toBe(200);
});

test('reloading the page keeps the hold', async ({ page }) => {
  const rivalOrders = await makeOrders();
  await openPaymentAndWait(page, rivalOrders);
  await page.reload();
  await expect(findPayButton(page)).toBeEnabled();
  expect(await payAsRival(rivalOrders)).toBe(409);
});

test('a card form that fails to load holds no car', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  const rivalOrders = await makeOrders();
  await page.route(/sandbox-card-provider.*\.js/, (route) => route.abort());
  await openSignedIn(page, rivalOrders.buyer, makeOrderPath(rivalOrders.order));
  await expect(page.getByRole('heading', { name: 'The payment could not start' })).toBeVisible();
  expect(await payAsRival(rivalOrders)).toBe(200);
});

test('a buyer at the limit sees when they can continue', async ({ page, allowConsole }) => {
  allowConsole(/status of 429/);
  const rivalOrders = await makeOrders();
  const refusalText = 'You held this car a short time ago. You can hold it again in 29 minutes.';
  await page.route('**/api/create-payment-intent', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '1740' },
      json: { code: 'HOLD_COOLDOWN', detail: refusalText },
    }),
  );
  await openSignedIn(page, rivalOrders.buyer, makeOrderPath(rivalOrders.order));
  await expect(page.getByRole('heading', { name: 'You cannot hold this car yet' })).toBeVisible();
  await expect(page.getByText(refusalText)).toBeVisible();
  await expectAccessible(page);
  await checkInEachWindow(page, 'hold', () => expect(page.getByRole('button', { name: 'Try again' })).toBeInViewport());
});
