import { texts } from '@carhouse/contract/texts';
import { readSuccessBody } from './accounts.ts';
import { payByApi } from './card-form.ts';
import { createBooking, createOwnCar, createUser, openSignedIn } from './created-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

const disputedCardNumber = '4000 0000 0000 0259';

test('an order shows its state: unpaid, too expensive for one charge, paid, disputed, cancelled', async ({ page }) => {
  const [seller, buyer] = await Promise.all([createUser('Seller'), createUser('Buyer')]);
  const makeOrder = async (title: string, resalePrice = 88_800): Promise<string> =>
    createBooking(buyer, await createOwnCar(seller, { title, resalePrice }));
  await makeOrder('Open');
  await makeOrder('Dear', 1_200_000);
  await payByApi(buyer, await makeOrder('Settled'));
  const contestedOrderId = await makeOrder('Contested');
  await payByApi(buyer, contestedOrderId, disputedCardNumber);
  const cancelledOrder = await makeOrder('Given Up');
  await readSuccessBody(await buyer.calls.post(`/api/v1/bookings/${cancelledOrder}/cancellation`, { data: {} }));
  const isDisputed = async (): Promise<boolean> => {
    const answer = await buyer.calls.get(`/api/payment/${contestedOrderId}`);
    return ((await answer.json()) as { disputed: boolean }).disputed;
  };
  await expect.poll(isDisputed, { timeout: 20_000 }).toBe(true);

  await openSignedIn(page, buyer, '/dashboard/myOrders');
  await expect(page.getByRole('heading', { name: texts.myOrders.total(5), exact: true })).toBeVisible();
  const findCard = (title: string) => page.getByRole('article', { name: `Ferrari ${title}` });
  await expect(findCard('Open').getByRole('link', { name: 'Pay $88,800 for Open' })).toBeVisible();
  // A price above the largest charge is paid in parts.
  await expect(findCard('Dear').getByRole('link', { name: /^Pay .* for Dear$/ })).toBeVisible();
  await expect(findCard('Settled').getByText(texts.myOrders.paid, { exact: true })).toBeVisible();
  await expect(findCard('Settled').getByRole('link', { name: 'Receipt for Settled' })).toBeVisible();
  await expect(findCard('Contested').getByText('Disputed', { exact: true })).toBeVisible();
  await expect(findCard('Given Up').getByText('Cancelled by the buyer.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('an order has the facts of its car and a way back to it', async ({ page }) => {
  const [seller, buyer] = await Promise.all([createUser('Seller'), createUser('Buyer')]);
  const facts = { mileageKm: 61_400, owners: 1, registeredOn: '2021-02-03', coeExpiresOn: '2031-02-03' };
  const car = await createOwnCar(seller, { title: 'Known', resalePrice: 88_800, facts });
  const id = await createBooking(buyer, car);
  await openSignedIn(page, buyer, '/dashboard/myOrders');
  const card = page.getByRole('article', { name: 'Ferrari Known' });
  await expect(card.getByText('61,400 km, 1 owner, registered Feb 2021')).toBeVisible();
  await expect(card.getByText(/years? of COE left$/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await card.getByRole('link', { name: 'See the car: Known' }).click();
  await expect(page).toHaveURL(`/cars/${car}`);
  await payByApi(buyer, id);
  await page.reload();
  await expect(page.getByText(/^Sold on \d+ \w+ \d{4}\./)).toBeVisible();
});

test('a refunded order shows the state of the refund', async ({ page }) => {
  const [seller, buyer, admin] = await Promise.all([
    createUser('Seller'),
    createUser('Buyer'),
    page.context().request.post('/api/auth/sign-in/email', {
      data: { email: 'admin@carhouse.example', password: 'CarHouse!2026' },
      headers: { origin: process.env.CARHOUSE_URL ?? '' },
    }),
  ]);
  expect(admin.ok()).toBe(true);
  const id = await createBooking(buyer, await createOwnCar(seller, { resalePrice: 88_800 }));
  await payByApi(buyer, id);
  await readSuccessBody(
    await page.context().request.post(`/api/v1/payments/${id}/refund`, {
      data: { reason: 'The gearbox is not as described.' },
      headers: { origin: process.env.CARHOUSE_URL ?? '' },
    }),
  );
  await page.context().clearCookies();
  await openSignedIn(page, buyer, '/dashboard/myOrders');
  await expect(page.getByText('Refunded', { exact: true })).toBeVisible();
  await expect(page.getByText(/money (is on its way|has gone) back|taking the money back/)).toBeVisible();
  await page.getByRole('link', { name: /^Receipt/ }).click();
  await expect(page.getByText(/^Refund(ed in full| on its way)$/)).toBeVisible();
});

test('a user without bookings sees how to continue', async ({ page }) => {
  await openSignedIn(page, await createUser('Buyer'), '/dashboard/myOrders');
  await expect(page.getByRole('heading', { name: texts.myOrders.total(0), exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the collections' })).toBeVisible();
  await expectAccessible(page);
});

test('ten thousand orders load page by page, with their total number', async ({ page }) => {
  const [seller, buyer] = await Promise.all([createUser('Seller'), createUser('Buyer')]);
  await createBooking(buyer, await createOwnCar(seller));
  const [sampleOrder] = (await (await buyer.calls.get('/api/myorders')).json()) as { _id: string }[];
  const requestedCursors: (string | null)[] = [];
  await page.route('**/api/myorders?*', (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('before');
    requestedCursors.push(cursor);
    const firstIndex = Number(cursor ?? 0);
    const json = Array.from({ length: 200 }, (_, index) => ({
      ...sampleOrder,
      _id: `order-${firstIndex + index}`,
      productModel: `Roma ${firstIndex + index + 1}`,
    }));
    const headers = { link: `</api/myorders?before=${firstIndex + 200}>; rel="next"`, 'x-total-count': '10000' };
    return route.fulfill({ json, headers });
  });
  // The server renders the first page of My Orders, so this test navigates from another screen.
  await openSignedIn(page, buyer, '/dashboard/myprofile');
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('link', { name: /^My Orders/ }).click();
  await expect(page.getByRole('heading', { name: texts.myOrders.total(10_000), exact: true })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(20);
  for (let shownCount = 40; shownCount <= 220; shownCount += 20) {
    await page.getByRole('button', { name: 'Show 20 more' }).click();
    await expect(page.getByRole('article')).toHaveCount(shownCount);
  }
  await expect(page.getByText('220 of 10,000 orders')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Ferrari Roma 201' })).toBeFocused();
  expect(requestedCursors).toEqual([null, '200']);
});
