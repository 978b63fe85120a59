import { payByApi } from './card-form.ts';
import { createBooking, createOwnCar, createUser, openAsDemo, openSignedIn } from './created-users.ts';
import { demoAdminEmail } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

async function makePaidOrder() {
  const [seller, buyer] = await Promise.all([createUser('Seller'), createUser('Buyer')]);
  const order = await createBooking(buyer, await createOwnCar(seller, { resalePrice: 88_800 }));
  await payByApi(buyer, order);
  return { seller, buyer, path: `/dashboard/myOrders/${order}/receipt` };
}

test('the buyer and the seller of the car can open the receipt, which prints on one page', async ({ page }) => {
  const { seller, buyer, path } = await makePaidOrder();
  for (const user of [buyer, seller]) {
    await openSignedIn(page, user, path);
    const receiptSheet = page.getByRole('article', { name: /^Receipt CH-\d{8}$/ });
    for (const fact of [buyer.name, seller.name, 'Ferrari Roma', 'Visa, ends in 4242', '$88,800'])
      await expect(receiptSheet.getByText(fact, { exact: true })).toBeVisible();
    // The card provider's id of the payment (specification, section 3).
    await expect(receiptSheet.getByText(/^pi_\w+$/)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.context().clearCookies();
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article')).toBeVisible();
  await expect(page.getByText(/^pi_\w+$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Print/ })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Dashboard menu' })).toBeHidden();
});

test('admins can open the receipt too; other users cannot, and an unpaid order has none', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  const { seller, path } = await makePaidOrder();
  await openAsDemo(page, demoAdminEmail, path);
  await expect(page.getByRole('article', { name: /^Receipt CH-/ })).toBeVisible();
  await page.context().clearCookies();
  const otherBuyer = await createUser('Buyer');
  await openSignedIn(page, otherBuyer, path);
  await expect(page.getByRole('article')).toHaveCount(0);
  const unpaidOrderId = await createBooking(otherBuyer, await createOwnCar(seller));
  await page.goto(`/dashboard/myOrders/${unpaidOrderId}/receipt`);
  await expect(page.getByRole('article')).toHaveCount(0);
});
