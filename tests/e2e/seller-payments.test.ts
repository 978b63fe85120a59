import { readSuccessBody, runAsDemoAdmin } from './accounts.ts';
import { payByApi } from './card-form.ts';
import { createBooking, createOwnCar, createUser, openAsDemo, openSignedIn, signInAs } from './created-users.ts';
import { demoAdminEmail } from './demo-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, test } from './page-test.ts';
import { setUpGetPaid } from './paid-seller.ts';

/** The time limit in milliseconds for the next run of the reconciler, which may take long on a busy machine. */
const serverRunOptions = { timeout: 150_000 } as const;

test.beforeEach(({ allowConsole }) => {
  allowConsole(/Failed to load resource: the server responded with a status of (401|403|422)/);
  // The pages of the sandbox provider have no icon, which Chromium asks for.
  allowConsole(/Failed to load resource: the server responded with a status of 404/);
});

test('a seller follows the money of a sale to their bank, with a statement and an invoice', {
  tag: '@journey',
}, async ({ page }) => {
  test.setTimeout(480_000);
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const { user } = await readSuccessBody<{ user: { _id: string } }>(await seller.calls.get('/api/v1/me'));
  const rule = { seller: user._id, isEnd: false, basisPoints: 100, fixed: 0, cap: null, gstBasisPoints: 900 };
  const addRuleAnswer = await runAsDemoAdmin((admin) => admin.post('/api/v1/fee-rules', { data: rule }));
  expect(addRuleAnswer.status()).toBe(200);
  const order = await createBooking(buyer, await createOwnCar(seller, { title: 'Ferrari Roma', resalePrice: 88_800 }));
  await payByApi(buyer, order);

  // Before Get Paid is set up, the page already shows the amount that the seller is owed.
  await openSignedIn(page, seller, '/dashboard/payouts');
  const owedRegion = page.getByRole('region', { name: 'Owed, and why it waits' });
  await expect(owedRegion.getByText('Waits until you mark the hand-over in the order.')).toBeVisible();
  await expect(owedRegion.getByText('Price $88,800.00 less fee $888.00, GST $79.92')).toBeVisible();
  await expect(owedRegion.getByText('$87,832.08')).toBeVisible();
  await checkInEachWindow(page, 'seller-payments-owed', () => expectAccessible(page));

  for (const step of ['transferred', 'handed-over'])
    await seller.calls.post(`/api/v1/orders/${order}/steps`, { data: { step } });
  await buyer.calls.post(`/api/v1/orders/${order}/confirmation`, { data: {} });
  await page.goto(`/orders/${order}`);
  const money = page.getByRole('region', { name: 'Money' });
  await expect(money.getByText('Waits for Get Paid. Set it up, and the money leaves.')).toBeVisible();
  await expectAccessible(page);

  // An admin sees which payments wait, and the reasons.
  await page.context().clearCookies();
  await openAsDemo(page, demoAdminEmail, '/dashboard/sellerPayments?reason=no-account');
  await expect(page.getByRole('heading', { level: 1, name: 'Payments to sellers' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: seller.name });
  await expect(row.getByText('The seller has not set up Get Paid.')).toBeVisible();
  await expect(page.getByLabel('Why it waits')).toHaveValue('no-account');
  await checkInEachWindow(page, 'seller-payments-admin', () => expectAccessible(page));
  await page.getByLabel('Why it waits').selectOption('Complaint');
  await expect(page.getByRole('row').filter({ hasText: seller.name })).toHaveCount(0);

  // The seller sets up Get Paid, and the server transfers the money.
  await page.context().clearCookies();
  await signInAs(page, seller);
  await setUpGetPaid(page, seller, '000123456');
  const transfersRegion = page.getByRole('region', { name: 'On its way' });
  await expect(async () => {
    await page.reload();
    await expect(transfersRegion.getByText('$87,832.08')).toBeVisible({ timeout: 3_000 });
  }).toPass(serverRunOptions);
  await expect(transfersRegion.getByRole('link', { name: 'Ferrari Roma' })).toBeVisible();
  await checkInEachWindow(page, 'seller-payments-on-its-way', () => expectAccessible(page));
  const paidRegion = page.getByRole('region', { name: 'Paid', exact: true });
  await expect(async () => {
    await page.reload();
    await expect(paidRegion.getByText('Paid to your bank.')).toBeVisible({ timeout: 3_000 });
  }).toPass(serverRunOptions);
  await expect(page.getByLabel('Your money').getByText('$87,832')).toBeVisible();
  await checkInEachWindow(page, 'seller-payments-paid', () => expectAccessible(page));

  // The lines of the month's statement add up, and the statement links to the invoice of the fee.
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  const statement = page.getByRole('article', { name: /^Statement of / });
  await expect(statement.getByText('Owed now')).toBeVisible();
  for (const amount of ['$88,800.00', '−$888.00', '−$79.92', '−$87,832.08', '$0.00'])
    await expect(statement.getByText(amount, { exact: true }).first()).toBeVisible();
  await checkInEachWindow(page, 'statement', () => expectAccessible(page));
  const downloadPromise = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await downloadPromise).suggestedFilename()).toMatch(/^statement-\d{4}-\d\d\.csv$/);
  await statement.getByRole('link', { name: /^INV-/ }).click();
  const invoiceArticle = page.getByRole('article', { name: /^Invoice INV-\d{4}-\d{6}$/ });
  await expect(invoiceArticle.getByText('$967.92 SGD')).toBeVisible();
  await checkInEachWindow(page, 'fee-invoice', () => expectAccessible(page));

  // The buyer cannot open the statement and the invoice.
  await page.context().clearCookies();
  await openSignedIn(page, buyer, `/orders/${order}/invoice`);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Invoice of the fee');
  await page.goto('/dashboard/payouts');
  await expect(page.getByText('That screen is for sellers.')).toBeVisible();
});

test('a payout that the bank has sent back is tried again by an admin once the seller has given another account', async ({
  page,
}) => {
  test.setTimeout(480_000);
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const order = await createBooking(buyer, await createOwnCar(seller, { title: 'Ferrari Roma', resalePrice: 66_600 }));
  await payByApi(buyer, order);
  for (const step of ['transferred', 'handed-over'])
    await seller.calls.post(`/api/v1/orders/${order}/steps`, { data: { step } });
  await buyer.calls.post(`/api/v1/orders/${order}/confirmation`, { data: {} });
  await signInAs(page, seller);
  // This account number stands for a closed bank account in the sandbox.
  await setUpGetPaid(page, seller, '111111113');
  const returnedRegion = page.getByRole('region', { name: 'Sent back by the bank' });
  await expect(async () => {
    await page.reload();
    await expect(returnedRegion.getByText(/^The bank says: the account is closed\./)).toBeVisible({ timeout: 3_000 });
  }).toPass(serverRunOptions);
  await checkInEachWindow(page, 'seller-payments-returned', () => expectAccessible(page));
  await page.goto(`/orders/${order}`);
  const money = page.getByRole('region', { name: 'Money' });
  await expect(money.getByText(/^The bank says: the account is closed\./)).toBeVisible();
  await checkInEachWindow(page, 'order-returned', () => expectAccessible(page));

  await page.goto('/dashboard/payouts');
  await page.getByRole('button', { name: 'Answer' }).click();
  await page.getByLabel('Account number').fill('000123456');
  await page.getByRole('button', { name: 'Fill in what is missing with test data and submit' }).click();
  await expect(page.getByRole('region', { name: 'Your account' })).toContainText('ending 3456');
  await expect(returnedRegion.getByRole('button', { name: 'Give another account' })).toBeVisible();

  await page.context().clearCookies();
  await openAsDemo(page, demoAdminEmail, '/dashboard/sellerPayments?reason=returned');
  const row = page.getByRole('row').filter({ hasText: seller.name });
  await checkInEachWindow(page, 'seller-payments-retry', () => expectAccessible(page));
  await row.getByRole('button', { name: 'Try again now: Ferrari Roma' }).click();
  await expect(page.getByText('It was tried again.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByLabel('Why it waits').selectOption('On its way');
  await expect(row.getByText(/^At the bank by \d+ \w+ \d{4}\.$/)).toBeVisible();
});
