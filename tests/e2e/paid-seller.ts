import type { Page } from '@playwright/test';
import { makeNextCode, setUpApp } from './authenticator-app.ts';
import type { CreatedUser } from './created-users.ts';
import { readMailedPath } from './mailed-links.ts';
import { expect } from './page-test.ts';

/**
 * Sets up Get Paid for a signed-in seller on the page Get Paid, from the second step of the sign-in to the bank
 * account.
 */
export async function setUpGetPaid(page: Page, seller: CreatedUser, bankNumber: string): Promise<void> {
  await page.goto('/dashboard/payouts');
  await page.getByRole('button', { name: 'Set up the second step' }).click();
  const app = await setUpApp(page);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('button', { name: 'Mail me the link' }).click();
  await expect(page.getByRole('status').filter({ hasText: seller.email })).toBeVisible();
  await page.goto(await readMailedPath(seller.email, '/dashboard/payouts/confirm'));
  await page.getByRole('button', { name: 'Yes, it is me' }).click();
  const proofDialog = page.getByRole('dialog', { name: 'Confirm with your second step' });
  await proofDialog.getByLabel('Code', { exact: true }).fill(makeNextCode(app));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your address is confirmed.')).toBeVisible();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByLabel('Account number').fill(bankNumber);
  await page.getByRole('button', { name: 'Fill in what is missing with test data and submit' }).click();
  await expect(page.getByRole('region', { name: 'Your account' })).toContainText(`ending ${bankNumber.slice(-4)}`);
}
