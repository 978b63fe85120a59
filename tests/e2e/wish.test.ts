import { texts } from '@carhouse/contract/texts';
import { listingMessages } from '@carhouse/web/messages/en/listings';
import type { Page } from '@playwright/test';
import { createOwnCar, createUser, openSignedIn } from './created-users.ts';
import { expect, expectAccessible, test } from './page-test.ts';

const wishButtons = (page: Page) => page.getByRole('button', { name: new RegExp(`^${texts.addToWishList}`) });

test('a wish is loaded by its id, posted, announced and shown, on every page and after a reload', async ({ page }) => {
  await openSignedIn(page, await createUser('Buyer'), '/tesla');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/productById|wishLists/.test(pathname)) calls.push(`${request.method()} ${pathname}`);
  });
  const heart = wishButtons(page).first();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  const id = (await heart.getAttribute('data-wish')) ?? '';
  await heart.click();
  await expect(page.getByText(texts.toasts.wished)).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  expect(calls).toEqual([`GET /api/productById/${id}`, 'POST /api/wishLists']);
  await expectAccessible(page);

  await heart.click();
  await expect(page.getByText(listingMessages.wish.already)).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');

  await page.reload();
  await expect(wishButtons(page).first()).toHaveAttribute('aria-pressed', 'true');
  await page.goto(`/cars/${id}`);
  await expect(wishButtons(page).first()).toHaveAttribute('aria-pressed', 'true');
  const wishes = (await (await page.request.get('/api/mywish')).json()) as { productId: string }[];
  expect(wishes.map(({ productId }) => productId)).toEqual([id]);
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
  const heart = wishButtons(page).first();
  await heart.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
});

test('a seller can add cars of others to the wish list, but not their own', async ({ page }) => {
  const seller = await createUser('Seller');
  await createOwnCar(seller);
  await openSignedIn(page, seller, '/ferrari');
  const own = page.getByRole('article').filter({ has: page.getByRole('button', { name: listingMessages.book.own }) });
  await expect(wishButtons(page).first()).toBeVisible();
  const heart = own.first().getByRole('button', { name: new RegExp(`^${texts.addToWishList}`) });
  await expect(heart).toHaveAccessibleDescription(listingMessages.wish.ownReason);
  await heart.click({ force: true });
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
});
