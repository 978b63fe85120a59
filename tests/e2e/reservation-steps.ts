import { setReservationTerms, startReservation } from '@carhouse/contract/reservations';
import { ruleVersion } from '@carhouse/domain/reservation/reservation-rule';
import type { APIRequestContext, Page } from '@playwright/test';
import { readSuccessBody } from './accounts.ts';
import { acceptedCardNumber, payByApi, typeCard } from './card-form.ts';
import { type CreatedUser, createOwnCar, openSignedIn } from './created-users.ts';
import { expect } from './page-test.ts';

/** The price and the deposit of the cars of these tests, in dollars. */
export const price = 50_000;
export const depositDollars = 1000;

export const makeReservationPath = (car: string): string => `/cars/${car}/reservation`;

/** Opens a page in the session of another user. */
export async function openPageAs(page: Page, person: CreatedUser, path: string): Promise<void> {
  await page.context().clearCookies();
  await openSignedIn(page, person, path);
}

/** Lets buyers reserve a car for this deposit in dollars, through the API. */
export async function offerReservation(
  seller: APIRequestContext,
  car: string,
  offeredDollars = depositDollars,
): Promise<void> {
  const path = setReservationTerms.path.replace(':id', car);
  await readSuccessBody(await seller.put(path, { data: { deposit: offeredDollars } }));
}

/** Creates a car that can be reserved. @returns its id. */
export async function createReservableCar(seller: CreatedUser): Promise<string> {
  const car = await createOwnCar(seller, { resalePrice: price });
  await offerReservation(seller.calls, car);
  return car;
}

type Wish = { readonly price: number; readonly deposit: number };

/** Reserves a car and pays its deposit, through the API. @returns the id of the booking. */
export async function reserveByApi(
  buyer: Pick<CreatedUser, 'calls'>,
  car: string,
  wish: Wish = { price, deposit: depositDollars },
): Promise<string> {
  const data = {
    meetingDate: 'Sat 28 Nov, after 3 pm',
    buyerNumber: '9123 4567',
    ...wish,
    rule: ruleVersion,
    conditions: ['as-described', 'loan', 'inspection'],
  };
  const answer = await buyer.calls.post(startReservation.path.replace(':id', car), { data });
  const { bookingId } = await readSuccessBody<{ bookingId: string }>(answer);
  await payByApi(buyer, bookingId);
  return bookingId;
}

/** Fills in the open dialog of a reservation, and goes to the payment of the deposit. */
export async function confirmReservation(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Meeting date').fill('Sat 28 Nov, after 3 pm');
  await dialog.getByLabel('Buyer number').fill('9123 4567');
  await dialog.getByRole('checkbox', { name: 'I accept this rule.' }).check();
  await dialog.getByRole('button', { name: 'Reserve for $1,000' }).click();
  await expect(page.getByText('Pay the deposit')).toBeVisible();
}

/** Pays the amount that the payment page asks, with a test card. */
export async function payWithCard(page: Page, amount: string): Promise<void> {
  await typeCard(page, acceptedCardNumber);
  await page.getByRole('button', { name: `Pay ${amount}`, exact: true }).click();
}
