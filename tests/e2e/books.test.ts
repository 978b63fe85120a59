import { texts } from '@carhouse/contract/texts';
import { openAsDemo } from './created-users.ts';
import { demoAdmin, demoBuyer, demoSeller } from './demo-users.ts';
import { inEachWindow } from './each-window.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';
import { makePaidOrder, makeSaleParties } from './paid-order.ts';

test('an admin sees what a sale has posted, that the ledger sums to zero, and only the entries of one person', async ({
  page,
}) => {
  const sale = makeSaleParties();
  const order = await makePaidOrder(sale);
  await openAsDemo(page, demoAdmin, `/dashboard/books?booking=${order.bookingId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible();
  const rows = page.getByRole('table', { name: 'Entries of the ledger' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('Car sold');
  await expect(rows.nth(1)).toContainText('Owed to sellers');
  await expect(rows.nth(2)).toContainText('Card charged');
  await expect(rows.nth(2)).toContainText('Card company');
  await expect(page.getByRole('heading', { name: /^The ledger sums to zero[,.]/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /^\d+ of \d+ days? recorded this month$/ })).toBeVisible();
  await expect(page.getByText(/^Debits \$[\d,.]+, credits \$[\d,.]+: the difference is \$0\.00\.$/)).toBeVisible();
  await inEachWindow(page, 'books-sale', () => expectAccessible(page));
  await expectNoSidewaysScroll(page);
  await rows.nth(1).getByRole('link', { name: sale.seller }).click();
  await expect(page).toHaveURL(/person=[0-9a-f-]{36}$/);
  await page.getByRole('link', { name: `Stop showing only ${sale.seller}` }).click();
  await expect(page).toHaveURL('/dashboard/books');
});

test('a day without entries shows a message, and all entries again', async ({ page }) => {
  await makePaidOrder();
  await openAsDemo(page, demoAdmin, '/dashboard/books');
  await page.getByLabel('Day').fill('2001-01-01');
  await expect(page.getByRole('heading', { name: 'No entry matches' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all entries' }).click();
  await expect(page.getByRole('table', { name: 'Entries of the ledger' })).toBeVisible();
});

test('a day leads to its nightly record, and a sale to its invoice', async ({ page }) => {
  await makePaidOrder();
  const hash = 'c0ffee'.repeat(11).slice(0, 64);
  // The server records a day in the following night and issues an invoice after a confirmation, so this test mocks both
  // in the responses.
  await page.route('**/api/v1/books/days/*', (route) =>
    route.fulfill({ json: { recorded: { entries: 2, hash, at: '2026-11-26T17:05:00.000Z' } } }),
  );
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
  await openAsDemo(page, demoAdmin, '/dashboard/createUser');
  await page
    .getByRole('navigation', { name: 'Dashboard menu' })
    .getByRole('link', { name: /^Books/ })
    .click();
  const rows = page.getByRole('table', { name: 'Entries of the ledger' }).getByRole('row');
  await rows.nth(1).locator('time').getByRole('link').click();
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d$/);
  const record = page.getByRole('region', { name: /^Nightly record of/ });
  await expect(record).toContainText(hash);
  await expect(record).toContainText('2 entries, recorded 27 Nov 2026, 01:05.');
  await expect(record.getByRole('link', { name: 'The record in the audit' })).toHaveAttribute(
    'href',
    /noun=ledger_day&nounId=\d{4}-\d\d-\d\d$/,
  );
  await inEachWindow(page, 'books-day', () => expectAccessible(page));
  const invoice = page.getByRole('link', { name: /^Invoice INV-2026-000042 for the fee of the sale of/ }).first();
  await expect(invoice).toHaveAttribute('href', /^\/orders\/[0-9a-f-]{36}\/invoice$/);
});

for (const [who, email] of [
  ['buyer', demoBuyer],
  ['seller', demoSeller],
] as const) {
  test(`a ${who} does not see the books`, async ({ page }) => {
    await openAsDemo(page, email, '/dashboard/books');
    await expect(page.getByText(texts.toasts.notAdmin)).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  });
}
