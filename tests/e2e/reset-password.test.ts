import { passwordMessages } from '@carhouse/domain/account/password-messages';
import { logIn, signUpAsBuyer } from './demo-users.ts';
import { readMailedPath } from './mailed-links.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

const newPassword = 'Brand!New2Password';

test('a forgotten password is reset by the mailed link, once', async ({ page, allowConsole }) => {
  // The console shows refused attempts, and the photo of the new user, whose host does not exist.
  allowConsole(/status of 4\d\d|ERR_NAME_NOT_RESOLVED/);
  const email = await signUpAsBuyer(page);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByText('Sign out').click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The previous page has a field with the same name.
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'a mail is on its way' })).toBeVisible();

  const path = await readMailedPath(email, '/reset-password');
  await page.goto(path);
  await expect(page).toHaveURL('/reset-password');
  await page.getByLabel('New password', { exact: true }).fill('Abcdef!');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText(passwordMessages.uppercase, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, email, newPassword);

  await page.goto(`/reset-password?again${path.slice(path.indexOf('#'))}`);
  await page.getByLabel('New password', { exact: true }).fill('Another!Password3');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This link was used already' })).toBeVisible();
});

test('a new user confirms the address, and changes the password', async ({ page, allowConsole }) => {
  // The console shows refused attempts, and the photo of the new user, whose host does not exist.
  allowConsole(/status of 4\d\d|ERR_NAME_NOT_RESOLVED/);
  const email = await signUpAsBuyer(page);
  await page.goto(await readMailedPath(email, '/confirm-email'));
  await page.getByRole('button', { name: 'Yes, this is mine' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'your address is confirmed' })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/dashboard/myprofile');
  await page.getByRole('link', { name: 'Change password', exact: true }).click();
  await page.getByLabel('Present password', { exact: true }).fill('Wrong!Password1');
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Change the password' }).click();
  const presentPassword = page.getByLabel('Present password', { exact: true });
  await expect(presentPassword).toHaveAccessibleDescription('The present password is wrong.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Present password', { exact: true }).fill('Brand!New1P');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
});
