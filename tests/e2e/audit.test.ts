import { verifySeller } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { makeAccount, runAsDemoAdmin } from './accounts.ts';
import { openAsDemo } from './created-users.ts';
import { demoAdminEmail, demoBuyerEmail, demoSellerEmail } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

test('an admin reads actor, action, subject and changed values, and that the log is unchanged', {
  tag: '@journey',
}, async ({ page }) => {
  const seller = await makeAccount('Seller');
  await runAsDemoAdmin((admin) => admin.put(verifySeller.path.replace(':id', seller.id)));
  await openAsDemo(page, demoAdminEmail, `/dashboard/audit?noun=account&nounId=${seller.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  const rows = page
    .getByRole('table', { name: 'Entries of the audit' })
    .getByRole('row')
    .filter({ hasText: seller.name });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('verified the seller');
  await expect(rows.first()).toContainText('Verified');
  await expect(rows.first().getByText('yes')).toBeVisible();
  await expect(rows.last()).toContainText('chose a role');
  await expect(page.getByText(/The log is unchanged: [\d,]+ entries are checked/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: `Stop showing only ${seller.name}` }).click();
  await expect(page).toHaveURL('/dashboard/audit?noun=account');
});

test('the audit is filtered by subject, person and day, and an empty result shows a message', async ({ page }) => {
  const seller = await makeAccount('Seller');
  await runAsDemoAdmin((admin) => admin.put(verifySeller.path.replace(':id', seller.id)));
  await openAsDemo(page, demoAdminEmail, '/dashboard/audit');
  const table = page.getByRole('table', { name: 'Entries of the audit' });
  await page.getByLabel('About', { exact: true }).selectOption('Account');
  await page.getByLabel('By', { exact: true }).selectOption('Me');
  await expect(page).toHaveURL(/noun=account&actor=[0-9a-f-]{36}/);
  await expect(table.getByText('verified the seller').first()).toBeVisible();
  await page.getByLabel('Day', { exact: true }).fill('2001-01-01');
  await expect(page.getByRole('heading', { name: 'No entry matches' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show everything' }).click();
  await expect(page).toHaveURL('/dashboard/audit');
  await expect(table).toBeVisible();
});

for (const [viewerName, email] of [
  ['buyer', demoBuyerEmail],
  ['seller', demoSellerEmail],
] as const) {
  test(`a ${viewerName} does not see the audit`, async ({ page }) => {
    await openAsDemo(page, email, '/dashboard/audit');
    await expect(page.getByText(texts.toasts.notAdmin)).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  });
}
