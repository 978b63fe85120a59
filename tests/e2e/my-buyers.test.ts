import { texts } from '@carhouse/contract/texts';
import { createBooking, createOwnCar, createUser, openSignedIn } from './created-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

test('a seller without bookings reads the sentence of the specification and what the page will show', async ({
  page,
}) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard/mybuyers');
  await expect(page.getByText(texts.myBuyers)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No buyers yet' })).toBeVisible();
  await expectAccessible(page);
});

test('a seller sees who booked which car and ends a booking with a reason', { tag: '@journey' }, async ({ page }) => {
  const [seller, buyer, secondBuyer] = [
    await createUser('Seller'),
    await createUser('Buyer'),
    await createUser('Buyer'),
  ];
  const car = await createOwnCar(seller, { title: 'Wanted Car' });
  await createBooking(buyer, car);
  await createBooking(secondBuyer, car);
  await openSignedIn(page, seller, '/dashboard/mybuyers');
  const row = page.getByRole('row').filter({ hasText: buyer.name });
  await expect(row.getByText('Ferrari Wanted Car')).toBeVisible();
  await expect(row.getByRole('link', { name: buyer.email })).toHaveAttribute('href', `mailto:${buyer.email}`);
  await expect(row.getByRole('link', { name: '9123 4567' })).toHaveAttribute('href', 'tel:+6591234567');
  await expect(row.getByText('Sat 28 Nov, after 3 pm')).toBeVisible();
  await expect(row.getByText('$868,000')).toBeVisible();
  await expect(row.getByText('Unpaid')).toBeVisible();
  await expect(row.getByRole('link', { name: 'Agree on a time: Ferrari Wanted Car' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await row.getByRole('button', { name: /^Cancel order/ }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Reason').fill('The car is at the workshop');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(row.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(row).toBeFocused();
  await expect(row.getByText('The car is at the workshop')).toBeVisible();
  await expect(row.getByText('9123 4567')).toHaveCount(0);
  await expect(row.getByText('No longer shown')).toBeVisible();
  await expect(row.getByRole('link', { name: /^Agree on a time/ })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: secondBuyer.name }).getByText('Unpaid')).toBeVisible();
});
