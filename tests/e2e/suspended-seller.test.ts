import { suspendAccount } from '@carhouse/contract/accounts';
import { readSuccessBody, runAsDemoAdmin } from './accounts.ts';
import { createOwnCar, createUser, openAsDemo, openSignedIn } from './created-users.ts';
import { demoAdminEmail } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';
import { payForCar } from './paid-order.ts';

test('a buyer reads what the suspension of the seller means, and an admin sees that the cars are not shown', async ({
  page,
  context,
}) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const title = `Unsold ${seller.name.slice(-6)}`;
  await createOwnCar(seller, { title });
  const { bookingId } = await payForCar(buyer.calls, await createOwnCar(seller, { title: 'Bought Car' }));
  const sellerId = (await readSuccessBody<{ user: { _id: string } }>(await seller.calls.get('/api/v1/me'))).user._id;
  await runAsDemoAdmin(async (admin) => {
    const reason = { reason: 'Complaints of buyers.' };
    await readSuccessBody(await admin.post(suspendAccount.path.replace(':id', sellerId), { data: reason }));
  });

  await openSignedIn(page, buyer, '/dashboard/myOrders');
  const order = page.getByRole('article', { name: 'Ferrari Bought Car' });
  await expect(order.getByText(`The account of ${seller.name} is suspended`)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goto(`/orders/${bookingId}`);
  await expect(page.getByText('Your payment and your receipt stay valid.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Open the page of/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Feedback form' }).click();
  await expect(page.getByRole('textbox', { name: 'Your Feedback' })).toBeInViewport();

  await context.clearCookies();
  await openAsDemo(page, demoAdminEmail, `/dashboard/allCars?search=${encodeURIComponent(title)}`);
  const row = page.getByRole('table', { name: 'Cars of all sellers' }).getByRole('row').filter({ hasText: title });
  await expect(row.getByText('Not shown')).toBeVisible();
  await expect(row.getByText('Seller suspended')).toBeVisible();
  await expect(row.getByText('On sale')).toHaveCount(0);
  await page.getByRole('link', { name: /^Not shown/ }).click();
  await expect(page).toHaveURL(/status=not-shown/);
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /^Details of/ }).click();
  await expect(page.getByRole('link', { name: 'The seller' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the car' })).toHaveCount(0);
  await page.getByRole('link', { name: 'The seller' }).click();
  await expect(page.getByRole('button', { name: `Reinstate ${seller.name}` })).toBeVisible();
  await expect(page.getByText('Cars not shown to buyers')).toBeVisible();
  await expectAccessible(page);
});
