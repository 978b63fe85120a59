import { payByApi } from './card-form.ts';
import { createBooking, createOwnCar, createUser, openAsDemo, openSignedIn } from './created-users.ts';
import { demoAdminEmail } from './demo-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

test('a complaint freezes a sale; an admin lets it go on, and the buyer confirms', async ({ page }) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const order = await createBooking(buyer, await createOwnCar(seller, { title: 'Ferrari Roma', resalePrice: 88_800 }));
  await payByApi(buyer, order);
  const path = `/orders/${order}`;
  const nextStep = page.getByRole('region', { name: 'Next step' });
  const complaint = page.getByRole('region', { name: 'Complaint' });
  const question = page.getByRole('alertdialog');
  const expectAccessibleWithoutScroll = async (): Promise<void> => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  };

  // The seller hands the car over, and sees the amount that they are owed.
  await openSignedIn(page, seller, path);
  for (const step of ['Ownership is transferred', 'I have handed the car over']) {
    await nextStep.getByRole('button', { name: step }).click();
    await question.getByRole('button', { name: 'Yes, mark it' }).click();
    await expect(question).toHaveCount(0);
  }
  await expect(page.getByText(`You have handed the car over. ${buyer.name} confirms it next.`)).toBeVisible();
  const moneyRegion = page.getByRole('region', { name: 'Money' });
  for (const lineTitle of ['Price of the car', 'Sale fee', 'GST on the fee', 'You are owed'])
    await expect(moneyRegion.getByText(lineTitle, { exact: true })).toBeVisible();
  await expect(moneyRegion.getByText('$88,800.00').first()).toBeVisible();
  await expectAccessibleWithoutScroll();

  // The buyer complains. Before the complaint, the buyer sees the day on which the sale counts as confirmed.
  await page.context().clearCookies();
  await openSignedIn(page, buyer, path);
  await expect(nextStep.getByRole('heading', { name: 'Do you have the car?' })).toBeVisible();
  await expect(nextStep.getByText(/the sale counts as confirmed on \d+ \w+ \d{4}, \d\d:\d\d\.$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Money' })).toHaveCount(0);
  await expectAccessibleWithoutScroll();
  await nextStep.getByRole('button', { name: 'Something is wrong' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send complaint' }).click();
  await expect(dialog.getByText('Choose a reason')).toBeVisible();
  await expect(dialog.getByText('Write at least 10 characters')).toBeVisible();
  await dialog.getByLabel('The car is not as described').check();
  await dialog.getByLabel('What happened?').fill('The gearbox shows a warning.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send complaint' }).click();
  await expect(complaint.getByText('The gearbox shows a warning.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(nextStep.getByRole('button', { name: 'Yes, I have it' })).toHaveCount(0);
  await expect(nextStep.getByRole('button', { name: 'Withdraw complaint' })).toBeVisible();
  await expectAccessibleWithoutScroll();

  // The buyer's lists name the open complaint and the same next step.
  for (const list of ['/dashboard/myOrders', '/dashboard']) {
    await page.goto(list);
    await expect(page.getByText('Complaint open').first()).toBeVisible();
    await expect(page.getByRole('link', { name: /^Wait for the decision: .*Roma/ })).toBeVisible();
    await checkInEachWindow(page, `complaint-buyer${list.replaceAll('/', '-')}`, () => expectAccessible(page));
  }

  // The seller's lists name the same complaint and the next step. The seller answers and replaces the answer.
  await page.context().clearCookies();
  for (const list of ['/dashboard/mybuyers', '/dashboard']) {
    await openSignedIn(page, seller, list);
    await expect(page.getByText('Complaint open').first()).toBeVisible();
    await checkInEachWindow(page, `complaint-seller${list.replaceAll('/', '-')}`, () => expectAccessible(page));
  }
  await page.getByRole('link', { name: /^Say what happened: .*Roma/ }).click();
  await expect(nextStep.getByRole('heading', { name: 'Say what happened' })).toBeVisible();
  await page.context().clearCookies();
  await openSignedIn(page, seller, path);
  await expect(complaint.getByText('The car is not as described')).toBeVisible();
  const answerComplaint = async (button: string, answerText: string): Promise<void> => {
    await nextStep.getByRole('button', { name: button, exact: true }).click();
    await dialog.getByLabel('Your answer').fill(answerText);
    await dialog.getByRole('button', { name: 'Send answer' }).click();
    await expect(complaint.getByText(answerText)).toBeVisible();
    await expect(dialog).toHaveCount(0);
  };
  await answerComplaint('Answer', 'The workshop found nothing.');
  await expect(nextStep.getByRole('heading', { name: 'Wait for the decision' }).first()).toBeVisible();
  await answerComplaint('Replace your answer', 'The workshop has now repaired it.');
  await expect(complaint.getByText('The workshop found nothing.')).toHaveCount(0);
  await expect(complaint.getByText('You answer', { exact: true })).toBeVisible();
  await expectAccessibleWithoutScroll();

  // An admin rejects the complaint, so the sale continues.
  await page.context().clearCookies();
  await openAsDemo(page, demoAdminEmail, path);
  await expect(complaint.getByText('The workshop has now repaired it.')).toBeVisible();
  await expect(complaint.getByRole('link', { name: 'Refund in Payment issues' })).toBeVisible();
  await expectAccessibleWithoutScroll();
  await complaint.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await dialog.getByLabel('Let the sale go on where it stopped').check();
  await dialog.getByLabel('Reason').fill('The car is repaired.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save decision' }).click();
  await expect(complaint.getByText('The car is repaired.')).toBeVisible();
  await expect(complaint.getByRole('button')).toHaveCount(0);

  // The buyer reads the decision and confirms.
  await page.context().clearCookies();
  await openSignedIn(page, buyer, path);
  await expect(complaint.getByText('The sale goes on.')).toBeVisible();
  await nextStep.getByRole('button', { name: 'Yes, I have it' }).click();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Yes, confirm' }).click();
  await expect(page.getByText(/^The sale is confirmed since \d+ \w+ \d{4}, \d\d:\d\d\.$/)).toBeVisible();
  await expect(nextStep.getByRole('button')).toHaveCount(0);
  await expectAccessibleWithoutScroll();
});

test('a buyer cannot withdraw a complaint while their bank disputes the payment, and an admin reads both sides', async ({
  page,
}) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const order = await createBooking(buyer, await createOwnCar(seller, { resalePrice: 88_800 }));
  await payByApi(buyer, order);
  const data = { ground: 'not-as-described', text: 'The gearbox shows a warning.' };
  await buyer.calls.post(`/api/v1/orders/${order}/complaint`, { data });
  await openSignedIn(page, buyer, '/dashboard/myOrders');
  // No test can choose the moment at which a bank disputes a payment, so the response of the server is mocked.
  await page.route(`**/api/v1/orders/${order}`, async (route) => {
    const response = await route.fetch();
    const { sale, ...orderWithoutSale } = (await response.json()) as { sale: object };
    await route.fulfill({ response, json: { ...orderWithoutSale, sale: { ...sale, disputed: true } } });
  });
  await page.locator(`a[href="/orders/${order}"]`).first().click();
  const nextStep = page.getByRole('region', { name: 'Next step' });
  await expect(nextStep).toContainText('Your bank disputes the payment, so you cannot withdraw this here.');
  await expect(nextStep.getByRole('button', { name: 'Withdraw complaint' })).toHaveCount(0);

  await page.context().clearCookies();
  await openAsDemo(page, demoAdminEmail, '/dashboard/complaints');
  const row = page.getByRole('table', { name: 'Open complaints' }).getByRole('row').filter({ hasText: buyer.name });
  for (const text of ['The car is not as described', data.text, seller.name, 'Not answered yet', 'Less than a day'])
    await expect(row).toContainText(text);
  await seller.calls.put(`/api/v1/orders/${order}/complaint/answer`, { data: { text: 'It was repaired on Monday.' } });
  await page.reload();
  await expect(row).toContainText('It was repaired on Monday.');
  await checkInEachWindow(page, 'complaints', () => expectAccessible(page));
});

test('an admin undoes a sale whose dispute is lost', async ({ page }) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const order = await createBooking(buyer, await createOwnCar(seller, { resalePrice: 88_800 }));
  await payByApi(buyer, order);
  const data = { ground: 'other', text: 'My bank deals with it now.' };
  await buyer.calls.post(`/api/v1/orders/${order}/complaint`, { data });
  // No test can choose the moment at which a bank decides, so the response of the server is mocked.
  await page.route(`**/api/v1/orders/${order}`, async (route) => {
    const response = await route.fetch();
    const { sale, ...orderWithoutSale } = (await response.json()) as { sale: object };
    await route.fulfill({
      response,
      json: { ...orderWithoutSale, sale: { ...sale, disputed: true, takenBack: true } },
    });
  });
  const reasons: unknown[] = [];
  await page.route(`**/api/v1/payments/${order}/refund`, async (route) => {
    reasons.push(route.request().postDataJSON());
    const refundAnswer = { paymentId: order, bookingId: order, amount: 88_800, state: 'void', reason: 'Decided' };
    await route.fulfill({ json: refundAnswer });
  });
  await openAsDemo(page, demoAdminEmail, '/dashboard/complaints');
  const orderLink = page.locator(`a[href="/orders/${order}"]`).first();
  await orderLink.click();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/complaints');
  await orderLink.click();
  const complaint = page.getByRole('region', { name: 'Complaint' });
  await complaint.getByRole('button', { name: 'Undo the sale' }).click();
  await expect(complaint.getByRole('link', { name: 'Refund in Payment issues' })).toHaveCount(0);
  const dialog = page.getByRole('dialog', { name: 'Undo this sale?' });
  await expect(dialog).toContainText('The bank has decided the dispute for the buyer, who has the money.');
  await checkInEachWindow(page, 'undo-sale', () => expectAccessible(page));
  await dialog.getByRole('button', { name: 'Undo the sale' }).click();
  await expect(dialog.getByText('Please say why, in three characters or more')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The bank has decided.');
  await dialog.getByRole('button', { name: 'Undo the sale' }).click();
  await expect(page.getByText('The sale is undone')).toBeVisible();
  expect(reasons).toEqual([{ reason: 'The bank has decided.' }]);
});

test('a buyer withdraws a complaint that stopped the hand-over', async ({ page }) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const order = await createBooking(buyer, await createOwnCar(seller, { resalePrice: 88_800 }));
  await payByApi(buyer, order);
  await seller.calls.post(`/api/v1/orders/${order}/steps`, { data: { step: 'transferred' } });
  await buyer.calls.post(`/api/v1/orders/${order}/complaint`, {
    data: { ground: 'not-handed-over', text: 'The seller does not come.' },
  });
  const nextStep = page.getByRole('region', { name: 'Next step' });
  await openSignedIn(page, seller, `/orders/${order}`);
  await expect(nextStep.getByRole('button', { name: 'Answer' })).toBeVisible();
  await expect(nextStep.getByRole('button', { name: 'I have handed the car over' })).toHaveCount(0);

  await page.context().clearCookies();
  await openSignedIn(page, buyer, `/orders/${order}`);
  await nextStep.getByRole('button', { name: 'Withdraw complaint' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw complaint' }).click();
  const complaint = page.getByRole('region', { name: 'Complaint' });
  await expect(complaint.getByText('The buyer withdrew the complaint. The sale goes on.')).toBeVisible();
  await page.context().clearCookies();
  await openSignedIn(page, seller, `/orders/${order}`);
  await expect(nextStep.getByRole('button', { name: 'I have handed the car over' })).toBeVisible();
});
