import { texts } from '@carhouse/contract/texts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';
import { demoBuyer, logIn } from './people.ts';

const publicPages = [
  ['/', texts.hero.heading],
  ['/home', texts.hero.heading],
  ['/faq', /./],
  ['/about', 'About'],
  ['/login', /./],
  ['/signup', /./],
] as const;

for (const [path, heading] of publicPages) {
  test(`${path} is whole for a visitor`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}

test('Home shows the three previews, each with its way to the collection', async ({ page }) => {
  await page.goto('/');
  for (const name of Object.values(texts.previews)) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  const links = page.getByRole('link', { name: new RegExp(texts.seeMore) });
  const targets = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
  expect(targets).toEqual(['/rolls', '/mercedes', '/tesla']);
});

test('pages render without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
  const page = await context.newPage();
  for (const [path, heading] of publicPages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: texts.notFound.sorry })).toBeVisible();
  await context.close();
});

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
  await page.goto('/login');
  await logIn(page, demoBuyer);
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
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await background();
  await page.evaluate(() => document.querySelector<HTMLButtonElement>('button[aria-label*="light and dark"]')?.click());
  await expect.poll(background).not.toBe(before);
  const chosen = await background();
  const answer = await page.reload();
  expect(await answer?.text()).toMatch(/data-theme="(light|dark)"/);
  expect(await background()).toBe(chosen);
});

for (const [path, name] of [
  ['/dashboard', 'Overview'],
  // the demo buyer has orders; how many, the story says
  ['/dashboard/myOrders', new RegExp(texts.myOrders.total(0).replace('0', '\\d+'))],
  ['/dashboard/myprofile', /./],
] as const) {
  test(`${path} is accessible`, async ({ page }) => {
    await page.goto(path);
    await logIn(page, 'buyer2@carhouse.example');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}
