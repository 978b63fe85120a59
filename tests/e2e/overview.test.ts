import { texts } from '@carhouse/contract/texts';
import { readSuccessBody } from './accounts.ts';
import { createBooking, createOwnCar, createUser, openSignedIn } from './created-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

test('a seller sees their cars, their bookings and their tasks', async ({ page }) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  await createOwnCar(seller, { title: 'Free Car' });
  await createOwnCar(seller, { title: 'Draft Car', status: 'draft' });
  await createBooking(buyer, await createOwnCar(seller, { title: 'Booked Car' }));
  await openSignedIn(page, seller, '/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByText('1 available, 1 booked, 1 draft')).toBeVisible();
  const bookings = page.getByRole('region', { name: 'Newest bookings' });
  await expect(bookings.getByText(`${buyer.name}, Sat 28 Nov, after 3 pm`)).toBeVisible();
  await expect(page.getByText('Next: Sat 28 Nov, after 3 pm')).toBeVisible();
  await expect(
    page.getByRole('img', { name: '1 booking in six weeks, 1 of them in the last seven days.' }),
  ).toBeVisible();
  const toDoRegion = page.getByRole('region', { name: 'To do' });
  await expect(toDoRegion.getByText('1 draft waits to be published')).toBeVisible();
  await expect(toDoRegion.getByText('You are not verified yet')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await toDoRegion.getByRole('link', { name: /^Add photos to/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Edit / })).toBeVisible();
});

test('a new seller reads what the page will show, and how to list a first car', async ({ page }) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard');
  await expect(page.getByText('A booking of one of your cars shows up here.')).toBeVisible();
  // The task is listed among the first steps, and not again among the other tasks.
  await expect(page.getByRole('link', { name: 'Add your phone number and your photo' })).toHaveCount(1);
  await page.getByRole('main').getByRole('link', { name: texts.drawer.addProduct }).click();
  await expect(page).toHaveURL('/dashboard/addProduct');
});

test('a buyer sees open payments, the next meeting, and wished cars', async ({ page }) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  await createBooking(buyer, await createOwnCar(seller, { title: 'Booked Car' }));
  const wishedCarId = await createOwnCar(seller, { title: 'Wished Car' });
  await readSuccessBody(await buyer.calls.post('/api/wishLists', { data: { productId: wishedCarId } }));
  await openSignedIn(page, buyer, '/dashboard');
  await expect(page.getByText(`${buyer.name}, 1 order to pay`)).toBeVisible();
  const waitingForPaymentRegion = page.getByRole('region', { name: 'Waiting for payment' });
  await expect(waitingForPaymentRegion.getByText('$868,000')).toBeVisible();
  await expect(waitingForPaymentRegion.getByRole('link', { name: 'View the car: Booked Car' })).toBeVisible();
  const nextViewing = page.getByRole('region', { name: 'Next viewing' });
  await expect(nextViewing.getByText('Sat 28 Nov, after 3 pm')).toBeVisible();
  await expect(page.getByRole('region', { name: /^Price moves/ }).getByText('Wished Car')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await waitingForPaymentRegion.getByRole('link', { name: 'Pay for Booked Car' }).click();
  await expect(page.getByRole('heading', { name: texts.payment.heading })).toBeVisible();
});
