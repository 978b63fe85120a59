import { texts } from '@carhouse/contract/texts';
import { listingMessages } from '@carhouse/web/messages/en/listings';
import { wishMessages } from '@carhouse/web/messages/en/wishes';
import type { Page } from '@playwright/test';
import { createOwnCar, createUser, openSignedIn } from './created-users.ts';
import { expect, expectAccessible, test } from './page-test.ts';

const findWishButtons = (page: Page) => page.getByRole('button', { name: new RegExp(`^${texts.addToWishList}`) });

test('a wish is loaded by its id, posted, announced and shown, on every page and after a reload, and is removed by the same button', async ({
  page,
}) => {
  await openSignedIn(page, await createUser('Buyer'), '/tesla');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/productById|wishLists/.test(pathname)) calls.push(`${request.method()} ${pathname}`);
  });
  const id = (await findWishButtons(page).first().getAttribute('data-wish')) ?? '';
  const button = page.locator(`[data-wish="${id}"]`).first();
  await button.click();
  await expect(page.getByText(texts.toasts.wished)).toBeVisible();
  await expect(button).toHaveText(listingMessages.wish.on);
  await expect(button).toHaveAccessibleName(/^On your wish list: .+\. Remove it$/);
  expect(calls).toEqual([`GET /api/productById/${id}`, 'POST /api/wishLists']);
  await expectAccessible(page);

  await page.reload();
  await expect(button).toHaveText(listingMessages.wish.on);
  await page.goto(`/cars/${id}`);
  await expect(button).toHaveText(listingMessages.wish.on);
  const readWishes = async () => {
    const wishRows = (await (await page.request.get('/api/mywish')).json()) as {
      productId: string;
      wishedAt: string;
    }[];
    return wishRows.map(({ productId, wishedAt }) => [productId, wishedAt]);
  };
  const wishesBefore = await readWishes();
  expect(wishesBefore).toEqual([[id, expect.any(String)]]);

  // The Undo button restores the wish.
  await button.click();
  await expect(button).toHaveText(texts.addToWishList);
  await page.getByRole('button', { name: wishMessages.undo }).click();
  await expect(button).toHaveText(listingMessages.wish.on);
  expect(await readWishes()).toEqual(wishesBefore);
  await button.click();
  await expect(page.getByRole('button', { name: wishMessages.undo })).toBeVisible();
  await page.reload();
  await expect(button).toHaveText(texts.addToWishList);
  expect(await readWishes()).toEqual([]);
});

test('a wish that fails shows an error and is not marked as a wish', async ({ page, allowConsole }) => {
  allowConsole(/status of 500/);
  await openSignedIn(page, await createUser('Buyer'), '/audi');
  await page.route('**/api/wishLists', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'INTERNAL', detail: 'Something went wrong on our side.' }),
    }),
  );
  const heartButton = findWishButtons(page).first();
  await heartButton.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
  await expect(heartButton).toHaveAttribute('data-wished', 'false');
});

test('a seller can add cars of others to the wish list, but not their own', async ({ page }) => {
  const seller = await createUser('Seller');
  await createOwnCar(seller);
  await openSignedIn(page, seller, '/ferrari');
  const articleOfCar = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: listingMessages.book.own }) });
  await expect(findWishButtons(page).first()).toBeVisible();
  const heartButton = articleOfCar.first().getByRole('button', { name: new RegExp(`^${texts.addToWishList}`) });
  await expect(heartButton).toHaveAccessibleDescription(listingMessages.wish.ownReason);
  await heartButton.click({ force: true });
  await expect(heartButton).toHaveAttribute('data-wished', 'false');
  // A seller can find their wishes, and reads why they cannot buy the car.
  await findWishButtons(page).and(page.locator(':not([aria-disabled])')).first().click();
  await expect(page.getByText(texts.toasts.wished)).toBeVisible();
  await page.goto('/dashboard');
  const menuButton = page.getByRole('button', { name: 'Open menu' });
  if (await menuButton.isVisible()) await menuButton.click();
  await page.getByRole('link', { name: texts.drawer.myWishList }).click();
  const card = page.getByRole('main').getByRole('article').first();
  await expect(card.getByRole('button', { name: texts.buyNow })).toHaveAccessibleDescription(wishMessages.buyersOnly);
  await expectAccessible(page);
});
