import { createPaymentIntent } from '@carhouse/contract/payments';
import { texts } from '@carhouse/contract/texts';
import { errorDetails } from '@carhouse/domain/errors/error-codes';
import { carFormMessages } from '@carhouse/web/messages/en/car-form';
import { readSuccessBody } from './accounts.ts';
import { createBooking, createOwnCar, createUser, openSignedIn } from './created-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

test('a seller without cars sees how to add one', async ({ page }) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard/myProduct');
  await expect(page.getByRole('heading', { name: 'No cars yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: texts.drawer.addProduct }).first().click();
  await expect(page).toHaveURL('/dashboard/addProduct');
});

test('every car shows its status, when it was posted and by whom, and is advertised once', {
  tag: '@journey',
}, async ({ page }) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  await createOwnCar(seller, { title: 'Free Car' });
  await createOwnCar(seller, { title: 'Draft Car', status: 'draft' });
  await createBooking(buyer, await createOwnCar(seller, { title: 'Booked Car' }));
  await openSignedIn(page, seller, '/dashboard/myProduct');
  await expect(page.getByText('3 cars: 1 available, 1 booked, 1 draft')).toBeVisible();
  const card = page.getByRole('article', { name: 'Free Car' });
  await expect(card.getByText(texts.available, { exact: true })).toBeVisible();
  await expect(card.getByText(seller.name)).toBeVisible();
  await expect(card.getByText(/^\d\d \d{4} \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole('article', { name: 'Booked Car' }).getByText('1 open booking')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const advertisementRequestPromise = page.waitForRequest((request) => request.url().endsWith('/api/advertisement'));
  await card.getByRole('button', { name: texts.advertiseNow }).click();
  expect((await advertisementRequestPromise).postDataJSON()).toMatchObject({ title: 'Free Car', author: seller.name });
  await expect(card.getByText('Available, advertised')).toBeVisible();
  await expect(card.getByRole('button', { name: /^Advertised/ })).toHaveAttribute('aria-disabled', 'true');
});

test('a car is edited: the new price shows, and its bookings keep the old price', async ({ page }) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  await createBooking(buyer, await createOwnCar(seller, { title: 'Edited Car' }));
  await openSignedIn(page, seller, '/dashboard/myProduct');
  await page.getByRole('button', { name: 'More for Edited Car' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Edited Car' })).toBeVisible();
  await page.getByLabel('Resale price').fill('1,234,567.50');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL('/dashboard/myProduct');
  await expect(page.getByRole('article', { name: 'Edited Car' }).getByText('$1,234,567.50')).toBeVisible();
  await page.goto('/dashboard/mybuyers');
  await expect(page.getByText('$868,000')).toBeVisible();
});

test('a price that a buyer is paying cannot be changed, and the typed text stays', async ({ page, allowConsole }) => {
  allowConsole(/status of 409/);
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const car = await createOwnCar(seller, { title: 'Held Car' });
  const booking = await createBooking(buyer, car);
  await openSignedIn(page, seller, `/dashboard/myProduct/${car}/edit`);
  await page.getByLabel('Resale price').fill('900000');
  await page.getByLabel('Location').fill('Bedok North');
  await readSuccessBody(await buyer.calls.post(createPaymentIntent.path, { data: { paymentId: booking } }));
  const saveButton = page.getByRole('button', { name: carFormMessages.edit.save });
  await saveButton.click();
  await expect(page.getByRole('alert').filter({ hasText: 'A buyer is paying for this car right now.' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('Resale price')).toHaveValue('900,000');
  // As long as the price stays the same, the seller can change the other fields while the buyer is paying.
  await page.getByLabel('Resale price').fill('868000');
  await saveButton.click();
  await expect(page).toHaveURL('/dashboard/myProduct');
  await expect(page.getByRole('article', { name: 'Held Car' })).toBeVisible();
});

test('a car that was sold meanwhile can no longer be edited', async ({ page, allowConsole }) => {
  allowConsole(/status of 409/);
  const seller = await createUser('Seller');
  const car = await createOwnCar(seller, { title: 'Gone Car' });
  await openSignedIn(page, seller, `/dashboard/myProduct/${car}/edit`);
  await page.getByLabel('Location').fill('Bedok North');
  await readSuccessBody(await seller.calls.post(`/api/v1/listings/${car}/sale`));
  await page.getByRole('button', { name: carFormMessages.edit.save }).click();
  await expect(page.getByRole('alert').filter({ hasText: errorDetails.CAR_ALREADY_SOLD })).toBeVisible();
  await expect(page.getByLabel('Location')).toHaveValue('Bedok North');
});

test('withdrawing is confirmed first and ends the open bookings, and the car can be put back on sale', async ({
  page,
}) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  await createBooking(buyer, await createOwnCar(seller, { title: 'Moved Car' }));
  await openSignedIn(page, seller, '/dashboard/myProduct');
  const card = page.getByRole('article', { name: 'Moved Car' });
  const moreButton = card.getByRole('button', { name: 'More for Moved Car' });
  await moreButton.click();
  await card.getByRole('button', { name: 'Withdraw' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('1 open booking will be cancelled')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Leave it' }).click();
  await expect(card.getByText('Booked', { exact: true })).toBeVisible();
  await moreButton.click();
  await card.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(card.getByText('Withdrawn', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Relist: Moved Car' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Put on offer' }).click();
  await expect(card.getByText(texts.available, { exact: true })).toBeVisible();
  await moreButton.click();
  await card.getByRole('button', { name: 'Mark as sold elsewhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as sold' }).click();
  await expect(card.getByText('Sold', { exact: true })).toBeVisible();
  // The seller has marked the car as sold by mistake, so they put the car on offer again.
  await moreButton.click();
  await expect(card.getByRole('link', { name: 'Edit', exact: true })).toBeHidden();
  await card.getByRole('button', { name: 'Put on offer again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Put on offer' }).click();
  await expect(card.getByText(texts.available, { exact: true })).toBeVisible();
});

test('another seller’s car cannot be opened for editing', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/);
  const [seller, otherSeller] = [await createUser('Seller'), await createUser('Seller')];
  const car = await createOwnCar(otherSeller);
  await openSignedIn(page, seller, `/dashboard/myProduct/${car}/edit`);
  await expect(page.getByRole('heading', { name: 'This car is not among yours' })).toBeVisible();
});

test('a buyer is redirected from the screens of sellers', async ({ page }) => {
  const buyer = await createUser('Buyer');
  for (const path of ['/dashboard/addProduct', '/dashboard/myProduct', '/dashboard/mybuyers']) {
    await openSignedIn(page, buyer, path);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('That screen is for sellers.')).toBeVisible();
  }
});
