import { savePaymentPlan } from '@carhouse/contract/payment-plans';
import { breakHold } from '@carhouse/contract/payments';
import { readSuccessBody } from './accounts.ts';
import { chargeCard } from './charge-card.ts';
import {
  type CreatedUser,
  createBooking,
  createOwnCar,
  createUser,
  openAsDemo,
  openSignedIn,
} from './created-users.ts';
import { demoAdminEmail } from './demo-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, test } from './page-test.ts';

test('an admin records for a seller that the money of a bank is sent back, and the buyer confirms it', async ({
  page,
  baseURL,
}) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const car = await createOwnCar(seller, { resalePrice: 100_000 });
  const order = await createBooking(buyer, car);
  const plan = { amounts: [20_000], bank: 80_000 };
  await readSuccessBody(await buyer.calls.put(savePaymentPlan.path.replace(':id', order), { data: plan }));
  const { clientSecret } = await readSuccessBody<{ clientSecret: string }>(
    await buyer.calls.post('/api/create-payment-intent', { data: { paymentId: order } }),
  );
  const transactionId = await chargeCard(buyer.calls, clientSecret);
  await readSuccessBody(await buyer.calls.post('/api/payment', { data: { paymentId: order, transactionId } }));
  const postAsUser = async ({ calls }: CreatedUser, path: string, data: object) =>
    readSuccessBody(await calls.post(`/api/v1/orders/${order}/bank-part/${path}`, { data }));
  await postAsUser(buyer, 'statement', { bank: 'Orchid Bank', reference: 'HP 4711' });
  await postAsUser(seller, 'receipt', {});

  const bankRegion = page.getByRole('region', { name: 'Bank or loan' });
  const dialog = page.getByRole('dialog');
  const checkWindow = () => expectAccessible(page);
  await openAsDemo(page, demoAdminEmail, `/orders/${order}`);
  const headers = { origin: new URL(baseURL ?? '').origin };
  const reason = 'The seller has no car to hand over.';
  await readSuccessBody(await page.request.post(breakHold.path.replace(':id', car), { data: { reason }, headers }));
  await page.reload();
  await checkInEachWindow(page, 'bank-to-return-admin', checkWindow);
  await bankRegion.getByRole('button', { name: 'Record the return' }).click();
  await dialog.getByLabel('Reference').fill('OUT 1');
  await dialog.getByLabel('How you know it').fill('The bank wrote that it has the money.');
  await checkInEachWindow(page, 'bank-record-dialog', checkWindow);
  await dialog.getByRole('button', { name: 'Record it' }).click();
  await expect(
    bankRegion.getByText(/^You have recorded the return, so the buyer or another admin confirms/),
  ).toBeVisible();
  await checkInEachWindow(page, 'bank-recorded-admin', checkWindow);

  // The lists of the seller and the buyer describe the return of the money with the same words as the order page.
  const sentence = 'The seller has sent $80,000 back to the bank.';
  await page.context().clearCookies();
  await openSignedIn(page, seller, '/dashboard/mybuyers');
  await expect(page.getByRole('row').filter({ hasText: buyer.name }).getByText(sentence)).toBeVisible();
  await checkInEachWindow(page, 'bank-return-my-buyers', checkWindow);
  await page.context().clearCookies();
  await openSignedIn(page, buyer, '/dashboard/myOrders');
  await expect(page.getByRole('article').getByText(sentence)).toBeVisible();
  await checkInEachWindow(page, 'bank-return-my-orders', checkWindow);
  await page.goto(`/orders/${order}`);
  await checkInEachWindow(page, 'bank-sent-back-buyer', checkWindow);
  await bankRegion.getByRole('button', { name: 'The bank has it back' }).click();
  await page.getByRole('button', { name: 'Yes, it has' }).click();
  await expect(bankRegion.getByText('The bank has its money back.')).toBeVisible();
});
