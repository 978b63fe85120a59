import { sellerMessages } from '@carhouse/web/messages/en/sellers';
import { sharedMessages } from '@carhouse/web/messages/en/shared';
import { callApi } from './api-users.ts';
import { demoBuyerEmail, logIn } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

type FoundCars = {
  readonly items: readonly { readonly _id: string; readonly title: string; readonly author: string }[];
};

/** The newest car of the demo seller who has the most cars. The car has a brand that other tests do not list. */
async function findCarOfLargeSeller(): Promise<FoundCars['items'][number]> {
  const { items } = (await (await callApi('GET', '/api/v1/listings?brand=Rolls_Royce&limit=60')).json()) as FoundCars;
  const car = items.find(({ author }) => author === 'Seller One');
  if (car === undefined) throw new Error('The demo stock has no car of Seller One.');
  return car;
}

test("a car leads to its seller's public page, with counted facts and all cars", async ({ page, allowConsole }) => {
  allowConsole(/status of 404/);
  const car = await findCarOfLargeSeller();
  await page.goto(`/cars/${car._id}`);
  await page.getByRole('link', { name: car.author, exact: true }).click();
  await expect(page).toHaveURL(/\/sellers\/seller-[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^${car.author}`));
  const facts = page.getByRole('region', { name: sellerMessages.facts });
  for (const factTerm of [
    sellerMessages.onSale,
    sellerMessages.withPhotos,
    sellerMessages.sold,
    sellerMessages.verification,
  ])
    await expect(facts.getByText(factTerm, { exact: true })).toBeVisible();
  expect(await page.content()).not.toContain('@carhouse.example');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(12);
  const listingsPagePattern = /\/api\/v1\/sellers\/[^/]+\/listings\?/;
  await page.route(listingsPagePattern, (route) =>
    route.fulfill({ status: 404, json: { status: 404, detail: 'No answer.' } }),
  );
  await page.getByRole('button', { name: sellerMessages.more }).click();
  await expect(page.getByRole('alert').filter({ hasText: sellerMessages.failed.next('') })).toBeVisible();
  await expect(cards).toHaveCount(12);
  await page.unroute(listingsPagePattern);
  await page.getByRole('main').getByRole('button', { name: sharedMessages.tryAgain }).click();
  await expect(cards).toHaveCount(24);
  await expect(cards.nth(12).getByRole('heading').getByRole('link')).toBeFocused();
  const brand = page.getByRole('navigation', { name: sellerMessages.brands }).getByRole('link').nth(1);
  const cars = Number(await brand.locator('.num').textContent());
  await brand.click();
  await expect(cards).toHaveCount(Math.min(cars, 12));
  await expect(brand).toHaveAttribute('aria-current', 'page');
  await cards.first().getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/cars\/[0-9a-f-]{36}$/);
});

test('the page of a seller who does not exist has a link to continue', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/);
  await page.goto('/sellers/seller-00000000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: sellerMessages.missing.title })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: sellerMessages.missing.action }).click();
  await expect(page).toHaveURL('/cars');
});

test('a card of a collection leads to its seller', async ({ page }) => {
  await page.goto('/tesla');
  await logIn(page, demoBuyerEmail);
  const card = page.getByRole('article').first();
  await card.getByRole('link', { name: /^Seller / }).click();
  await expect(page).toHaveURL(/\/sellers\/seller-/);
});
