import { AxeBuilder } from '@axe-core/playwright';
// This test does not use the fixtures of page-test.ts, which wait for the app's scripts, because this page has no
// scripts.
import { expect, test } from '@playwright/test';
import { checkInEachWindow } from './each-window.ts';

test('a malformed URL shows an error page in the chosen theme', async ({ page }) => {
  const consoleMessages: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) consoleMessages.push(message.text());
  });
  const url = process.env.CARHOUSE_URL ?? '';
  expect((await page.goto(`${url}/%zz`))?.status()).toBe(400);
  await expect(page.getByRole('heading', { level: 1, name: 'This address cannot be read' })).toBeVisible();
  await checkInEachWindow(page, 'refusal', async () => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  const readBackground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  const lightBackground = await readBackground();
  await page.context().addCookies([{ name: 'theme', value: 'dark', url }]);
  await page.reload();
  const darkBackground = await readBackground();
  expect(darkBackground).not.toBe(lightBackground);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await readBackground()).toBe(darkBackground);
  expect(consoleMessages).toEqual([]);
});
