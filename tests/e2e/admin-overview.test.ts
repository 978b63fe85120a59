import { texts } from '@carhouse/contract/texts';
import { demoAdminEmail, logIn } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';
import { makePaidOrder } from './paid-order.ts';

test("the admin's overview has the figures of the server, the payments, and links to the open tasks", async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource: net::ERR/);
  const order = await makePaidOrder();
  await page.goto('/dashboard');
  await logIn(page, demoAdminEmail);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  for (const name of ['Sellers', 'Buyers', 'Cars on sale', 'Paid this month'])
    await expect(page.getByRole('term').filter({ hasText: name }).first()).toBeVisible();
  const payments = page.getByRole('region', { name: 'Latest payments' });
  await expect(payments.getByRole('listitem').filter({ hasText: order.car })).toContainText('$868,000');
  await expect(page.getByRole('img', { name: /of the last 30 with payments/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page
    .getByRole('region', { name: 'Sellers to verify' })
    .getByRole('link', { name: texts.drawer.allSellers })
    .click();
  await expect(page).toHaveURL('/dashboard/allSeller?standing=unverified');
});
