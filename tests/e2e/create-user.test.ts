import { randomBytes } from 'node:crypto';
import { texts } from '@carhouse/contract/texts';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { passwordMessages } from '@carhouse/domain/account/password-messages';
import type { Page } from '@playwright/test';
import { openAsDemo } from './created-users.ts';
import { deleteOwnAccount } from './delete-own-account.ts';
import { demoAdminEmail, demoBuyerEmail, newPassword } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';
import { imageFilePath } from './paid-order.ts';

async function openCreateUser(page: Page): Promise<void> {
  await openAsDemo(page, demoAdminEmail, '/dashboard/createUser');
  await expect(page.getByRole('heading', { level: 1, name: texts.drawer.createUser })).toBeVisible();
}

const confirmCreation = (page: Page) => page.getByRole('button', { name: texts.people.createConfirm }).click();

test('an empty form shows the required fields, and the first invalid one gets the focus', async ({ page }) => {
  await openCreateUser(page);
  await confirmCreation(page);
  for (const message of [
    validationTexts.userNameRequired,
    validationTexts.userEmailRequired,
    validationTexts.userPasswordRequired,
    validationTexts.imageRequired,
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('the rules of the password are shown in their order', async ({ page }) => {
  await openCreateUser(page);
  const password = page.getByLabel('Password', { exact: true });
  for (const [typedValues, message] of [
    ['AB!', passwordMessages.length],
    ['Abcdef!', passwordMessages.uppercase],
    ['ABcdefg', passwordMessages.special],
  ] as const) {
    await password.fill(typedValues);
    await confirmCreation(page);
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
});

/**
 * Chooses a new password on the page that requires it. An admin whom the demo admin created needs no second factor but
 * must choose a password.
 */
async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('Present password').fill('First!Pass1Word');
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/dashboard/allBuyers');
  await expect(page).toHaveURL(/allBuyers/);
}

for (const role of ['admin', 'Seller', 'Buyer'] as const) {
  // The test of one role has the tag `@journey` and runs in `npm test`. The tests of the other two roles take the same
  // steps.
  const tags = role === 'Seller' ? ['@journey'] : [];
  test(`an admin makes a new ${role}, who then signs in and chooses a password`, { tag: tags }, async ({
    page,
    browser,
    baseURL,
  }) => {
    await openCreateUser(page);
    const email = `made.${randomBytes(5).toString('hex')}@people.example`;
    await page.getByLabel(role, { exact: true }).check();
    await page.getByLabel('Name', { exact: true }).fill('Person New');
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill('First!Pass1Word');
    await page.getByLabel('Choose a photo').setInputFiles(imageFilePath);
    await expect(page.getByText('share.jpg')).toBeVisible();
    await expectAccessible(page);
    await confirmCreation(page);
    await expect(page.getByText(texts.toasts.userCreated)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('');

    const newUserContext = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    const newUserPage = await newUserContext.newPage();
    await newUserPage.goto('/login');
    await newUserPage.getByRole('textbox', { name: 'Email' }).fill(email);
    await newUserPage.getByLabel('Password', { exact: true }).fill('First!Pass1Word');
    await newUserPage.getByRole('button', { name: 'Login' }).click();
    await expect(newUserPage).toHaveURL(/\/change-password/);
    if (role === 'admin') {
      await choosePassword(newUserPage);
      // While there is another admin, the next new admin would need an approval.
      await deleteOwnAccount(newUserPage, newPassword);
    }
    await newUserContext.close();
  });
}

test('an address that has an account shows an error at its field, and no input is lost', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  await openCreateUser(page);
  await page.getByLabel('Name', { exact: true }).fill('Person Twice');
  await page.getByRole('textbox', { name: 'Email' }).fill(demoBuyerEmail);
  await page.getByLabel('Password', { exact: true }).fill('First!Pass1Word');
  await page.getByLabel('Choose a photo').setInputFiles(imageFilePath);
  await confirmCreation(page);
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect(email).toHaveAccessibleDescription('This e-mail address has an account already.');
  await expect(email).toBeFocused();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Person Twice');
});

test('a file that is no image is refused before it is uploaded', async ({ page }) => {
  await openCreateUser(page);
  await page
    .getByLabel('Choose a photo')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await expect(page.getByText('a.txt is no JPEG, PNG, WebP, AVIF or HEIC picture.')).toBeVisible();
  await expectAccessible(page);
});

test('a buyer has no access to the admin screen', async ({ page }) => {
  await openAsDemo(page, demoBuyerEmail, '/dashboard/createUser');
  await expect(page.getByText(texts.toasts.notAdmin)).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});
