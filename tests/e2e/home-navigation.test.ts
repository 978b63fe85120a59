import { texts } from '@carhouse/contract/texts';
import { homeMessages } from '@carhouse/web/messages/en/home';
import type { Page } from '@playwright/test';
import { createUser, openSignedIn } from './created-users.ts';
import { demoBuyer, logIn } from './demo-users.ts';
import { expect, expectAccessible, test } from './page-test.ts';

/** Marks the document, so that a test can tell whether a page came with a document of its own. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
}

function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => 'sameDocument' in window);
}

/** The scripts of the application itself, of those that the page has asked for. */
function applicationScripts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\/assets\/(?:application|router|main)-/.test(name)),
  );
}

test('Home comes to life without the application, which takes over when somebody goes on, there and back', async ({
  page,
}) => {
  await page.goto('/');
  expect(await applicationScripts(page)).toEqual([]);
  await mark(page);
  await page.getByRole('link', { name: homeMessages.advertisement.all }).click();
  await expect(page).toHaveURL('/cars');
  await expect(page.getByRole('heading', { level: 1, name: /^[\d,]+ cars$/ })).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
  await expect(page.getByRole('main')).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expectAccessible(page);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: texts.hero.heading })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await isSameDocument(page)).toBe(true);
  await page.goForward();
  await expect(page).toHaveURL('/cars');
  await expect(page.getByRole('heading', { level: 1, name: /^[\d,]+ cars$/ })).toBeVisible();
});

test('Home that is reached from another page is the same page, and leads on', async ({ page }) => {
  await page.goto('/faq');
  await mark(page);
  await page.getByRole('banner').getByRole('link', { name: texts.brandName }).first().click();
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('heading', { level: 1, name: texts.hero.heading })).toBeVisible();
  await page.getByRole('link', { name: homeMessages.advertisement.all }).click();
  await expect(page).toHaveURL('/cars');
  expect(await isSameDocument(page)).toBe(true);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/faq');
});

test('what the server put into Home is not asked for again', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });
  await page.goto('/');
  await page.getByRole('region', { name: 'Featured' }).getByRole('button', { name: 'Next slide' }).click();
  expect(calls).toEqual([]);
});

test('the theme that was chosen on Home goes along', async ({ page }) => {
  await page.goto('/');
  await mark(page);
  await page.evaluate(() => document.querySelector<HTMLButtonElement>('button[aria-label*="light and dark"]')?.click());
  const chosen = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.getByRole('link', { name: homeMessages.advertisement.all }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^[\d,]+ cars$/ })).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(chosen);
});

test('a protected page leads from Home to the sign-in and on to where one wanted to go', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: `${texts.seeMore} ${texts.previews.teslas}` }).click();
  await page.waitForURL(/\/login\?/);
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await logIn(page, demoBuyer);
  await expect(page).toHaveURL('/tesla');
});

test('signing out on Home leads to the sign-in with its toast', async ({ page }) => {
  await openSignedIn(page, await createUser('Buyer'), '/');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('alert').getByText(texts.toasts.signedOut)).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('a press of its own window stays the browser’s, and so does the way to a part of Home', async ({
  page,
  context,
}) => {
  await page.goto('/home');
  await mark(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Feedback' }).click();
  await expect(page).toHaveURL('/home#feedback');
  expect(await isSameDocument(page)).toBe(true);
  await expect(page.getByRole('heading', { name: homeMessages.feedback.title })).toBeInViewport();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: homeMessages.advertisement.all }).click({ modifiers: ['ControlOrMeta'] });
  const second = await opened;
  await second.waitForURL('**/cars');
  await expect(page).toHaveURL('/home#feedback');
});

test('without the files of the application a link of Home still leads to its page', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  await page.goto('/');
  await mark(page);
  await page.route(/\/assets\/application-/, (route) => route.abort());
  await page.getByRole('link', { name: homeMessages.advertisement.all }).evaluate((link: HTMLElement) => link.click());
  await page.waitForURL('**/cars');
  expect(await isSameDocument(page)).toBe(false);
});
