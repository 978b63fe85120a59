import { randomBytes } from 'node:crypto';
import { texts } from '@carhouse/contract/texts';
import type { Page } from '@playwright/test';
import { createUser, openSignedIn } from './created-users.ts';
import { demoBuyerEmail } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

async function logInAtProvider(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
  await page.getByLabel('Address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a visitor of a brand page continues with Google, becomes a Buyer and returns to it', {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto('/rolls');
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await logInAtProvider(page, `visitor.${randomBytes(5).toString('hex')}@people.example`);
  await expect(page.getByText(texts.toasts.googleDone)).toBeVisible();
  await expect(page).toHaveURL('/rolls');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await expect(page.getByText('(Buyer)')).toBeVisible();
});

test('a user who cancels at Google returns to the login, which still continues to the requested page', async ({
  page,
}) => {
  await page.goto('/login?from=%2Fferrari');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'You cancelled.' })).toBeVisible();
  await expect(page).toHaveURL('/login?from=%2Fferrari&fault=cancelled');
  await expectAccessible(page);
});

test('an address that has a password is not taken over, and the page says how to continue', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await logInAtProvider(page, demoBuyerEmail);
  await expect(page.getByRole('alert').filter({ hasText: 'has an account with a password' })).toBeVisible();
  await page.goto('/dashboard/myOrders');
  await expect(page).toHaveURL(/\/login/);
});

test('a user with a password connects Google and disconnects it', async ({ page }) => {
  const buyer = await createUser('Buyer');
  await openSignedIn(page, buyer, '/dashboard/myprofile');
  await page.getByRole('button', { name: 'Connect Google' }).click();
  await logInAtProvider(page, buyer.email);
  await expect(page.getByRole('button', { name: 'Disconnect Google' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Disconnect Google' }).click();
  await expect(page.getByRole('button', { name: 'Connect Google', exact: true })).toBeVisible();
});

for (const fault of ['<img src=x onerror=alert(1)>', 'constructor', 'unheard-of']) {
  test(`an unknown error shows our own message (${fault})`, async ({ page }) => {
    await page.goto(`/login?fault=${encodeURIComponent(fault)}`);
    await expect(page.getByRole('alert')).toHaveText('Signing in did not work. Please try again.');
  });
}
