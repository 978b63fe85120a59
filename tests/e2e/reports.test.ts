import { createOwnCar, createUser, openAsDemo, openSignedIn } from './created-users.ts';
import { demoAdminEmail } from './demo-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, test } from './page-test.ts';

test('a visitor reports a car, and an admin hides it from the list of reports', async ({ page }) => {
  const seller = await createUser('Seller');
  const title = `Fake ${seller.name.slice(-6)}`;
  const car = await createOwnCar(seller, { title });
  await page.goto(`/cars/${car}`);
  await checkInEachWindow(page, 'report-car');
  await page.getByRole('button', { name: 'Report this car' }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Report this car: .*${title}`) });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText('Choose a reason')).toBeVisible();
  await dialog.getByLabel('Something else').check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText('Write at least 10 characters')).toBeVisible();
  await checkInEachWindow(page, 'report-dialog', () => expectAccessible(page));
  await dialog.getByLabel('It is a fake: the car or its photos are not real').check();
  await dialog.getByLabel('What have you seen?').fill('The same photos are on another site.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Thank you. An admin looks at your report')).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await openAsDemo(page, demoAdminEmail, '/dashboard');
  const attentionRegion = page.getByRole('region', { name: 'Needs attention' });
  await expect(attentionRegion.getByText(/^\d+ open reports?$/)).toBeVisible();
  await checkInEachWindow(page, 'attention', () => expectAccessible(page));
  await attentionRegion.getByRole('link', { name: 'Reports' }).click();
  await expect(page).toHaveURL('/dashboard/reports');
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText('A fake');
  await expect(row).toContainText('The same photos are on another site.');
  await expect(row).toContainText('by a visitor');
  await checkInEachWindow(page, 'reports', () => expectAccessible(page));
  await row.getByRole('button', { name: /^Hide car: .*Fake/ }).click();
  const question = page.getByRole('dialog', { name: 'Hide this car?' });
  await question.getByLabel('Reason').fill('A fake.');
  await question.getByRole('button', { name: 'Hide car' }).click();
  await expect(page.getByText('The car is hidden')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('navigation', { name: 'State of the reports' }).getByRole('link', { name: 'Closed' }).click();
  await expect(row).toContainText('Upheld');
  await checkInEachWindow(page, 'reports-closed', () => expectAccessible(page));
});

test('a user reports a seller; an admin dismisses the report; the seller has no button on their own page', async ({
  page,
}) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const car = await createOwnCar(seller, { title: `Real ${seller.name.slice(-6)}` });
  await openSignedIn(page, buyer, `/cars/${car}`);
  await page.getByRole('link', { name: seller.name, exact: true }).click();
  await page.getByRole('button', { name: 'Report this seller' }).click();
  const dialog = page.getByRole('dialog', { name: `Report this seller: ${seller.name}` });
  await dialog.getByLabel('They ask for money before a viewing, or outside of this site').check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Thank you. An admin looks at your report')).toBeVisible();
  await checkInEachWindow(page, 'report-seller', () => expectAccessible(page));
  const sellerPage = page.url();

  await page.context().clearCookies();
  await openSignedIn(page, seller, sellerPage);
  await expect(page.getByRole('heading', { level: 1, name: seller.name })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Report/ })).toHaveCount(0);
  await page.goto(`/cars/${car}`);
  await expect(page.getByRole('button', { name: /^Report/ })).toHaveCount(0);

  await page.context().clearCookies();
  await openAsDemo(page, demoAdminEmail, '/dashboard/reports');
  const row = page.getByRole('row').filter({ hasText: seller.name });
  await expect(row).toContainText(`by ${buyer.name}`);
  await row.getByRole('button', { name: `Dismiss the report about ${seller.name}` }).click();
  const question = page.getByRole('dialog', { name: 'Dismiss this report?' });
  await question.getByLabel('Reason').fill('They explained it.');
  await question.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('The report is dismissed')).toBeVisible();
  await expect(row).toHaveCount(0);
});
