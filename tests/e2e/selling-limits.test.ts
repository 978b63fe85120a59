import { runAsDemoAdmin } from './accounts.ts';
import { createOwnCar, createUser, openAsDemo, openSignedIn } from './created-users.ts';
import { demoSellerEmail } from './demo-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, test } from './page-test.ts';

test('a new seller sees how many cars they may still put on sale, before the form and next to their cars', async ({
  page,
}) => {
  const seller = await createUser('Seller');
  await openSignedIn(page, seller, '/dashboard/addProduct');
  const limits = page.getByText(/of 5 cars on sale/);
  await expect(limits).toHaveText('0 of 5 cars on sale, 0 of 1 advertisement.');
  await expect(
    page.getByText(/This grows to 25 cars and 3 advertisements after 30 days, and to 500 cars/),
  ).toBeVisible();
  await checkInEachWindow(page, 'limits-add', () => expectAccessible(page));

  await createOwnCar(seller, { title: 'First Car' });
  await page.goto('/dashboard/myProduct');
  await expect(limits).toHaveText('1 of 5 cars on sale, 0 of 1 advertisement.');
  await page.getByRole('button', { name: /^Advertise now/i }).click();
  await expect(limits).toHaveText('1 of 5 cars on sale, 1 of 1 advertisement.');
  for (const carNumber of [2, 3, 4, 5])
    await createOwnCar(seller, { title: `Car ${carNumber}`, resalePrice: 400_000 + carNumber });
  await page.reload();
  await expect(limits).toHaveText('5 of 5 cars on sale, 1 of 1 advertisement.');
  await expect(page.getByText('Further cars can be kept as drafts until there is room.')).toBeVisible();
  await checkInEachWindow(page, 'limits-cars', () => expectAccessible(page));

  const id = ((await (await seller.calls.get('/api/v1/me')).json()) as { user: { _id: string } }).user._id;
  expect((await runAsDemoAdmin((admin) => admin.put(`/api/users/verify/${id}`))).ok()).toBe(true);
  await page.reload();
  await expect(page.getByText('5 of 500 cars on sale, 1 of 20 advertisements.')).toBeVisible();
});

test('a trusted seller sees no limit', async ({ page }) => {
  await openAsDemo(page, demoSellerEmail, '/dashboard/addProduct');
  await expect(page.getByLabel('Title')).toBeVisible();
  await expect(page.getByText(/cars on sale/)).toHaveCount(0);
});
