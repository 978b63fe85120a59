import { findFreePort } from '@carhouse/database/testing/free-port';
import type { Page } from '@playwright/test';
import { makeNextCode, setUpApp } from './authenticator-app.ts';
import { createBooking, createOwnCar, createUser, openAsDemo, openSignedIn } from './created-users.ts';
import { demoAdminEmail } from './demo-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, test } from './page-test.ts';
import { makeReservationPath } from './reservation-steps.ts';
import { type StartedProduct, startProduct } from './start-product.ts';

/** The tests of this file have a server of their own, whose operator takes no payments. */
let product: StartedProduct;
const sharedServer = { url: process.env.CARHOUSE_URL, dataDir: process.env.CARHOUSE_DATA_DIR };

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  product = await startProduct(await findFreePort(), { BUSINESS_MODE: 'introducer' });
  process.env.CARHOUSE_URL = product.url;
  process.env.CARHOUSE_DATA_DIR = product.dataDir;
});
test.afterAll(async () => {
  process.env.CARHOUSE_URL = sharedServer.url;
  process.env.CARHOUSE_DATA_DIR = sharedServer.dataDir;
  await product.stop();
});
test.beforeEach(({ allowConsole }) => {
  allowConsole(/Failed to load resource: the server responded with a status of (403|422)/);
});

async function confirmWithCode(page: Page, app: Awaited<ReturnType<typeof setUpApp>>): Promise<void> {
  const proofDialog = page.getByRole('dialog', { name: 'Confirm with your second step' });
  await proofDialog.getByLabel('Code', { exact: true }).fill(makeNextCode(app));
  await page.keyboard.press('Enter');
  await expect(proofDialog).toHaveCount(0);
}

/** Presses a button of the next step, and confirms the question that follows. */
async function pressAndConfirmNextStep(page: Page, buttonName: string, confirmationName: string): Promise<void> {
  await page.getByRole('region', { name: 'Next step' }).getByRole('button', { name: buttonName }).click();
  const question = page.getByRole('alertdialog');
  await expectAccessible(page);
  await question.getByRole('button', { name: confirmationName }).click();
  await expect(question).toHaveCount(0);
}

test('a buyer pays the seller directly, and the seller says so', async ({ page }) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const order = await createBooking(buyer, await createOwnCar(seller, { title: 'Ferrari Roma', resalePrice: 88_800 }));

  // At first the seller has not said how they want to be paid.
  await openSignedIn(page, buyer, '/dashboard/myOrders');
  const card = page.getByRole('article');
  await expect(card.getByText('You pay the seller directly. Ask them how.')).toBeVisible();
  await expect(card.getByRole('link', { name: /^Pay/ })).toHaveCount(0);
  await page.goto(`/orders/${order}`);
  const howToPayRegion = page.getByRole('region', { name: 'How to pay' });
  await expect(howToPayRegion.getByText('The seller has not said yet how they want to be paid.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Pay/ })).toHaveCount(0);

  // The seller adds a second step to the sign-in, and then says how they want to be paid.
  await page.context().clearCookies();
  // A seller whom no buyer has paid here is not offered the form of the payment company, at any URL.
  await openSignedIn(page, seller, '/dashboard/payouts?show=earlier');
  const instructions = page.getByRole('region', { name: 'How buyers pay you' });
  await expect(instructions).toBeVisible();
  await page.goto('/dashboard/payouts?back=expired');
  await expect(instructions).toBeVisible();
  await page.goto('/dashboard/payouts');
  await expect(instructions).toBeVisible();
  await checkInEachWindow(page, 'introducer-get-paid-start', () => expectAccessible(page));
  await page.getByRole('button', { name: 'Set up the second step' }).click();
  const app = await setUpApp(page);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Choose at least one way')).toBeVisible();
  await page.getByLabel('PayNow', { exact: true }).check();
  await page.getByLabel('Cashier’s order').check();
  await page.getByLabel('PayNow to').fill('6123 4567');
  await page.getByLabel('Note').fill('Pay at https://bank.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Neither a mobile number in Singapore nor a UEN')).toBeVisible();
  await expect(page.getByText('Links are not allowed')).toBeVisible();
  await checkInEachWindow(page, 'introducer-get-paid-faults', () => expectAccessible(page));
  await page.getByLabel('PayNow to').fill('T08GA0001A');
  await page.getByLabel('Note').fill('Cashier’s order to Roma Motors, handed over with the keys.');
  await page.getByRole('button', { name: 'Save' }).click();
  await confirmWithCode(page, app);
  await expect(page.getByText('Saved. You get a mail about it.')).toBeVisible();
  await checkInEachWindow(page, 'introducer-get-paid', () => expectAccessible(page));
  // Adding the second step has replaced the session of the seller.
  const sellerSessionCookies = await page.context().cookies();

  // The buyer reads the payment instructions in My Orders and on the page of the order, and is warned that the
  // instructions are newer than the booking.
  await page.context().clearCookies();
  await openSignedIn(page, buyer, '/dashboard/myOrders');
  await expect(card.getByText('Pay the seller directly: PayNow, Cashier’s order.')).toBeVisible();
  await checkInEachWindow(page, 'introducer-my-orders', () => expectAccessible(page));
  await card.getByRole('link', { name: 'How to pay for Ferrari Roma' }).click();
  await expect(page).toHaveURL(`/orders/${order}`);
  await expect(howToPayRegion.getByText('T08GA0001A')).toBeVisible();
  await expect(howToPayRegion.getByText(/^The seller gave this after you booked/)).toBeVisible();
  await expect(howToPayRegion.getByText('Car House does not hold your money')).toBeVisible();
  await checkInEachWindow(page, 'introducer-order-buyer', () => expectAccessible(page));
  await page.goto(`/dashboard/myOrders/${order}`);
  await expect(page.getByRole('heading', { name: 'Pay the seller directly' })).toBeVisible();
  await checkInEachWindow(page, 'introducer-payment-page', () => expectAccessible(page));

  // The seller marks the order as paid. The car is sold, and the next steps of the order follow.
  await page.context().clearCookies();
  await page.context().addCookies(sellerSessionCookies);
  await page.goto(`/orders/${order}`);
  await checkInEachWindow(page, 'introducer-order-seller', () => expectAccessible(page));
  for (const [buttonName, confirmationName] of [
    ['I have the money', 'Yes, mark it'],
    ['Ownership is transferred', 'Yes, mark it'],
    ['I have handed the car over', 'Yes, mark it'],
  ] as const) {
    await pressAndConfirmNextStep(page, buttonName, confirmationName);
  }
  await page.context().clearCookies();
  await openSignedIn(page, buyer, `/orders/${order}`);
  await expect(page.getByText('Done. You have the car.')).toBeVisible();
  await expect(page.getByText('You get the receipt from the seller, not here.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'How to pay' })).toHaveCount(0);
  const orderHistory = page.getByRole('region', { name: 'What happened' });
  await expect(orderHistory.getByText(`${seller.name} marked the order as paid to them.`)).toBeVisible();
  await expect(orderHistory.getByText('paid by card')).toHaveCount(0);
  await checkInEachWindow(page, 'introducer-order-done', () => expectAccessible(page));
  await page.goto('/dashboard/myOrders');
  await expect(card.getByText('Paid', { exact: true })).toBeVisible();
  await expect(card.getByRole('link', { name: /^Receipt/ })).toHaveCount(0);
  await page.context().clearCookies();
  await openAsDemo(page, demoAdminEmail, `/orders/${order}`);
  await expect(page.getByText('The buyer gets the receipt from the seller, not here.')).toBeVisible();
});

test('a seller who has marked the payment by mistake takes it back, once', async ({ page }) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const order = await createBooking(buyer, await createOwnCar(seller, { title: 'Ferrari Roma', resalePrice: 88_800 }));
  await openSignedIn(page, seller, `/orders/${order}`);
  const undoButton = page
    .getByRole('region', { name: 'Next step' })
    .getByRole('button', { name: 'I do not have the money' });
  await expect(undoButton).toHaveCount(0);
  await pressAndConfirmNextStep(page, 'I have the money', 'Yes, mark it');
  await undoButton.click();
  await checkInEachWindow(page, 'introducer-undo', () => expectAccessible(page));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click();
  await pressAndConfirmNextStep(page, 'I do not have the money', 'Yes, take it back');
  await expect(page.getByText('The order is open again')).toBeVisible();
  const historyRegion = page.getByRole('region', { name: 'What happened' });
  await expect(historyRegion.getByText('took back that they were paid.')).toBeVisible();
  await pressAndConfirmNextStep(page, 'I have the money', 'Yes, mark it');
  await expect(historyRegion.getByText('marked the order as paid to them.')).toHaveCount(2);
  await expect(undoButton).toHaveCount(0);
});

test('the pages do not promise that the operator takes or holds money', async ({ page }) => {
  const buyer = await createUser('Buyer');
  await openSignedIn(page, buyer, '/about');
  await expect(page.getByText('You pay the seller directly, and not Car House.')).toBeVisible();
  for (const path of ['/', '/about', '/faq', '/dashboard', '/dashboard/myOrders']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const cardPaymentTexts = page.getByText(/by card|card payment|back to your card/i).filter({ visible: true });
    await expect(cardPaymentTexts, path).toHaveCount(0);
  }
  const car = await createOwnCar(await createUser('Seller'));
  await page.goto(makeReservationPath(car));
  await expect(page.getByText('Buyers pay sellers directly here, so no deposit is taken')).toBeVisible();
  await page.goto('/faq');
  await expect(page.getByText('Car House takes nothing.')).toBeVisible();
  await checkInEachWindow(page, 'introducer-faq', () => expectAccessible(page));
});

test('the pages of admins about money say that they do not apply to new orders', async ({ page }) => {
  for (const [path, expectedNote] of [
    ['/dashboard/fees', 'so no fee is taken'],
    ['/dashboard/books', 'so new sales are not in the books'],
    ['/dashboard/money', 'so there are no new payments'],
  ] as const) {
    await openAsDemo(page, demoAdminEmail, path);
    await expect(page.getByText(expectedNote)).toBeVisible();
    await checkInEachWindow(page, `introducer${path.replaceAll('/', '-')}`, () => expectAccessible(page));
  }
});
