import { texts } from '@carhouse/contract/texts';
import type { Page } from '@playwright/test';
import { openAsDemo, signInAsAccount } from './created-users.ts';
import { demoBuyerEmail } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';
import { publicPages } from './public-pages.ts';

// The home page has two paths; this test uses one of them.
for (const [path, heading] of publicPages.filter(([each]) => each !== '/home')) {
  test(`${path} is complete for a visitor`, { tag: '@journey' }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}

// A style sheet that a script loads late would move the content that the visitor reads.
for (const path of ['/', '/faq', '/about', '/cars', '/login', '/signup']) {
  test(`${path} has the same height without its scripts`, async ({ page }) => {
    await page.goto(path);
    const plainPage = await page.context().newPage();
    await plainPage.route('**/*.js', (route) => route.abort());
    await plainPage.goto(path);
    const readDocumentHeight = (openedPage: Page) => openedPage.evaluate(() => document.documentElement.scrollHeight);
    await expect
      .poll(async () => Math.abs((await readDocumentHeight(page)) - (await readDocumentHeight(plainPage))))
      .toBeLessThanOrEqual(8);
  });
}

test('any other path is the not-found page', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/);
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText(texts.notFound.sorry)).toBeVisible();
  await expect(page.getByText(texts.notFound.but)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: texts.notFound.back }).click();
  await expect(page).toHaveURL('/home');
});

test('every collection opens for a signed-in buyer with its cars', async ({ page }) => {
  await signInAsAccount(page, demoBuyerEmail);
  for (const [path, name] of [
    ['/mercedes', 'Mercedes'],
    ['/rolls', 'Rolls'],
    ['/tesla', 'Tesla'],
    ['/ferrari', 'Ferrari'],
    ['/audi', 'Audi'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeVisible();
    const cards = page.getByRole('article');
    await expect(cards.first().getByRole('button', { name: texts.bookNow })).toBeEnabled();
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
});

test('the theme follows the system, can be changed, and is remembered without a flash', async ({ page }) => {
  await page.goto('/');
  const readBackground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const firstBackground = await readBackground();
  await page.evaluate(() => document.querySelector<HTMLButtonElement>('button[aria-label*="light and dark"]')?.click());
  await expect.poll(readBackground).not.toBe(firstBackground);
  const chosenBackground = await readBackground();
  const answer = await page.reload();
  expect(await answer?.text()).toMatch(/data-theme="(light|dark)"/);
  expect(await readBackground()).toBe(chosenBackground);
});

for (const [path, name] of [
  ['/dashboard', 'Overview'],
  // The demo buyer has orders, whose number depends on the seed data.
  ['/dashboard/myOrders', new RegExp(texts.myOrders.total(0).replace('0', '\\d+'))],
  ['/dashboard/myprofile', /./],
] as const) {
  test(`${path} is accessible`, async ({ page }) => {
    await openAsDemo(page, 'buyer2@carhouse.example', path);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}
