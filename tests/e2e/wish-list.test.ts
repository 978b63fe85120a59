import { texts } from '@carhouse/contract/texts';
import { wishMessages } from '@carhouse/web/messages/en/wishes';
import { readSuccessBody } from './accounts.ts';
import { type CreatedUser, createOwnCar, createUser, openSignedIn } from './created-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

async function addWish(buyer: CreatedUser, productId: string): Promise<void> {
  await readSuccessBody(await buyer.calls.post('/api/wishLists', { data: { productId } }));
}

test('an empty wish list says how to add cars', async ({ page }) => {
  await openSignedIn(page, await createUser('Buyer'), '/dashboard/myWishList');
  await expect(page.getByRole('heading', { level: 1, name: texts.drawer.myWishList })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No wishes yet' })).toBeVisible();
  await expectAccessible(page);
});

test('a wished car shows its times, its seller and its current price, and is bought from the list', {
  tag: '@journey',
}, async ({ page }) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const car = await createOwnCar(seller, { title: 'Wished Car' });
  await addWish(buyer, car);
  const editableListing = await readSuccessBody<{ images: string[] }>(
    await seller.calls.get(`/api/v1/listings/${car}/edition`),
  );
  await readSuccessBody(
    await seller.calls.put(`/api/v1/listings/${car}`, {
      data: {
        title: 'Wished Car',
        location: 'Bukit Timah',
        category: 'Ferrari',
        resalePrice: 850_000,
        originalPrice: 1_128_000,
        yearsOfUse: 5,
        yearOfPurchase: 2021,
        description: 'One owner since new.',
        images: editableListing.images,
      },
    }),
  );
  await openSignedIn(page, buyer, '/dashboard/myWishList');
  await expect(page.getByText('1 car', { exact: true })).toBeVisible();
  const card = page.getByRole('article', { name: 'Wished Car' });
  await expect(card.getByText(seller.name)).toBeVisible();
  await expect(card.getByText(/^\d\d \d{4} \d\d:\d\d$/)).toHaveCount(2);
  // The listing has no end of the COE, and its years of use do not determine it.
  await expect(card.getByText('COE left is not known')).toBeVisible();
  await expect(card.getByText(/^\d\d \d{4} \d\d:\d\d$/).first()).toHaveAttribute(
    'title',
    /day, \d+ \w+ \d{4}, \d\d:\d\d$/,
  );
  await expect(card.getByText('$850,000')).toBeVisible();
  await expect(card.getByText('$18,000 less than when you wished for it')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await card.getByRole('button', { name: texts.buyNow }).click();
  const dialog = page.getByRole('dialog', { name: 'Book a viewing' });
  await expect(dialog.getByLabel('Model')).toHaveValue('Wished Car');
  await dialog.getByLabel('Meeting date').fill('Sunday');
  await dialog.getByLabel('Buyer number').fill('9123 4567');
  await dialog.getByRole('button', { name: texts.confirm }).click();
  await expect(page.getByText(texts.toasts.booked)).toBeVisible();
  await expect(page).toHaveURL('/dashboard/myOrders');
});

test('a wished car shows its facts and its yearly cost, and says that it was sold since', async ({ page }) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const facts = { mileageKm: 61_400, owners: 1, registeredOn: '2021-02-03', coeExpiresOn: '2031-02-03' };
  const car = await createOwnCar(seller, { title: 'Known Car', facts });
  await addWish(buyer, car);
  await openSignedIn(page, buyer, '/dashboard/myWishList');
  const card = page.getByRole('article', { name: 'Known Car' });
  await expect(card.getByText('61,400 km, 1 owner, registered Feb 2021')).toBeVisible();
  await expect(card.getByText(/^[\d.]+ years? of COE left$/)).toBeVisible();
  await expectAccessible(page);
  await readSuccessBody(await seller.calls.post(`/api/v1/listings/${car}/sale`));
  await page.reload();
  await expect(card.getByText('Sold', { exact: true })).toBeVisible();
  await expect(card.getByText(wishMessages.soldText).first()).toBeVisible();
});

test('a car that is no longer on offer says so and cannot be bought; it leaves the list at once, until Undo brings it back', async ({
  page,
}) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const car = await createOwnCar(seller, { title: 'Gone Car' });
  await addWish(buyer, car);
  await readSuccessBody(await seller.calls.post(`/api/v1/listings/${car}/withdrawal`));
  await openSignedIn(page, buyer, '/dashboard/myWishList');
  const card = page.getByRole('article', { name: 'Gone Car' });
  await expect(card.getByText('Withdrawn', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: texts.buyNow })).toHaveAttribute('aria-disabled', 'true');
  const wishTimeElement = card.getByRole('time').last();
  const wishedAtText = (await wishTimeElement.getAttribute('datetime')) ?? '';
  await card.getByRole('button', { name: /^Remove Gone Car/ }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(card).toBeHidden();
  await expect(page.getByRole('heading', { name: 'No wishes yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: wishMessages.undo }).click();
  await expect(wishTimeElement).toHaveAttribute('datetime', wishedAtText);
  await card.getByRole('button', { name: /^Remove Gone Car/ }).click();
  await expect(card).toBeHidden();
  // When the toast offers Undo, the server has already removed the wish.
  await expect(page.getByRole('button', { name: wishMessages.undo })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No wishes yet' })).toBeVisible();
});

test('a car that was sold after the page was loaded cannot be booked', async ({ page }) => {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const car = await createOwnCar(seller, { title: 'Late Car' });
  await addWish(buyer, car);
  await openSignedIn(page, buyer, '/dashboard/myWishList');
  const card = page.getByRole('article', { name: 'Late Car' });
  await expect(card.getByRole('button', { name: texts.buyNow })).toBeEnabled();
  await readSuccessBody(await seller.calls.post(`/api/v1/listings/${car}/sale`));
  await card.getByRole('button', { name: texts.buyNow }).click();
  await expect(page.getByText('This car can no longer be booked.')).toBeVisible();
  await expect(card.getByText('Sold', { exact: true })).toBeVisible();
});
