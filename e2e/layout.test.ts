import { texts } from '@carhouse/contract/texts';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './page-test.ts';
import { demoAdmin, logIn, signUpAsBuyer } from './people.ts';

const collections = [
  ['Mercedes', '/mercedes'],
  ['Rolls Royce', '/rolls'],
  ['Tesla', '/tesla'],
  ['Ferrari', '/ferrari'],
  ['Audi', '/audi'],
] as const;

/** The collections, in the drop-down of a wide window or in the sheet of a narrow one. */
async function openCollections(page: Page) {
  const wide = (page.viewportSize()?.width ?? 0) >= 1024;
  if (!wide) await page.getByRole('button', { name: 'Open menu' }).click();
  else await page.getByRole('button', { name: 'Car Collections' }).click();
  return wide ? page.getByRole('navigation', { name: 'Main' }) : page.getByRole('dialog', { name: 'Menu' });
}

test('Car Collections leads to five pages; BMW and Lamborghini are coming soon', async ({ page }) => {
  await page.goto('/faq');
  const menu = await openCollections(page);
  for (const [name, path] of collections) {
    await expect(menu.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute('href', path);
  }
  for (const name of ['BMW', 'Lamborghini']) {
    await expect(menu.getByText(name, { exact: true })).toBeVisible();
    await expect(menu.getByRole('link', { name: new RegExp(name) })).toHaveCount(0);
  }
  await expect(menu.getByText(texts.comingSoon)).toHaveCount(2);
  await expectAccessible(page);
});

test('the drop-down works by the keyboard alone, shows the focus and gives it back', async ({ page, viewport }) => {
  await page.goto('/faq');
  const wide = (viewport?.width ?? 0) >= 1024;
  const button = page.getByRole('button', { name: wide ? 'Car Collections' : 'Open menu' });
  await button.focus();
  await page.keyboard.press('Enter');
  const link = (name: string) =>
    page
      .getByRole(wide ? 'navigation' : 'dialog', { name: wide ? 'Main' : 'Menu' })
      .getByRole('link', { name: new RegExp(`^${name}`) });
  await expect(link('Mercedes')).toBeVisible();
  if (wide) {
    await page.keyboard.press('ArrowDown');
    await expect(link('Mercedes')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(link('Rolls Royce')).toBeFocused();
    expect(await link('Rolls Royce').evaluate((item) => getComputedStyle(item).outlineStyle)).toBe('solid');
  }
  await page.keyboard.press('Escape');
  await expect(link('Mercedes')).toBeHidden();
  await expect(button).toBeFocused();
});

test('the first stop of the keyboard skips to the content', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/about#main');
});

test('the avatar menu shows name, role in brackets, badge and email, and signs out in the style of an error', async ({
  page,
}) => {
  await page.goto('/login');
  await logIn(page, demoAdmin);
  await page.goto('/faq');
  const button = page.getByRole('button', { name: /^Account menu/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('(admin)')).toBeVisible();
  await expect(page.getByText('Administrator', { exact: true })).toBeAttached();
  await expect(page.getByText(demoAdmin)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('(admin)')).toBeHidden();
  await expect(button).toBeFocused();
});

test('signing out leads to login with its toast', async ({ page, allowConsole }) => {
  // The photo of a new person stands on a host of no address.
  allowConsole(/net::ERR_/);
  await signUpAsBuyer(page);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await expect(page.getByText('(Buyer)')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('alert').getByText(texts.toasts.signedOut)).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('the foot has the other name and only links that lead somewhere', async ({ page, request }) => {
  await page.goto('/faq');
  const foot = page.getByRole('contentinfo');
  await expect(foot.getByText(texts.footerName, { exact: true })).toBeVisible();
  const links = await foot.getByRole('link').all();
  const paths = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
  for (const path of new Set(paths)) expect((await request.get(path)).status(), path).toBe(200);
});

test('a lost connection is said in one quiet bar, and what was typed stays', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await page.goto('/');
  await page.getByLabel('Your Feedback').fill('Half a sentence');
  await context.setOffline(true);
  const bar = page.getByRole('status').getByText('You are offline.');
  await expect(bar).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('Your Feedback')).toHaveValue('Half a sentence');
  await context.setOffline(false);
  await expect(bar).toHaveCount(0);
});

test('every public page names its one address and what it is about', async ({ page, request }) => {
  for (const path of ['/', '/faq', '/about', '/login', '/signup']) {
    await page.goto(path);
    const canonical = await page.locator('link[rel="canonical"]').getAttribute('href');
    expect(new URL(canonical ?? '').pathname).toBe(path);
    expect((await page.locator('meta[name="description"]').getAttribute('content'))?.length).toBeGreaterThan(40);
    expect(await page.locator('meta[name="theme-color"]').count()).toBeGreaterThan(0);
  }
  const manifest = await request.get('/site.webmanifest');
  const { icons } = (await manifest.json()) as { icons: { src: string }[] };
  for (const { src } of icons) expect((await request.get(src)).headers()['content-type']).toBe('image/png');
  expect((await request.get('/share.jpg')).headers()['content-type']).toBe('image/jpeg');
});

test('the wheel of the not-found page turns, and stands still with reduced motion', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/);
  await page.goto('/no/such/page');
  const wheel = page.getByRole('img', { name: texts.notFound.code }).locator('svg');
  const motion = () =>
    wheel.evaluate((drawing) => {
      const { animationName, animationDuration } = getComputedStyle(drawing);
      return `${animationName} ${animationDuration}`;
    });
  expect(await motion()).toBe('turn 5s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await motion()).toMatch(/^none/);
  await expectAccessible(page);
  await page.getByRole('link', { name: texts.notFound.back }).click();
  await expect(page).toHaveURL('/home');
});
