import type { Reservation, ReservationOfListing } from '@carhouse/contract/reservations';
import { texts } from '@carhouse/contract/texts';
import { createOwnCar, createUser } from './created-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';
import {
  confirmReservation,
  createReservableCar,
  makeReservationPath,
  openPageAs,
  payWithCard,
  price,
  reserveByApi,
} from './reservation-steps.ts';

test('a seller offers a reservation; a buyer holds the car, gives it up, and the next in the queue reserves and buys it', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 422/);
  const [seller, firstBuyer, secondBuyer] = [
    await createUser('Seller'),
    await createUser('Buyer'),
    await createUser('Buyer'),
  ];
  const car = await createOwnCar(seller, { resalePrice: price });
  const reserveButton = page.getByRole('button', { name: 'Reserve for $1,000' });
  const dialog = page.getByRole('dialog');
  const expectAccessibleWithoutScroll = async (): Promise<void> => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  };

  // The seller asks for a deposit. As long as the seller does not ask for a deposit, the page of the car does not
  // mention reservations.
  await openPageAs(page, secondBuyer, `/cars/${car}`);
  await expect(page.getByRole('link', { name: /^Reserve/ })).toHaveCount(0);
  await openPageAs(page, seller, '/dashboard/myProduct');
  await page.getByRole('button', { name: 'More for Roma' }).click();
  await page.getByRole('button', { name: 'Deposit to reserve' }).click();
  await expect(dialog.getByText('Off: buyers cannot reserve this car.')).toBeVisible();
  await dialog.getByLabel('Deposit').fill('3,000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('at most 5%');
  await expectAccessibleWithoutScroll();
  await dialog.getByLabel('Deposit').fill('1,000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Roma can be reserved for $1,000')).toBeVisible();
  await expect(dialog).toHaveCount(0);

  // The first buyer reads the terms, reserves the car, and pays the deposit.
  await openPageAs(page, firstBuyer, `/cars/${car}`);
  await page.getByRole('link', { name: 'Reserve for $1,000' }).click();
  await expect(page.getByRole('heading', { name: 'Free to reserve. Nobody is in the queue.' })).toBeVisible();
  await checkInEachWindow(page, 'reservation-free', expectAccessibleWithoutScroll);
  await reserveButton.click();
  await expect(dialog.getByText(/^Off sale for you for 7 days, until \w{3} \d+ \w+, /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Reserve for $1,000' }).click();
  await expect(dialog.getByText('Please accept the rule.')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'I accept this rule.' })).toBeFocused();
  await checkInEachWindow(page, 'reservation-dialog', expectAccessibleWithoutScroll);
  await dialog.getByRole('checkbox', { name: /^It passes an inspection/ }).uncheck();
  await confirmReservation(page);
  await payWithCard(page, '$1,000');
  await expect(page.getByRole('heading', { name: /^Yours until .*: [67] days left$/ })).toBeVisible();
  await expect(page.getByText('If you give it up today, all $1,000 comes back.')).toBeVisible();
  await expect(page.getByText('Nobody is in the queue behind you.')).toBeVisible();
  await expect(page.getByText('0 of 2 met')).toBeVisible();

  // The second buyer joins the queue and waits.
  await openPageAs(page, secondBuyer, `/cars/${car}`);
  await expect(
    page.getByText(/^Another buyer has reserved this car until .*You can join the queue for it\.$/),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Join the queue' }).click();
  await page.getByRole('button', { name: 'Join the queue' }).click();
  await expect(page.getByRole('heading', { name: 'You are 1st in the queue' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'One holds the car, you are next, nobody is behind you.' })).toBeVisible();
  await checkInEachWindow(page, 'reservation-queue', expectAccessibleWithoutScroll);

  // The first buyer says that the car is as described, sees the queue, and gives up the reservation.
  await openPageAs(page, firstBuyer, makeReservationPath(car));
  await expect(page.getByText('One person is in the queue behind you.')).toBeVisible();
  await page.getByRole('button', { name: 'Say if it does' }).click();
  await dialog.getByRole('button', { name: 'Save answer' }).click();
  await expect(dialog.getByText('Please choose an answer.')).toBeVisible();
  await dialog.getByLabel('Yes, it looks as described').check();
  await dialog.getByRole('button', { name: 'Save answer' }).click();
  await expect(page.getByText('1 of 2 met')).toBeVisible();
  await checkInEachWindow(page, 'reservation-holder', expectAccessibleWithoutScroll);
  await page.getByRole('button', { name: 'Give it up' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('All $1,000 comes back to you.')).toBeVisible();
  await question.getByRole('button', { name: 'Give it up' }).click();
  await expect(page.getByRole('heading', { name: 'You gave the reservation up' })).toBeVisible();
  await checkInEachWindow(page, 'reservation-ended', expectAccessibleWithoutScroll);

  // It is the turn of the second buyer, who reserves the car and then pays the rest.
  await openPageAs(page, secondBuyer, makeReservationPath(car));
  await expect(page.getByRole('heading', { name: /^The car is yours to reserve until / })).toBeVisible();
  await expect(page.getByRole('timer', { name: 'Time left of your turn' })).toHaveText(/^23:5\d:\d\d left$/);
  await checkInEachWindow(page, 'reservation-turn', expectAccessibleWithoutScroll);
  await reserveButton.click();
  await confirmReservation(page);
  await payWithCard(page, '$1,000');
  await page.getByRole('link', { name: 'Buy it: pay $49,000' }).click();
  await expect(page.getByRole('heading', { name: '$1,000 of $50,000 is in' })).toBeVisible();
  await checkInEachWindow(page, 'reservation-payment', expectAccessibleWithoutScroll);
  await page.getByRole('button', { name: 'Pay part 2' }).click();
  await payWithCard(page, '$49,000');
  await expect(page.getByRole('heading', { name: texts.toasts.paid })).toBeVisible();
  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByText('$1,000, which reserved the car and is part 1 of its price')).toBeVisible();
  await expect(page.getByText(/^The rule of the deposit: The deposit takes the car off sale/)).toBeVisible();
  await openPageAs(page, secondBuyer, makeReservationPath(car));
  await expect(page.getByRole('heading', { name: 'You have paid for this car' })).toBeVisible();
});

test('a seller sees who holds the car and the queue, and withdraws; the deposit comes back in full', async ({
  page,
}) => {
  const [seller, buyer, nextBuyer] = [await createUser('Seller'), await createUser('Buyer'), await createUser('Buyer')];
  const car = await createReservableCar(seller);
  const order = await reserveByApi(buyer, car);
  await nextBuyer.calls.post(`/api/v1/listings/${car}/queue`);

  await openPageAs(page, buyer, '/dashboard/myOrders');
  await expect(page.getByText(/^Reserved until \w{3} \d+ \w+, /)).toBeVisible();
  await checkInEachWindow(page, 'reservation-my-orders');

  await openPageAs(page, seller, `/orders/${order}`);
  await expect(
    page.getByRole('heading', { name: new RegExp(`^${buyer.name} holds it until .* days left$`) }),
  ).toBeVisible();
  await expect(page.getByText('One person is in the queue.')).toBeVisible();
  await checkInEachWindow(page, 'reservation-order-seller', async () => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
  await page.getByRole('link', { name: 'See the reservation' }).click();
  await expect(page.getByText('0 of 3 met')).toBeVisible();
  await checkInEachWindow(page, 'reservation-seller', () => expectAccessible(page));
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'End the reservation' }).click();
  await expect(dialog.getByText('Please give a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The car was damaged.');
  await dialog.getByRole('button', { name: 'End the reservation' }).click();
  await expect(page.getByText('The reservation has ended', { exact: true })).toBeVisible();

  await openPageAs(page, buyer, makeReservationPath(car));
  await expect(page.getByRole('heading', { name: 'The seller ended the reservation' })).toBeVisible();
  await expect(page.getByText('The car was damaged.')).toBeVisible();
  await expect(page.getByText('$1,000.00').last()).toBeVisible();
  await openPageAs(page, nextBuyer, makeReservationPath(car));
  await expect(page.getByRole('heading', { name: /^The car is yours to reserve until / })).toBeVisible();
  await page.getByRole('button', { name: 'Leave the queue' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave the queue' }).click();
  await expect(page.getByRole('heading', { name: 'Free to reserve. Nobody is in the queue.' })).toBeVisible();
});

test('a loan that is refused ends the reservation, and the deposit comes back in full', async ({ page }) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const car = await createReservableCar(seller);
  const order = await reserveByApi(buyer, car);
  await openPageAs(page, buyer, makeReservationPath(car));
  await page.getByRole('button', { name: 'Add answer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('The loan is refused').check();
  await dialog.getByLabel('Comment').fill('The bank wants a guarantor.');
  await expect(dialog.getByText('This ends the reservation. All $1,000 comes back to you.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'End the reservation' }).click();
  await expect(
    page.getByRole('heading', { name: 'The reservation ended, because a condition was not met' }),
  ).toBeVisible();
  await expect(page.getByText('The loan was refused.')).toBeVisible();
  await expect(page.getByText('For the seller')).toHaveCount(0);
  await page.getByRole('link', { name: 'See the order' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'The reservation ended, because a condition was not met' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Cancel order/ })).toHaveCount(0);
  await checkInEachWindow(page, 'reservation-order-ended', () => expectAccessible(page));
  const answer = await buyer.calls.get(`/api/v1/bookings/${order}/payment-plan`);
  const { parts } = (await answer.json()) as { parts: readonly { state: string }[] };
  expect(parts.map(({ state }) => state)).toEqual(['refunded', 'open']);
});

test('after the free days the buyer reads that half of the deposit comes back, before they give the car up', async ({
  page,
}) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const car = await createReservableCar(seller);
  await reserveByApi(buyer, car);
  await openPageAs(page, buyer, '/dashboard/myOrders');
  // No test can wait for four days, so the mocked response says that the deposit was paid four days ago.
  await page.route(`**/api/v1/listings/${car}/reservation`, async (route) => {
    const answer = await route.fetch();
    const reservationAnswer = (await answer.json()) as ReservationOfListing;
    return route.fulfill({
      response: answer,
      json: { ...reservationAnswer, reservation: movePaymentFourDaysBack(reservationAnswer.reservation) },
    });
  });
  await page.getByRole('link', { name: 'See the reservation' }).click();
  await page.getByRole('link', { name: 'See your reservation' }).click();
  await expect(page.getByRole('heading', { name: /^Yours until .*: 2 days left$/ })).toBeVisible();
  await expect(page.getByText('If you give it up today, $500 comes back.')).toBeVisible();
  await checkInEachWindow(page, 'reservation-holder-half', () => expectAccessible(page));
  await page.getByRole('button', { name: 'Give it up' }).click();
  await expect(
    page.getByRole('alertdialog').getByText('$500 comes back to you. The other $500 goes to the seller.'),
  ).toBeVisible();
});

function movePaymentFourDaysBack(reservation: Reservation | null): Reservation | null {
  if (reservation === null) return null;
  const moveTimeFourDaysBack = (isoTime: string | null): string | null =>
    isoTime === null ? null : new Date(Date.parse(isoTime) - 4 * 86_400_000).toISOString();
  const { paidAt, freeUntil, endsAt, conditions } = reservation;
  return {
    ...reservation,
    paidAt: moveTimeFourDaysBack(paidAt),
    freeUntil: moveTimeFourDaysBack(freeUntil),
    endsAt: moveTimeFourDaysBack(endsAt),
    backNow: 500,
    forfeitNow: 500,
    conditions: conditions.map((condition) => ({ ...condition, deadline: moveTimeFourDaysBack(condition.deadline) })),
  };
}
