import { texts } from '@carhouse/contract/texts';
import type { Page } from '@playwright/test';
import { openAsDemo } from './created-users.ts';
import { demoAdmin } from './demo-users.ts';
import { expect, expectAccessible, test } from './page-test.ts';

const collections = [
  ['Mercedes', '/mercedes'],
  ['Rolls Royce', '/rolls'],
  ['Tesla', '/tesla'],
  ['Ferrari', '/ferrari'],
  ['Audi', '/audi'],
] as const;

/** Opens the collections, in the drop-down of a wide window or in the sheet of a narrow one. */
async function openCollections(page: Page) {
  const wide = (page.viewportSize()?.width ?? 0) >= 1024;
  if (!wide) await page.getByRole('button', { name: 'Open menu' }).click();
  else await page.getByRole('button', { name: 'Car Collections' }).click();
  return wide ? page.getByRole('navigation', { name: 'Main' }) : page.getByRole('dialog', { name: 'Menu' });
}

test('Car Collections links to five pages; BMW and Lamborghini are coming soon', async ({ page }) => {
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

test('the drop-down works by the keyboard alone, shows the focus and returns it', async ({ page, viewport }) => {
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

test('the avatar menu opens without the scripts of the page', async ({ page }) => {
  await openAsDemo(page, demoAdmin, '/faq');
  const plain = await page.context().newPage();
  await plain.route('**/*.js', (route) => route.abort());
  await plain.goto(page.url());
  await plain.getByRole('button', { name: /^Account menu/ }).click();
  await expect(plain.getByText('(admin)')).toBeVisible();
});

test('the avatar menu closes on a click outside and when the focus leaves', async ({ page }) => {
  await openAsDemo(page, demoAdmin, '/faq');
  const button = page.getByRole('button', { name: /^Account menu/ });
  const name = page.getByText('(admin)');
  await button.click();
  await expect(name).toBeVisible();
  await page.mouse.click(4, 500);
  await expect(name).toBeHidden();
  await button.press('Enter');
  await expect(name).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(name).toBeHidden();
});

test('the avatar menu shows name, role in brackets, badge and email, and signs out in the style of an error', async ({
  page,
}) => {
  await openAsDemo(page, demoAdmin, '/faq');
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
