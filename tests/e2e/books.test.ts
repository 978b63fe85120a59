import { texts } from '@carhouse/contract/texts';
import { openAsDemo } from './created-users.ts';
import { demoAdmin, demoBuyer, demoSeller } from './demo-users.ts';
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
  await expect(page.getByText(/The ledger sums to zero over [\d,]+ entries\./)).toBeVisible();
  await expectAccessible(page);
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
