import { texts } from '@carhouse/contract/texts';
import { openAsDemo } from './created-users.ts';
import { demoAdminEmail, demoBuyerEmail, demoSellerEmail } from './demo-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';
import { makePaidOrder, makeSaleParties } from './paid-order.ts';

test('an admin sees what a sale has posted, that the ledger sums to zero, and only the entries of one person', async ({
  page,
}) => {
  const sale = makeSaleParties();
  const order = await makePaidOrder(sale);
  await openAsDemo(page, demoAdminEmail, `/dashboard/books?booking=${order.bookingId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible();
  const rows = page.getByRole('table', { name: 'Entries of the ledger' }).getByRole('row');
  // The reconciler posts the fee of the card company when it next runs.
  await expect(async () => {
    await page.reload();
    await expect(rows).toHaveCount(4, { timeout: 3_000 });
  }).toPass({ timeout: 150_000 });
  await expect(rows.nth(1)).toContainText('Fee of the card company');
  await expect(rows.nth(2)).toContainText('Car sold');
  await expect(rows.nth(2)).toContainText('Owed to sellers');
  await expect(rows.nth(3)).toContainText('Payment received');
  await expect(rows.nth(3)).toContainText('Card company');
  await expect(page.getByRole('heading', { name: /^The ledger sums to zero[,.]/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /^\d+ of \d+ days? recorded this month$/ })).toBeVisible();
  await expect(page.getByText(/^Debits \$[\d,.]+, credits \$[\d,.]+: the difference is \$0\.00\.$/)).toBeVisible();
  await checkInEachWindow(page, 'books-sale', () => expectAccessible(page));
  await expectNoSidewaysScroll(page);
  await rows.nth(2).getByRole('link', { name: sale.seller }).click();
  await expect(page).toHaveURL(/person=[0-9a-f-]{36}$/);
  await page.getByRole('link', { name: `Stop showing only ${sale.seller}` }).click();
  await expect(page).toHaveURL('/dashboard/books');
});

test('the books show the figures of a day and where the money is, and go to the day before', async ({ page }) => {
  const order = await makePaidOrder();
  await openAsDemo(page, demoAdminEmail, '/dashboard/books');
  const figureList = page.getByRole('main').locator('dl').filter({ hasText: 'Came in today' });
  await expect(figureList).toContainText(/Came in today\$[\d,]+\.\d\d\d+ payments?/);
  await expect(figureList).toContainText('Held for others');
  const placesRegion = page.getByRole('region', { name: 'Where the money is' });
  await expect(placesRegion).toContainText('Owed to sellers');
  await expect(placesRegion).toContainText('The difference is $0.00.');
  const searchField = page.getByRole('searchbox', { name: 'Car, name, receipt, reference or id' });
  const isHintCut = () => searchField.evaluate((input) => input.scrollWidth > input.clientWidth);
  await checkInEachWindow(page, 'books-search', async () => expect(await isHintCut()).toBe(false));
  await searchField.fill(order.car);
  await expect(page).toHaveURL(/search=/);
  const rows = page.getByRole('table', { name: 'Entries of the ledger' }).getByRole('row');
  // All rows but the heading are of this car.
  await expect(rows.filter({ hasNotText: order.car })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Car sold' })).toHaveCount(1);
  await searchField.fill('');
  const yesterday = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
  await page.getByRole('link', { name: /^Books of / }).click();
  await expect(page).toHaveURL(`/dashboard/books?day=${yesterday}`);
  await expect(page.getByText('Held for others at its end')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Where the money is now' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Books of / })).toHaveCount(2);
});

test('the books show what does not match, with both figures and the repair', async ({ page }) => {
  await makePaidOrder();
  // Discrepancies are rare in a whole system, so this test mocks one in the responses.
  const discrepancy = {
    id: '01990000-0000-7000-8000-000000000001',
    kind: 'charge-mismatch',
    subject: 'pi_test',
    state: 'open',
    evidence: {
      provider: { intentId: 'pi_test', amount: 86_800_000, amountRefunded: 20_000, currency: 'sgd' },
      recorded: { payment: 'CH-00004712', amount: 86_800_000 },
    },
    repair: 'Reads the charge again and takes over what the card company says.',
    firstSeenAt: '2026-11-26T09:20:00.000Z',
    lastSeenAt: '2026-11-26T09:21:00.000Z',
    closedAt: null,
    waiting: null,
  };
  await page.route('**/api/v1/reconciliation?*', (route) =>
    route.fulfill({
      json: {
        open: 1,
        openByKind: [{ kind: discrepancy.kind, open: 1 }],
        mailsWaiting: 0,
        lastRunAt: null,
        findings: [discrepancy],
      },
    }),
  );
  await page.route('**/api/v1/books/totals', async (route) => {
    const response = await route.fetch();
    const totals = (await response.json()) as object;
    await route.fulfill({ response, json: { ...totals, openDiscrepancies: 1 } });
  });
  await openAsDemo(page, demoAdminEmail, '/dashboard/createUser');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .getByRole('navigation', { name: 'Dashboard menu' })
    .getByRole('link', { name: /^Books/ })
    .click();
  await expect(page.getByRole('heading', { name: 'The ledger sums to zero. 1 payment issue is open.' })).toBeVisible();
  const mismatchRegion = page.getByRole('region', { name: 'Does not match' });
  await expect(mismatchRegion.getByRole('article', { name: 'A charge of another amount or currency' })).toContainText(
    '$868,000',
  );
  await expect(mismatchRegion).toContainText('$200');
  await expect(mismatchRegion.getByRole('link', { name: 'Payment issues' })).toHaveAttribute(
    'href',
    '/dashboard/money',
  );
  await checkInEachWindow(page, 'books-issue', () => expectAccessible(page));
  await mismatchRegion
    .getByRole('button', { name: 'Give the charge back: A charge of another amount or currency' })
    .click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(discrepancy.repair);
  await expect(question.getByRole('button', { name: 'Give the charge back' })).toBeVisible();
});

test('a day without entries shows a message, and all entries again', async ({ page }) => {
  await makePaidOrder();
  await openAsDemo(page, demoAdminEmail, '/dashboard/books');
  await page.getByLabel('Day', { exact: true }).fill('2001-01-01');
  await expect(page.getByRole('heading', { name: 'No entry matches' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all entries' }).click();
  await expect(page.getByRole('table', { name: 'Entries of the ledger' })).toBeVisible();
});

test('a day leads to its nightly record, and a sale to its invoice', async ({ page }) => {
  await makePaidOrder();
  const hash = 'c0ffee'.repeat(11).slice(0, 64);
  // The server records a day in the following night and issues an invoice after a confirmation, so this test mocks both
  // in the responses.
  const mockedMoney = {
    cameIn: { amount: 500, payments: 0, returned: 500 },
    wentOut: { amount: 2_468, payouts: 0, refunds: 0, providerFees: 0, withdrawn: 2_468, voided: 0 },
    owedToOthers: 0,
  };
  await page.route('**/api/v1/books/days/*', async (route) => {
    const response = await route.fetch();
    const ledgerFigures = (await response.json()) as object;
    const recordedDay = { entries: 2, hash, at: '2026-11-26T17:05:00.000Z' };
    await route.fulfill({ response, json: { ...ledgerFigures, ...mockedMoney, recorded: recordedDay } });
  });
  await page.route('**/api/v1/books?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { entries: { cause: string }[] };
    const entries = body.entries.map((entry) => ({
      ...entry,
      documents: entry.cause === 'sale' ? [{ number: 'INV-2026-000042', kind: 'invoice' }] : [],
    }));
    await route.fulfill({ response, json: { ...body, entries } });
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  // The browser requests the mocked responses only after a change of the page.
  await openAsDemo(page, demoAdminEmail, '/dashboard/createUser');
  await page
    .getByRole('navigation', { name: 'Dashboard menu' })
    .getByRole('link', { name: /^Books/ })
    .click();
  const rows = page.getByRole('table', { name: 'Entries of the ledger' }).getByRole('row');
  await rows.nth(1).locator('time').getByRole('link').click();
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d$/);
  await expect(page.getByText('0 payments, $500.00 returned by banks')).toBeVisible();
  await expect(page.getByText('$2,468.00 withdrawn by banks', { exact: true })).toBeVisible();
  await expect(page.getByText('Nothing is owed', { exact: true })).toBeVisible();
  const nightlyRecordRegion = page.getByRole('region', { name: /^Nightly record of/ });
  await expect(nightlyRecordRegion).toContainText(hash);
  await expect(nightlyRecordRegion).toContainText('2 entries, recorded 27 Nov 2026, 01:05.');
  await expect(nightlyRecordRegion.getByRole('link', { name: 'The record in the audit' })).toHaveAttribute(
    'href',
    /noun=ledger_day&nounId=\d{4}-\d\d-\d\d$/,
  );
  await checkInEachWindow(page, 'books-day', () => expectAccessible(page));
  const invoiceLink = page.getByRole('link', { name: /^Invoice INV-2026-000042 for the fee of the sale of/ }).first();
  await expect(invoiceLink).toHaveAttribute('href', /^\/orders\/[0-9a-f-]{36}\/invoice$/);
});

for (const [viewerName, email] of [
  ['buyer', demoBuyerEmail],
  ['seller', demoSellerEmail],
] as const) {
  test(`a ${viewerName} does not see the books`, async ({ page }) => {
    await openAsDemo(page, email, '/dashboard/books');
    await expect(page.getByText(texts.toasts.notAdmin)).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  });
}
