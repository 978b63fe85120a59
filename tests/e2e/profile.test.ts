import { readFile } from 'node:fs/promises';
import { texts } from '@carhouse/contract/texts';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { passwordMessages } from '@carhouse/domain/account/password-messages';
import { profileMessages } from '@carhouse/web/messages/en/profile';
import type { Page } from '@playwright/test';
import { type CreatedUser, createUser, openSignedIn } from './created-users.ts';
import { logIn, newPassword } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

/** Opens the profile of a new buyer. */
async function openProfile(page: Page): Promise<CreatedUser> {
  const buyer = await createUser('Buyer');
  await openSignedIn(page, buyer, '/dashboard/myprofile');
  await expect(page.getByRole('heading', { level: 1, name: texts.drawer.profile })).toBeVisible();
  return buyer;
}

/** Creates an image on a canvas of the page. */
async function paintPng(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 400 });
    const canvasContext = canvas.getContext('2d');
    if (canvasContext !== null) {
      canvasContext.fillStyle = 'teal';
      canvasContext.fillRect(0, 0, 400, 400);
      canvasContext.fillStyle = 'white';
      canvasContext.fillRect(120, 80, 160, 220);
    }
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

test('the profile shows the data of the user, and the layout does not shift', async ({ page }) => {
  const { name, email } = await openProfile(page);
  const account = page.getByRole('region', { name: 'Account' });
  for (const fact of [name, email, 'N/A', '••••••••', 'Buyer'])
    await expect(account.getByText(fact, { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Activity' }).getByText('Nothing yet')).toHaveCount(3);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a photo that does not load is replaced by the initials, on a full load too', async ({ page, allowConsole }) => {
  allowConsole(/net::ERR/);
  const buyer = await createUser('Buyer');
  const photoField = { photoURL: 'https://photos.invalid/none.png' };
  expect((await buyer.calls.put('/api/v1/me', { data: photoField })).status()).toBe(200);
  await openSignedIn(page, buyer, '/dashboard/myprofile');
  await page.reload();
  await expect(page.locator('span.avatar').first()).toHaveText(/^B/);
  // The image of an avatar in a closed menu is not requested.
  await expect(page.getByRole('main').locator('img.avatar:visible')).toHaveCount(0);
});

test('name, number and photo are edited and saved', async ({ page }) => {
  await openProfile(page);
  await page.getByRole('button', { name: 'Edit Phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit profile' });
  await expect(dialog.getByLabel(/^Phone/)).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel('Name', { exact: true }).fill('  ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(validationTexts.userNameRequired, { exact: true })).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Buyer Renamed');
  await dialog.getByLabel(/^Phone/).fill('9123 4567');
  await dialog
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await paintPng(page) });
  await expect(dialog.getByText('The photo is uploaded. Save to use it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
  await expect(dialog).toBeHidden();
  for (const momentOfCheck of ['at once', 'after a reload']) {
    if (momentOfCheck === 'after a reload') await page.goto('/dashboard/myprofile');
    await expect(page.getByRole('heading', { name: 'Buyer Renamed' })).toBeVisible();
    await expect(page.getByText('9123 4567')).toBeVisible();
    await expect(page.getByRole('region', { name: 'You' }).locator('img')).toHaveAttribute('src', /^\/media\//);
  }
});

test('a file that is no image is refused with a message, and the typed text is kept', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d/);
  await openProfile(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Edit profile' });
  await dialog.getByLabel('Name', { exact: true }).fill('Typed Before');
  const buffer = Buffer.from('This is no picture.');
  await dialog.getByLabel('Photo', { exact: true }).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Typed Before');
});

test('without a connection saving shows an error, keeps the typed text, and works when the connection is back', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource: net::ERR/);
  await openProfile(page);
  await page.getByRole('button', { name: 'Edit Name' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit profile' });
  await dialog.getByLabel('Name', { exact: true }).fill('Typed Offline');
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached.');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Typed Offline');
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Typed Offline' })).toBeVisible();
});

test('a script file that fails to load without a connection does not close the page', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/net::ERR|dynamically imported module/);
  await openProfile(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.context().setOffline(true);
  // Dispatches the event that Vite fires for a file that fails to load. Most files are preloaded, so the test cannot
  // remove a file instead.
  await page.evaluate(() => {
    const event = new Event('vite:preloadError', { cancelable: true });
    window.dispatchEvent(Object.assign(event, { payload: new Error('The file did not load.') }));
  });
  await expect(page.getByRole('status').getByText('You are offline.')).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('the password is changed with the current one, and the rules are shown in their order', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d/);
  const { email } = await openProfile(page);
  await page.getByRole('link', { name: 'Change password' }).click();
  const currentPasswordField = page.getByLabel('Present password', { exact: true });
  const newPasswordField = page.getByLabel('New password', { exact: true });
  const changeButton = page.getByRole('button', { name: 'Change the password' });
  await currentPasswordField.fill('Wrong!Password1');
  for (const [password, message] of [
    ['Ab!1', passwordMessages.length],
    ['Abcdef!', passwordMessages.uppercase],
    ['ABcdefg', passwordMessages.special],
  ] as const) {
    await newPasswordField.fill(password);
    await changeButton.click();
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  await newPasswordField.fill('Another!New1P');
  await changeButton.click();
  await expect(page.getByText('The present password is wrong.')).toBeVisible();
  await expect(currentPasswordField).toBeFocused();
  await expectAccessible(page);
  await currentPasswordField.fill(newPassword);
  await changeButton.click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/myprofile');
  await page.context().clearCookies();
  await page.goto('/login');
  await logIn(page, email, 'Another!New1P');
});

test('another session is listed and signed out from here', async ({ page, browser, baseURL }) => {
  const { email } = await openProfile(page);
  const otherContext = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const otherPage = await otherContext.newPage();
  await otherPage.goto('/login');
  await logIn(otherPage, email, newPassword);
  await page.reload();
  const sessionsRegion = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(sessionsRegion.getByRole('listitem')).toHaveCount(2);
  await expect(sessionsRegion.getByText('This one')).toHaveCount(1);
  await sessionsRegion.getByRole('button', { name: /^Sign out Chrome on/ }).click();
  await expect(page.getByText('That session is signed out.')).toBeVisible();
  await expect(sessionsRegion.getByRole('listitem')).toHaveCount(1);
  await otherPage.goto('/dashboard');
  await expect(otherPage).toHaveURL(/\/login/);
  await otherContext.close();
});

test('the data of the user is downloaded as a file', async ({ page }) => {
  const { email } = await openProfile(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^carhouse-my-data-\d{4}-\d\d-\d\d\.json$/);
  const downloadedData = JSON.parse(await readFile(await download.path(), 'utf8')) as { account: { email: string } };
  expect(downloadedData.account.email).toBe(email);
});

test('the download of the data requires a new sign-in when the last one is too old', async ({ page, allowConsole }) => {
  allowConsole(/status of 403/);
  await openProfile(page);
  const problemBody = { code: 'RECENT_SIGN_IN_REQUIRED', detail: 'Please sign in again for this.', status: 403 };
  await page.route('**/api/v1/me/export', (route) => route.fulfill({ status: 403, json: problemBody }), { times: 1 });
  await page.getByRole('button', { name: 'Download my data' }).click();
  const question = page.getByRole('dialog', { name: 'Is it you?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByLabel('Password', { exact: true }).fill(newPassword);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    question.getByRole('button', { name: 'Go on' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^carhouse-my-data-/);
  await expect(question).toBeHidden();
});

test('the user deletes their account with the password, after reading what remains', async ({ page, allowConsole }) => {
  allowConsole(/status of 4\d\d/);
  const { email } = await openProfile(page);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await expect(question.getByText(/records of paid orders stay/)).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expect(question.getByText(validationTexts.passwordRequired)).toBeVisible();
  await question.getByLabel('Your password', { exact: true }).fill('Wrong!Password1');
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expect(question.getByRole('alert')).toBeVisible();
  await question.getByLabel('Your password', { exact: true }).fill(newPassword);
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Your account is deleted.')).toBeVisible();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert').getByText(texts.toasts.loginFailed)).toBeVisible();
});

test('a seller states whether they are a dealer; a buyer does not see the field', async ({ page }) => {
  await openSignedIn(page, await createUser('Seller'), '/dashboard/myprofile');
  const kind = page.getByRole('group', { name: profileMessages.sellerKind.label });
  await expect(kind.getByRole('radio', { name: profileMessages.sellerKind.private })).toBeChecked();
  // The radio button is checked when the server has saved the value.
  await kind.getByText(profileMessages.sellerKind.dealer, { exact: true }).click();
  await expect(page.getByText(profileMessages.sellerKind.saved.dealer)).toBeVisible();
  const dealer = kind.getByRole('radio', { name: profileMessages.sellerKind.dealer });
  await expect(dealer).toBeChecked();
  await expect(dealer).toHaveAccessibleDescription(profileMessages.sellerKind.means.dealer);
  await expect(kind.getByText(profileMessages.sellerKind.effectUnverified)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(kind.getByRole('radio', { name: profileMessages.sellerKind.dealer })).toBeChecked();
  await page.context().clearCookies();
  await openProfile(page);
  await expect(kind).toHaveCount(0);
});
