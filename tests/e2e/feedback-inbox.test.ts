import { randomBytes } from 'node:crypto';
import { sendFeedback } from '@carhouse/contract/feedback';
import { texts } from '@carhouse/contract/texts';
import { openAsDemo } from './created-users.ts';
import { demoAdminEmail, demoBuyerEmail } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

test('an admin reads new feedback, which is then marked as read, and archives it', async ({ page, baseURL }) => {
  const email = `visitor.${randomBytes(5).toString('hex')}@people.example`;
  const text = 'The prices beside each other are a great help.\nMore of that, please.';
  const feedbackResponse = await page.request.post(sendFeedback.path, {
    data: { email, text },
    headers: { origin: baseURL ?? '' },
  });
  expect(feedbackResponse.status()).toBe(201);
  await openAsDemo(page, demoAdminEmail, '/dashboard/feedback');
  await expect(page.getByRole('heading', { level: 1, name: 'Feedback' })).toBeVisible();
  const message = page.getByRole('listitem').filter({ hasText: email });
  await expect(message.getByText('New', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await message.locator('summary').click();
  await expect(message.getByText('More of that, please.').last()).toBeVisible();
  await expect(message.getByText('New', { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Read', { exact: true }).check();
  await expect(page).toHaveURL('/dashboard/feedback?state=read');
  // A message that is open remains open.
  await message.getByRole('button', { name: `Archive the message of ${email}` }).click();
  await expect(message).toHaveCount(0);
  await page.getByLabel('Archived', { exact: true }).check();
  await expect(message.getByText('Archived', { exact: true })).toBeVisible();
});

test('a buyer does not see the feedback', async ({ page }) => {
  await openAsDemo(page, demoBuyerEmail, '/dashboard/feedback');
  await expect(page.getByText(texts.toasts.notAdmin)).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});
