import { payByApi } from './card-form.ts';
import { createBooking, createOwnCar, createUser, openAsDemo, openSignedIn, signInAs } from './created-users.ts';
import { demoAdminEmail } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

test('buyer and seller go through one order, from the booking to the hand-over, on the same page', async ({ page }) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const order = await createBooking(buyer, await createOwnCar(seller, { title: 'Ferrari Roma', resalePrice: 88_800 }));
  const findOrderStep = (name: string) =>
    page.getByRole('list', { name: 'Steps of this order' }).getByRole('listitem').filter({ hasText: name });
  const nextStep = page.getByRole('region', { name: 'Next step' });
  const markStep = async (button: string): Promise<void> => {
    await nextStep.getByRole('button', { name: button }).click();
    const question = page.getByRole('alertdialog');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Yes, mark it' }).click();
    await expect(question).toHaveCount(0);
  };

  // The buyer goes from My Orders to the order, to the car and back, and then to the viewing.
  await openSignedIn(page, buyer, '/dashboard/myOrders');
  await page.getByRole('article').getByRole('link', { name: 'Ferrari Roma', exact: true }).click();
  await expect(page).toHaveURL(`/orders/${order}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Ferrari Roma', exact: true })).toBeVisible();
  await expect(page.getByText('You asked to see the car: Sat 28 Nov, after 3 pm.')).toBeVisible();
  await expect(findOrderStep('Viewed')).toHaveAttribute('aria-current', 'step');
  await expect(page.getByRole('link', { name: `Write to ${seller.name}` })).toBeVisible();
  await expect(nextStep.getByRole('link', { name: 'Pay $88,800' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Open the page of Ferrari Roma' }).click();
  await expect(page).toHaveURL(/\/cars\//);
  await page.goBack();
  await markStep('I have seen the car');
  await expect(findOrderStep('Viewed')).toContainText('done');
  await payByApi(buyer, order);

  // The seller opens the same page with the seller's view of the order.
  await page.context().clearCookies();
  await openSignedIn(page, seller, '/dashboard/mybuyers');
  await page.getByRole('link', { name: 'Ferrari Roma', exact: true }).click();
  await expect(page.getByText(`${buyer.name} has paid. Transfer the car to them at the LTA.`)).toBeVisible();
  await expect(page.getByRole('link', { name: `Call ${buyer.name}` })).toHaveAttribute('href', 'tel:+6591234567');
  await markStep('Ownership is transferred');
  await markStep('I have handed the car over');
  await expect(page.getByText(`You have handed the car over. ${buyer.name} confirms it next.`)).toBeVisible();
  await expect(nextStep.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // The receipt links back to the order. The buyer sees the history of the order.
  await page.getByRole('link', { name: 'Receipt' }).click();
  await page.getByRole('link', { name: 'See the order' }).click();
  await expect(page).toHaveURL(`/orders/${order}`);
  await page.context().clearCookies();
  await signInAs(page, buyer);
  await page.reload();
  const historyRegion = page.getByRole('region', { name: 'What happened' });
  await expect(historyRegion.getByRole('listitem')).toHaveCount(5);
  await expect(historyRegion.getByText(`${seller.name} marked the hand-over.`)).toBeVisible();
  await expect(historyRegion.getByText('You marked the viewing.')).toBeVisible();
});

test('an order shows the facts of the car and leads to the page of its seller', async ({ page }) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const facts = { mileageKm: 61_400, owners: 1, registeredOn: '2021-02-03', coeExpiresOn: '2031-02-03' };
  const order = await createBooking(buyer, await createOwnCar(seller, { facts }));
  await openSignedIn(page, buyer, `/orders/${order}`);
  const car = page.getByRole('region', { name: 'The car' });
  await expect(car.getByText('61,400 km, 1 owner, registered Feb 2021')).toBeVisible();
  await expect(car.getByText(/years? of COE left$/)).toBeVisible();
  // The steps of the order are beside each other in a dashboard of 1,024 pixels.
  await page.setViewportSize({ width: 1024, height: 900 });
  const steps = page.getByRole('list', { name: 'Steps of this order' }).getByRole('listitem');
  const stepTops = await steps.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
  expect(new Set(stepTops).size).toBe(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: `${seller.name}: cars and facts of this seller` }).click();
  await expect(page).toHaveURL(/\/sellers\//);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(seller.name);
});

test('a cancelled order shows the reason and no actions; admins read both sides, others have no access', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const order = await createBooking(buyer, await createOwnCar(seller, { resalePrice: 1_400_000 }));
  await openSignedIn(page, buyer, `/orders/${order}`);
  const nextStep = page.getByRole('region', { name: 'Next step' });
  await expect(nextStep.getByRole('link', { name: /^Pay/ })).toHaveCount(1);
  await nextStep.getByRole('button', { name: /^Cancel order/ }).click();
  const question = page.getByRole('alertdialog');
  await question.getByLabel('Reason').fill('Found one nearer home');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('Cancelled by the buyer: Found one nearer home').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('The order has ended. Its telephone numbers are no longer shown.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Call/ })).toHaveCount(0);
  await expect(nextStep.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await page.context().clearCookies();
  await openAsDemo(page, demoAdminEmail, `/orders/${order}`);
  await expect(page.getByRole('heading', { name: 'Pays nothing' })).toBeVisible();
  await expect(page.getByRole('link', { name: `Write to ${buyer.name}` })).toBeVisible();
  await expectAccessible(page);
  await page.context().clearCookies();
  await openSignedIn(page, await createUser('Buyer'), `/orders/${order}`);
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'There is no such order' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Overview' })).toHaveAttribute('href', '/dashboard');
  await expectAccessible(page);
});
