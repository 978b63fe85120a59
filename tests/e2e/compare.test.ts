import { compareMessages } from '@carhouse/web/messages/en/compare';
import type { Page } from '@playwright/test';
import { listFindableCar, randomWord } from './findable-car.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('up to four cars are selected and compared; the URL of the comparison can be shared', async ({ page }) => {
  await page.goto('/cars?brand=Tesla');
  const buttons = page.getByRole('article').getByRole('button', { name: /^Compare: / });
  const compareTray = page.getByRole('region', { name: compareMessages.tray });
  // The button is visible without a pointer over the card.
  await expect(buttons.nth(0)).toHaveCSS('opacity', '1');
  await buttons.nth(0).click();
  await expect(compareTray.getByText(compareMessages.oneMore)).toBeVisible();
  for (const place of [1, 2, 3]) await buttons.nth(place).click();
  await expect(compareTray.getByRole('listitem')).toHaveCount(4);
  await expect(buttons.nth(3)).toHaveAttribute('aria-pressed', 'true');
  await buttons.nth(4).click();
  await expect(page.getByText(compareMessages.full(4))).toBeVisible();
  await buttons.nth(3).click();
  await expect(compareTray.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await compareTray.getByRole('link', { name: compareMessages.compareCars(3) }).click();
  await expect(page).toHaveURL(/^[^?]+\/compare\?ids=[0-9a-f-]+&ids=[0-9a-f-]+&ids=[0-9a-f-]+$/);
  await expect(heading(page)).toHaveText(compareMessages.heading(3));
  await expect(page.getByRole('columnheader')).toHaveCount(4);
  await expect(page.getByRole('row', { name: new RegExp(`^${compareMessages.rows.price}`) })).toContainText('$');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // The names of the cars remain visible beside the last facts.
  await page.getByRole('row').last().scrollIntoViewIfNeeded();
  await page.getByRole('row').last().hover();
  await expect(page.getByRole('columnheader').nth(1)).toBeInViewport();
  // The server renders the whole comparison.
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain(compareMessages.rows.price);
  expect(html).toContain(compareMessages.rows.registered);
  const rows = await page.getByRole('row').count();
  await page.getByRole('checkbox', { name: compareMessages.onlyDifferences }).check();
  expect(await page.getByRole('row').count()).toBeLessThan(rows);
  await page
    .getByRole('link', { name: /^Remove .* from the comparison$/ })
    .first()
    .click();
  await expect(heading(page)).toHaveText(compareMessages.heading(2));
});

test('a comparison without cars, and with a car that no longer exists, shows a message', async ({ page }) => {
  await page.goto('/compare');
  await expect(page.getByRole('heading', { name: compareMessages.empty.title })).toBeVisible();
  await expectAccessible(page);
  const id = await listFindableCar(randomWord());
  await page.goto(`/compare?ids=${id},0190c1a0-0000-7000-8000-000000000000`);
  await expect(page.getByText(compareMessages.gone)).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveCount(2);
});
