import { signInAsAccount } from './created-users.ts';
import { demoAdminEmail } from './demo-users.ts';
import { expect, expectNoSidewaysScroll, test } from './page-test.ts';
import { makePaidOrder } from './paid-order.ts';

const adminScreens = [
  ['/dashboard', 'Overview'],
  ['/dashboard/allSeller', 'All Sellers'],
  ['/dashboard/allBuyers', 'All Buyers'],
  ['/dashboard/allCars', 'All cars'],
  ['/dashboard/createUser', 'Create an User'],
  ['/dashboard/feedback', 'Feedback'],
  ['/dashboard/money', 'Payment issues'],
  ['/dashboard/audit', 'Audit log'],
  ['/dashboard/sellerPayments', 'Payments to sellers'],
  ['/dashboard/books', 'Books'],
  ['/dashboard/fees', 'Fees'],
  ['/dashboard/allAdmins', 'All admins'],
  ['/dashboard/allImports?stage=ended', 'All imports'],
  ['/dashboard/holds', 'Held cars'],
  ['/dashboard/complaints', 'Complaints'],
  ['/dashboard/reports', 'Reports'],
  ['/dashboard/security', 'Security log'],
  ['/dashboard/system', 'System'],
] as const;

test('no admin screen scrolls sideways on the smallest phone', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource: net::ERR/);
  await makePaidOrder();
  await page.setViewportSize({ width: 320, height: 640 });
  await signInAsAccount(page, demoAdminEmail);
  for (const [path, name] of adminScreens) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
});
