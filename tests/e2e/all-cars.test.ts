import { createOwnCar, createUser, openAsDemo, openSignedIn } from './created-users.ts';
import { demoAdminEmail } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

test('an admin finds a car, hides it with a reason that its seller reads, and shows it again', async ({
  page,
  browser,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const seller = await createUser('Seller');
  const title = `Fake Car ${seller.name.slice(-6)}`;
  const id = await createOwnCar(seller, { title });
  await openAsDemo(page, demoAdminEmail, '/dashboard/allCars');
  await page.getByRole('searchbox', { name: 'Car, seller or email' }).fill(title);
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await row.getByRole('button', { name: `Hide Ferrari ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Hide this car?' });
  await dialog.getByRole('button', { name: 'Hide' }).click();
  await expect(dialog.getByText('Please say why, in three characters or more')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('The photos are of another car.');
  await dialog.getByRole('button', { name: 'Hide' }).click();
  await expect(row.getByText('Hidden')).toBeVisible();
  await row.getByRole('button', { name: /^Details of/ }).click();
  await expect(page.getByText('The photos are of another car.')).toBeVisible();
  await expectAccessible(page);

  const otherContext = await browser.newContext();
  const sellerPage = await otherContext.newPage();
  await openSignedIn(sellerPage, seller, '/dashboard/myProduct');
  await expect(sellerPage.getByText(/An admin has hidden this car: The photos are of another car\./)).toBeVisible();
  const visitor = await browser.newContext();
  expect((await visitor.request.get(`/api/v1/listings/${id}`)).status()).toBe(404);
  await otherContext.close();
  await visitor.close();

  await page.getByRole('link', { name: 'The seller' }).click();
  await expect(page.getByRole('heading', { level: 1, name: seller.name })).toBeVisible();
  await expect(page.getByRole('table', { name: `Cars of ${seller.name}` }).getByText(title)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: `Show Ferrari ${title} again` }).click();
  await expect(page.getByText(`Ferrari ${title} is no longer hidden`)).toBeVisible();
  await page.getByRole('button', { name: `Verify ${seller.name}`, exact: true }).click();
  await expect(page.getByRole('button', { name: `Verify ${seller.name}`, exact: true })).toHaveCount(0);
  await expect(
    page.getByRole('table', { name: 'Entries of the audit' }).getByText('verified the seller'),
  ).toBeVisible();
});
