import { readFile } from 'node:fs/promises';
import { texts } from '@carhouse/contract/texts';
import { readSuccessBody, runAsDemoAdmin } from './accounts.ts';
import { openAsDemo } from './created-users.ts';
import { demoAdminEmail, demoSellerEmail } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';
import { makePaidOrder, makeSaleParties } from './paid-order.ts';

test('an admin starts a check and sees that there are no discrepancies', async ({ page }) => {
  await openAsDemo(page, demoAdminEmail, '/dashboard/money');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment issues' })).toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/charges? and [\d,]+ payments? compared/)).toBeVisible();
  await expect(page.getByText(/Last check \d/).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('an admin refunds a paid order, with a reason', { tag: '@journey' }, async ({ page }) => {
  const order = await makePaidOrder();
  await openAsDemo(page, demoAdminEmail, `/dashboard/money?search=${encodeURIComponent(order.car)}`);
  const row = page.getByRole('table', { name: 'Payments' }).getByRole('row').filter({ hasText: order.car });
  await expect(row).toContainText(order.buyerName);
  await expect(row).toContainText('$868,000');
  await row.getByRole('button', { name: /^Refund/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The whole $868,000 goes back to');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog.getByText('Please say why, in three characters or more')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('The car was damaged.');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(row.getByText('Refunded')).toBeVisible();
  await expect(row).toContainText('The car was damaged.');
  await expect(row.getByRole('button', { name: /^Refund/ })).toHaveCount(0);
});

test('payments of a period are listed, summed and downloaded as CSV', async ({ page }) => {
  const order = await makePaidOrder();
  // The product counts days in Singapore, where the time is always eight hours ahead of UTC.
  const [yesterday = '', today = ''] = [1, 0].map((daysAgo) =>
    new Date(Date.now() + 8 * 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10),
  );
  await openAsDemo(page, demoAdminEmail, `/dashboard/money?search=${encodeURIComponent(order.car)}`);
  const region = page.getByRole('region', { name: 'Payments' });
  const sumsRegion = page.getByRole('status', { name: 'Sums of these payments' });
  const row = region.getByRole('row').filter({ hasText: order.car });
  await region.getByLabel('From', { exact: true }).fill(yesterday);
  await expect(page).toHaveURL(new RegExp(`from=${yesterday}`));
  await expect(row).toBeVisible();
  await expect(sumsRegion).toContainText('Payments1Paid$868,000Refunded$0');
  const downloadPromise = page.waitForEvent('download');
  await region.getByRole('button', { name: 'Download as CSV' }).click();
  const lines = (await readFile(await (await downloadPromise).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(order.car);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await region.getByLabel('From', { exact: true }).fill('');
  await region.getByLabel('To', { exact: true }).fill('2024-02-29');
  await expect(region.getByRole('heading', { name: 'No payment matches' })).toBeVisible();
  await expect(sumsRegion).toContainText('Payments0Paid$0');
  // While the year is typed key by key, the field has the years 0002, 0020 and 0202, which must not count as chosen.
  const [year, month, day] = today.split('-');
  await region.getByLabel('From', { exact: true }).pressSequentially(`${month}${day}${year}`);
  await expect(region.getByLabel('From', { exact: true })).toHaveValue(today);
  await expect(page).toHaveURL(new RegExp(`from=${today}`));
  await expect(region.getByLabel('To', { exact: true })).toHaveAccessibleDescription(
    'The last day is before the first.',
  );
  await region.getByRole('link', { name: 'Show all' }).click();
  await expect(region.getByLabel('From', { exact: true })).toHaveValue('');
  await expect(region.getByLabel('To', { exact: true })).toHaveValue('');
});

test('a refund that fails at the card company is found, shows its details, and is sent again', async ({ page }) => {
  // With this card, refunds first succeed and then fail.
  const order = await makePaidOrder({ ...makeSaleParties(), card: '4000000000005126' });
  await runAsDemoAdmin(async (admin) => {
    const reason = { reason: 'The car was damaged.' };
    await readSuccessBody(await admin.post(`/api/v1/payments/${order.paymentId}/refund`, { data: reason }));
  });
  await openAsDemo(page, demoAdminEmail, '/dashboard/money');
  const issueArticle = page
    .getByRole('article', { name: 'A refund that the card company refused' })
    .filter({ hasText: order.transactionId });
  await expect(async () => {
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(issueArticle).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(issueArticle).toContainText('$868,000');
  await expect(issueArticle).toContainText('Send a new refund.');
  await expectAccessible(page);
  await issueArticle.getByRole('button', { name: /^Send a new refund:/ }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Send a new refund.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Send a new refund' }).click();
  await expect(issueArticle).toHaveCount(0);
});

test('an event that is not stored cannot be replayed', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/);
  await openAsDemo(page, demoAdminEmail, '/dashboard/money');
  const id = page.getByLabel('Id of the event');
  await page.getByRole('button', { name: 'Process again', exact: true }).click();
  await expect(id).toHaveAccessibleDescription('Please give the id of an event');
  await id.fill('evt_none');
  await page.getByRole('button', { name: 'Process again', exact: true }).click();
  await expect(id).toHaveAccessibleDescription('No event of this id is stored.');
  await expect(id).toHaveValue('evt_none');
});

test('a seller has no access to the payment issues', async ({ page }) => {
  await openAsDemo(page, demoSellerEmail, '/dashboard/money');
  await expect(page.getByText(texts.toasts.notAdmin)).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});
