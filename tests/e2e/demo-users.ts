import { randomBytes } from 'node:crypto';
import { texts } from '@carhouse/contract/texts';
import { expect, type Page } from '@playwright/test';

export const demoPassword = 'CarHouse!2026';
/** The password of all users that the tests create. */
export const newPassword = 'Brand!New1P';
export const demoBuyerEmail = 'buyer@carhouse.example';
export const demoSellerEmail = 'seller@carhouse.example';
export const demoAdminEmail = 'admin@carhouse.example';

/** Logs in on the login page that is open, and waits until it has closed. */
export async function logIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText(texts.toasts.loginDone)).toBeVisible();
}

/** Signs up as a new buyer through the form. @returns the e-mail address. */
export async function signUpAsBuyer(page: Page): Promise<string> {
  await page.goto('/signup');
  return submitSignup(page);
}

/** Signs up as a new buyer through the form, which is open. @returns the e-mail address. */
export async function submitSignup(page: Page): Promise<string> {
  const email = `buyer.${randomBytes(5).toString('hex')}@people.example`;
  await page.getByLabel('Buyer', { exact: true }).check();
  await page.getByLabel('Name', { exact: true }).fill('Buyer New');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByLabel('Photo URL').fill('https://photos.example/buyer.png');
  await page.getByRole('button', { name: 'Signup' }).click();
  await expect(page.getByText(texts.toasts.registered)).toBeVisible();
  await expect(page).toHaveURL('/');
  return email;
}
