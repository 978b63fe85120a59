import type { Page } from '@playwright/test';
import { type CreatedUser, createUser } from './created-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { readMailedPath } from './mailed-links.ts';
import { expect, expectAccessible, test } from './page-test.ts';

const newPassword = 'Brand!New2Password';

/** Opens the mailed link in a browser that is not signed in with the account. */
async function openMailedLink(page: Page): Promise<CreatedUser> {
  const user = await createUser('Buyer');
  await page.goto(await readMailedPath(user.email, '/confirm-email'));
  await expect(page.getByText('An account was made with this address. Did you make it?')).toBeVisible();
  return user;
}

async function expectUsablePage(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await checkInEachWindow(page, name);
}

const isSignedIn = async ({ calls }: CreatedUser): Promise<boolean> => (await calls.get('/api/v1/me/sessions')).ok();

test('a reader who is not signed in confirms that the account is theirs; a new password ends other sessions', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d/);
  const user = await openMailedLink(page);
  await expectUsablePage(page, 'confirm-question');
  await page.getByRole('button', { name: 'Yes, this is mine' }).click();
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('Wrong!Password1');
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(password).toHaveAccessibleDescription('Sorry! Try again with valid user');
  await expectUsablePage(page, 'confirm-proof');
  await page.getByRole('button', { name: 'I do not know this password' }).click();
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await expectUsablePage(page, 'confirm-new');
  expect(await isSignedIn(user)).toBe(true);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'your address is confirmed' })).toBeVisible();
  expect(await isSignedIn(user)).toBe(false);
});

test('a reader who did not create the account removes it with two clicks', async ({ page, allowConsole }) => {
  allowConsole(/status of 4\d\d/);
  const user = await openMailedLink(page);
  await page.getByRole('button', { name: 'No, I did not' }).click();
  await expect(page.getByRole('heading', { name: 'Remove this account?' })).toBeFocused();
  await expectUsablePage(page, 'confirm-removal');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'No, I did not' }).click();
  expect(await isSignedIn(user)).toBe(true);
  await page.getByRole('button', { name: 'Remove the account' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The account is removed.' })).toBeVisible();
  expect(await isSignedIn(user)).toBe(false);
});

test('without the link of a mail there is nothing to confirm', async ({ page }) => {
  await page.goto('/confirm-email');
  await expect(page.getByText('This page needs the link of a mail.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Yes, this is mine' })).toHaveCount(0);
});
