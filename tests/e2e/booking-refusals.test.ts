import { texts } from '@carhouse/contract/texts';
import { bookingMessages } from '@carhouse/web/messages/en/booking';
import type { Page } from '@playwright/test';
import { type ApiUser, callApi, editCarByApi, listCarByApi, signUpByApi } from './api-users.ts';
import { signInAsAccount } from './created-users.ts';
import { newPassword } from './demo-users.ts';
import { expect, expectAccessible, test } from './page-test.ts';

/** Matches the error for the photo URL of a new account, whose host does not exist. */
const missingImagePattern = /Failed to load resource: net::ERR/;
const expectedStatusPattern = /status of 4(?:04|09|22)/;

const findBookingDialog = (page: Page) => page.getByRole('dialog');

/** Signs in a new buyer, opens the page of a new car, and fills its booking dialog. */
async function openFilledBooking(page: Page): Promise<{ seller: ApiUser; buyer: ApiUser; id: string }> {
  const seller = await signUpByApi('Seller');
  const id = await listCarByApi(seller, []);
  const buyer = await signUpByApi('Buyer');
  await signInAsAccount(page, buyer.email, newPassword);
  await page.goto(`/cars/${id}?want=book`);
  await findBookingDialog(page).getByLabel('Meeting date').fill('Sat 28 Nov, after 3 pm');
  await findBookingDialog(page).getByLabel('Buyer number').fill('9123 4567');
  return { seller, buyer, id };
}

async function confirmBooking(page: Page): Promise<void> {
  await findBookingDialog(page).getByRole('button', { name: texts.confirm }).click();
}

async function expectFormUnchanged(page: Page): Promise<void> {
  await expect(findBookingDialog(page).getByLabel('Meeting date')).toHaveValue('Sat 28 Nov, after 3 pm');
  await expect(findBookingDialog(page).getByLabel('Buyer number')).toHaveValue('9123 4567');
}

async function listOrders(buyer: ApiUser): Promise<readonly unknown[]> {
  return (await (await callApi('GET', '/api/myorders', { as: buyer })).json()) as unknown[];
}

test('a booking without a day or a telephone number is not sent, and each field says what it lacks', async ({
  page,
}) => {
  const { buyer } = await openFilledBooking(page);
  const dialog = findBookingDialog(page);
  await expect(dialog.getByText('This car costs $88,800.')).toBeVisible();
  await dialog.getByLabel('Meeting date').fill(' ');
  await dialog.getByLabel('Buyer number').fill('abc');
  await confirmBooking(page);
  await expect(dialog.getByLabel('Meeting date')).toBeFocused();
  await expect(dialog.getByLabel('Meeting date')).toHaveAccessibleDescription(/Say when you would like to see the car/);
  await expect(dialog.getByLabel('Buyer number')).toHaveAccessibleDescription(/This is no telephone number/);
  await expectAccessible(page);
  expect(await listOrders(buyer)).toEqual([]);
});

test('a field that the server rejects shows the reason, has the focus, and keeps the typed text', async ({
  page,
  allowConsole,
}) => {
  allowConsole(missingImagePattern);
  allowConsole(expectedStatusPattern);
  await openFilledBooking(page);
  const number = findBookingDialog(page).getByLabel('Buyer number');
  await number.fill('9'.repeat(31));
  await confirmBooking(page);
  await expect(number).toHaveAttribute('aria-invalid', 'true');
  await expect(number).toBeFocused();
  await expect(number).toHaveValue('9'.repeat(31));
  await expectAccessible(page);
  await number.fill('9123 4567');
  await confirmBooking(page);
  await expect(page.getByText(texts.toasts.booked)).toBeVisible();
  await expect(page).toHaveURL('/dashboard/myOrders');
});

test('a car that was sold in the meantime', async ({ page, allowConsole }) => {
  allowConsole(missingImagePattern);
  allowConsole(expectedStatusPattern);
  const { seller, id } = await openFilledBooking(page);
  await callApi('POST', `/api/v1/listings/${id}/sale`, { as: seller });
  await confirmBooking(page);
  await expect(findBookingDialog(page).getByRole('alert')).toContainText(
    bookingMessages.refusals.CAR_ALREADY_SOLD ?? '',
  );
  await expectFormUnchanged(page);
  await expectAccessible(page);
  await findBookingDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: new RegExp(texts.bookNow) })).toHaveCount(0);
});

test('a car that its seller withdrew in the meantime', async ({ page, allowConsole }) => {
  allowConsole(missingImagePattern);
  allowConsole(expectedStatusPattern);
  const { seller, id } = await openFilledBooking(page);
  await callApi('POST', `/api/v1/listings/${id}/withdrawal`, { as: seller });
  await confirmBooking(page);
  await expect(findBookingDialog(page).getByRole('alert')).toContainText(
    bookingMessages.refusals.CAR_NOT_AVAILABLE ?? '',
  );
  await expectFormUnchanged(page);
});

test('a price that its seller changed in the meantime is shown next to the old one, and must be confirmed', async ({
  page,
  allowConsole,
}) => {
  allowConsole(missingImagePattern);
  allowConsole(expectedStatusPattern);
  const { seller, buyer, id } = await openFilledBooking(page);
  await editCarByApi(seller, id, { resalePrice: 91_000 });
  await confirmBooking(page);
  const dialogAlert = findBookingDialog(page).getByRole('alert');
  await expect(dialogAlert).toContainText('You saw $88,800; it is now $91,000.');
  await expect(findBookingDialog(page).getByLabel('Price')).toHaveValue('91,000');
  await expectFormUnchanged(page);
  await expectAccessible(page);
  expect(await listOrders(buyer)).toEqual([]);

  // The dialog now shows the changed price. The dialog compares the next change with the price that it shows now.
  await editCarByApi(seller, id, { resalePrice: 93_500 });
  await findBookingDialog(page).getByRole('button', { name: 'Confirm at $91,000' }).click();
  await expect(dialogAlert).toContainText('You saw $91,000; it is now $93,500.');
  expect(await listOrders(buyer)).toEqual([]);

  await findBookingDialog(page).getByRole('button', { name: 'Confirm at $93,500' }).click();
  await expect(page.getByText(texts.toasts.booked)).toBeVisible();
  await expect(page).toHaveURL('/dashboard/myOrders');
  expect(await listOrders(buyer)).toMatchObject([{ productId: id, resellPrice: 93_500 }]);
});

test('a sixth open booking', async ({ page, allowConsole }) => {
  allowConsole(missingImagePattern);
  allowConsole(expectedStatusPattern);
  const { buyer } = await openFilledBooking(page);
  // A new seller may have at most five cars on sale, which must all be different.
  const otherSeller = await signUpByApi('Seller');
  for (let bookingNumber = 0; bookingNumber < 5; bookingNumber += 1) {
    const productId = await listCarByApi(otherSeller, [], { title: `A4 Avant ${bookingNumber + 1}` });
    const body = { productId, meetingDate: 'Sunday', buyerNumber: '9123 4567' };
    await callApi('POST', '/api/bookingData', { body, as: buyer });
  }
  await confirmBooking(page);
  await expect(findBookingDialog(page).getByRole('alert')).toContainText('five open bookings');
  await expectFormUnchanged(page);
  await expectAccessible(page);
  await findBookingDialog(page).getByRole('link', { name: bookingMessages.toOrders }).click();
  await expect(page).toHaveURL('/dashboard/myOrders');
});

test('a car that is already booked links to its order', async ({ page, allowConsole }) => {
  allowConsole(missingImagePattern);
  const { buyer, id } = await openFilledBooking(page);
  const body = { productId: id, meetingDate: 'Sunday', buyerNumber: '9123 4567' };
  await callApi('POST', '/api/bookingData', { body, as: buyer });
  await page.reload();
  await expect(page.getByRole('link', { name: bookingMessages.toOrders }).first()).toBeAttached();
  await page.goto('/audi');
  const card = page.locator(`#car-${id}`);
  await card.getByRole('button', { name: texts.bookNow }).click();
  await expect(findBookingDialog(page).getByText(bookingMessages.already)).toBeVisible();
  await expectAccessible(page);
  await findBookingDialog(page).getByRole('link', { name: bookingMessages.toOrders }).click();
  await expect(page).toHaveURL('/dashboard/myOrders');
});

test('a dialog that was closed opens with the typed text', async ({ page, allowConsole }) => {
  allowConsole(missingImagePattern);
  await openFilledBooking(page);
  await page.keyboard.press('Escape');
  await expect(findBookingDialog(page)).toHaveCount(0);
  await page
    .getByRole('button', { name: new RegExp(texts.bookNow) })
    .filter({ visible: true })
    .click();
  await expectFormUnchanged(page);
});
