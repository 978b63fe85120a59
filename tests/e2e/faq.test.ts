import { expect, expectAccessible, test } from './page-test.ts';

const questionPatterns = [
  /manage a state in a React application/,
  /prototypical inheritance work/,
  /What is a unit test\? Why should we write unit tests/,
  /React vs\. Angular vs\. Vue/,
];

test('the four entries open and close independently, by mouse and by keyboard', async ({ page }) => {
  await page.goto('/faq');
  const entries = page.getByRole('group');
  await expect(entries).toHaveCount(4);
  for (const [index, question] of questionPatterns.entries()) {
    const entry = entries.nth(index);
    const answer = entry.getByRole('paragraph').first();
    const summary = entry.getByText(question);
    if (index > 0) await expect(answer).toBeHidden();
    if (index > 0) await summary.click();
    await expect(answer).toBeVisible();
  }
  // The page then shows the questions of a buyer, which are always open.
  const buyingRegion = page.getByRole('region', { name: 'Buying a car here' });
  await expect(buyingRegion.getByRole('heading', { level: 3 })).toHaveCount(8);
  for (const question of ['Can I reserve a car by paying a part?', 'When do I get my money back?'])
    await expect(buyingRegion.getByRole('heading', { name: question })).toBeVisible();
  await expect(buyingRegion).toContainText('for 7 days after the hand-over');
  const sellingRegion = page.getByRole('region', { name: 'Selling a car here' });
  await expect(sellingRegion.getByRole('heading', { level: 3 })).toHaveCount(3);
  await expectAccessible(page);
  const secondEntry = entries.nth(1);
  await secondEntry.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(secondEntry.getByRole('paragraph').first()).toBeHidden();
  await expect(entries.nth(2).getByRole('paragraph').first()).toBeVisible();
});

test('the entries open without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
  const page = await context.newPage();
  await page.goto('/faq');
  const lastEntry = page.getByRole('group').last();
  await expect(lastEntry.getByRole('paragraph').first()).toBeHidden();
  await lastEntry.locator('summary').click();
  await expect(lastEntry.getByRole('paragraph').first()).toBeVisible();
  await context.close();
});
