import { savePaymentPlan } from '@carhouse/contract/payment-plans';
import { texts } from '@carhouse/contract/texts';
import { readSuccessBody } from './accounts.ts';
import { acceptedCardNumber, typeCard } from './card-form.ts';
import { createBooking, createOwnCar, createUser, openAsDemo, openSignedIn } from './created-users.ts';
import { demoAdminEmail } from './demo-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, test } from './page-test.ts';
import { createReservableCar, makeReservationPath, offerReservation } from './reservation-steps.ts';

test('a buyer pays a deposit, their bank pays the rest, and seller and admin confirm it', async ({ page }) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const title = `Loan ${seller.name.slice(-6)}`;
  const order = await createBooking(buyer, await createOwnCar(seller, { title, resalePrice: 100_000 }));
  const bankRegion = page.getByRole('region', { name: 'Bank or loan' });
  const dialog = page.getByRole('dialog');
  const checkWindow = () => expectAccessible(page);

  // The plan of the buyer: a deposit here, the rest by a bank.
  await openSignedIn(page, buyer, `/dashboard/myOrders/${order}`);
  await page.getByRole('button', { name: 'Pay in parts' }).click();
  await page.getByLabel('Part 1, deposit', { exact: true }).fill('20000');
  await page.getByLabel('Part 2', { exact: true }).fill('80000');
  await page.getByLabel('A bank or a loan pays a part').check();
  await expect(page.getByLabel('Part that the bank pays')).toHaveValue('80000');
  await expect(page.getByText('The parts are the whole price.')).toBeVisible();
  await checkInEachWindow(page, 'bank-plan', checkWindow);
  await page.getByRole('button', { name: 'Use these parts' }).click();
  await expect(page.getByText('Part 2, bank or loan').first()).toBeVisible();
  await page.getByRole('button', { name: 'Pay part 1' }).click();
  await typeCard(page, acceptedCardNumber);
  await page.getByRole('button', { name: 'Pay $20,000', exact: true }).click();
  await expect(page.getByRole('heading', { name: '$20,000 of $100,000 is in' })).toBeVisible();
  await checkInEachWindow(page, 'bank-parts-list', checkWindow);

  // The buyer says that the bank has paid.
  await page.getByRole('link', { name: 'To the order' }).click();
  await expect(bankRegion.getByText('A bank or a loan pays $80,000 to the seller')).toBeVisible();
  await bankRegion.getByRole('button', { name: 'The bank has paid' }).click();
  await dialog.getByRole('button', { name: 'Yes, it has paid' }).click();
  await expect(dialog.getByText('Please fill this in.').first()).toBeVisible();
  await checkInEachWindow(page, 'bank-statement-dialog', checkWindow);
  await dialog.getByLabel('Bank or finance company').fill('Orchid Bank');
  await dialog.getByLabel('Reference', { exact: true }).fill('HP 4711');
  await dialog.getByRole('button', { name: 'Yes, it has paid' }).click();
  await expect(bankRegion.getByText('Waits for the seller')).toBeVisible();
  await checkInEachWindow(page, 'bank-order-buyer', checkWindow);

  // The seller has the money.
  await page.context().clearCookies();
  await openSignedIn(page, seller, `/orders/${order}`);
  await expect(bankRegion.getByText(/^Orchid Bank, /)).toBeVisible();
  await checkInEachWindow(page, 'bank-order-seller', checkWindow);
  await bankRegion.getByRole('button', { name: 'I have the money' }).click();
  await dialog.getByLabel('Your reference').fill('IN 0815');
  await dialog.getByRole('button', { name: 'Yes, I have it' }).click();
  await expect(bankRegion.getByText('Car House checks', { exact: true })).toBeVisible();

  // The admin finds the reported bank payment under Needs attention, and confirms the payment.
  await page.context().clearCookies();
  await openAsDemo(page, demoAdminEmail, '/dashboard');
  await page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('link', { name: 'Money of banks to confirm' })
    .click();
  const row = page.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText(`${buyer.name} states: Orchid Bank, HP 4711`);
  await expect(row).toContainText(`${seller.name} has the money: IN 0815`);
  await checkInEachWindow(page, 'bank-queue', checkWindow);
  await row.getByRole('button', { name: new RegExp(`^Confirm: .*${title}`) }).click();
  const question = page.getByRole('alertdialog', { name: 'Confirm the money of the bank?' });
  await checkInEachWindow(page, 'bank-confirm-dialog', checkWindow);
  await question.getByRole('button', { name: 'Confirm the part' }).click();
  await expect(page.getByText('The part is confirmed')).toBeVisible();
  await expect(row).toHaveCount(0);

  // The order is paid, and the receipt names the bank.
  await page.context().clearCookies();
  await openSignedIn(page, seller, `/orders/${order}`);
  await expect(bankRegion.getByText('Confirmed', { exact: true })).toBeVisible();
  const money = page.getByRole('region', { name: 'Money' });
  await expect(money).toContainText('Paid by a bank or a loan');
  await checkInEachWindow(page, 'bank-order-paid', checkWindow);
  await page.context().clearCookies();
  await openSignedIn(page, buyer, `/dashboard/myOrders/${order}/receipt`);
  const parts = page.getByRole('list', { name: 'Parts' }).getByRole('listitem');
  await expect(parts).toHaveCount(2);
  await expect(parts.nth(1)).toContainText('Bank or loan: Orchid Bank, HP 4711');
  await checkInEachWindow(page, 'bank-receipt', checkWindow);
  await page.goto(`/dashboard/myOrders/${order}`);
  await expect(page.getByText(texts.myOrders.paid).first()).toBeVisible();
});

test('parts of a car whose seller asks for a deposit lead to its reservation', async ({ page, allowConsole }) => {
  allowConsole(/status of 409/);
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const car = await createReservableCar(seller);
  await openSignedIn(page, buyer, `/dashboard/myOrders/${await createBooking(buyer, car)}`);
  await page.getByRole('button', { name: 'Pay in parts' }).click();
  await page.getByRole('button', { name: 'Use these parts' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'The seller asks for a deposit.' });
  await checkInEachWindow(page, 'deposit-asked', () => expectAccessible(page));
  await refusal.getByRole('link', { name: 'Reserve the car' }).click();
  await expect(page).toHaveURL(makeReservationPath(car));
});

test('a plan with a bank part from before the seller asked for a deposit leads to the reservation', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const car = await createOwnCar(seller, { resalePrice: 100_000 });
  const order = await createBooking(buyer, car);
  const planPath = savePaymentPlan.path.replace(':id', order);
  await readSuccessBody(await buyer.calls.put(planPath, { data: { amounts: [20_000], bank: 80_000 } }));
  const bankRegion = page.getByRole('region', { name: 'Bank or loan' });
  await openSignedIn(page, buyer, `/orders/${order}`);
  await expect(bankRegion.getByText('Pay the first part before your bank pays: it reserves the car.')).toBeVisible();
  await expect(bankRegion.getByRole('button')).toHaveCount(0);
  await offerReservation(seller.calls, car);
  await page.goto(`/dashboard/myOrders/${order}`);
  await page.getByRole('button', { name: 'Pay part 1' }).click();
  await expect(page.getByRole('heading', { name: 'The seller asks for a deposit first' })).toBeVisible();
  await checkInEachWindow(page, 'bank-deposit-first', () => expectAccessible(page));
  await page.goto(`/orders/${order}`);
  await expect(bankRegion.getByText(/^The seller asks for a deposit first\./)).toBeVisible();
  await checkInEachWindow(page, 'bank-obstacle', () => expectAccessible(page));
  await bankRegion.getByRole('link', { name: 'Reserve with the deposit' }).click();
  await expect(page).toHaveURL(makeReservationPath(car));
});
