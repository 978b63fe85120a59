import { texts } from '@carhouse/contract/texts';
import { makeAccount } from './accounts.ts';
import { openAsDemo } from './created-users.ts';
import { demoAdminEmail, demoSellerEmail } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

test('an admin finds a buyer, reads the effects of a deletion, and deletes', { tag: '@journey' }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource: net::ERR/);
  const buyer = await makeAccount('Buyer');
  await openAsDemo(page, demoAdminEmail, '/dashboard/allBuyers');
  await expect(page.getByRole('heading', { level: 1, name: texts.drawer.allBuyers })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('searchbox', { name: 'Name or email' }).fill(buyer.name);
  const row = page.getByRole('row').filter({ hasText: buyer.email });
  await expect(row).toContainText('Buyer');
  await expect(row.getByRole('button', { name: new RegExp(texts.people.verify) })).toHaveCount(0);
  await row.getByRole('button', { name: `${texts.people.delete} ${buyer.name}` }).click();
  const question = page.getByRole('alertdialog', { name: texts.people.sureToDelete('Buyer') });
  await expect(question).toContainText('Their wish list goes.');
  await expectAccessible(page);
  await question.getByRole('button', { name: texts.people.delete }).click();
  await expect(page.getByText(texts.toasts.deleted(buyer.email))).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a seller has no access to the admin screen', async ({ page }) => {
  await openAsDemo(page, demoSellerEmail, '/dashboard/allBuyers');
  await expect(page.getByText(texts.toasts.notAdmin)).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});
