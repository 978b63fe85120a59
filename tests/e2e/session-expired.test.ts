import { randomBytes } from 'node:crypto';
import { texts } from '@carhouse/contract/texts';
import type { Locator, Page } from '@playwright/test';
import { createOwnCar, createUser, openSignedIn, signInAs } from './created-users.ts';
import { logIn, newPassword } from './demo-users.ts';
import { expect, expectAccessible, test } from './page-test.ts';

const sessionEndedText = 'Your session has ended';
const typedText = 'Sunday, at the gate';

/**
 * Fills the booking dialog of a new car and ends the session before the booking is sent.
 * @returns the booking dialog.
 */
async function fillBookingAndEndSession(page: Page): Promise<Locator> {
  const car = await createOwnCar(await createUser('Seller'), { category: 'Audi' });
  await page.goto('/audi');
  await page.locator(`#car-${car}`).getByRole('button', { name: texts.bookNow }).click();
  const booking = page.getByRole('dialog', { name: 'Book a viewing' });
  await booking.getByLabel('Meeting date').fill(typedText);
  await booking.getByLabel('Buyer number').fill('9123 4567');
  await page.context().clearCookies();
  await booking.getByRole('button', { name: texts.confirm }).click();
  return booking;
}

async function logInAgain(page: Page, email: string | undefined): Promise<void> {
  const dialog = page.getByRole('dialog', { name: sessionEndedText });
  if (email !== undefined) await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(newPassword);
  await dialog.getByRole('button', { name: 'Login', exact: true }).click();
}

test.beforeEach(({ allowConsole }) => {
  allowConsole(/Failed to load resource: (net::ERR|the server responded with a status of 401)/);
});

test('an action whose session has ended is done after logging in on the page, with the typed text', async ({
  page,
}) => {
  const buyer = await createUser('Buyer');
  await signInAs(page, buyer);
  await fillBookingAndEndSession(page);
  const dialog = page.getByRole('dialog', { name: sessionEndedText });
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(buyer.email);
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessible(page);

  await dialog.getByLabel('Password', { exact: true }).fill('Wrong!Password1');
  await dialog.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText(texts.toasts.loginFailed);

  await logInAgain(page, undefined);
  await expect(page.getByRole('dialog', { name: 'You are signed in again' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/myOrders');
  await expect(page.getByText(typedText, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: texts.myOrders.total(1) })).toBeVisible();
});

test('a user who does not log in again keeps the typed text', async ({ page }) => {
  await signInAs(page, await createUser('Buyer'));
  const booking = await fillBookingAndEndSession(page);
  await page.getByRole('dialog', { name: sessionEndedText }).getByRole('button', { name: 'Not now' }).click();
  await expect(booking.getByLabel('Meeting date')).toHaveValue(typedText);
  await expect(booking.getByRole('alert')).toBeVisible();
});

test('another user who logs in does not run the action of the first one', async ({ page }) => {
  const [firstBuyer, otherBuyer] = [await createUser('Buyer'), await createUser('Buyer')];
  await signInAs(page, firstBuyer);
  await fillBookingAndEndSession(page);
  await logInAgain(page, otherBuyer.email);
  const refusal = page.getByRole('alertdialog', { name: 'Somebody else is signed in now' });
  await expectAccessible(page);
  await refusal.getByRole('button', { name: 'Go on' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto('/dashboard/myOrders');
  await expect(page.getByRole('heading', { name: texts.myOrders.total(0) })).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/dashboard/myOrders');
  await logIn(page, firstBuyer.email, newPassword);
  await expect(page.getByRole('heading', { name: texts.myOrders.total(0) })).toBeVisible();
});

test('a page whose session ends during typing shows the login dialog, and otherwise redirects to login', async ({
  page,
}) => {
  await page.clock.install();
  await openSignedIn(page, await createUser('Buyer'), '/dashboard/myprofile');
  await page.getByRole('button', { name: 'Edit Name' }).click();
  const profileDialog = page.getByRole('dialog', { name: 'Edit profile' });
  await profileDialog.getByLabel('Name', { exact: true }).fill('Half Typed');
  const refetchWithoutSession = async (): Promise<void> => {
    await page.context().clearCookies();
    // The data of a page is stale after twenty seconds, and the signed-in user after sixty.
    await page.clock.fastForward(30_000);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  };
  await refetchWithoutSession();
  await logInAgain(page, undefined);
  await expect(page.getByRole('dialog', { name: sessionEndedText })).toBeHidden();
  await expect(profileDialog.getByLabel('Name', { exact: true })).toHaveValue('Half Typed');
  await profileDialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Half Typed' })).toBeVisible();

  await page.goto('/dashboard/myprofile');
  await expect(page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')).toHaveCount(2);
  await refetchWithoutSession();
  await expect(page).toHaveURL(/\/login\?from=/);
});

test('continuing with Google opens another tab, and this one continues automatically', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const email = `visitor.${randomBytes(5).toString('hex')}@people.example`;
  const signInAtProvider = async (targetPage: Page): Promise<void> => {
    await targetPage.getByLabel('Address').fill(email);
    await targetPage.getByRole('button', { name: 'Continue' }).click();
  };
  await signInAtProvider(page);
  await expect(page.getByText(texts.toasts.googleDone)).toBeVisible();
  await fillBookingAndEndSession(page);
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('dialog', { name: sessionEndedText }).getByRole('button', { name: 'Continue with Google' }).click(),
  ]);
  await signInAtProvider(tab);
  await page
    .getByRole('dialog', { name: 'You are signed in again' })
    .getByRole('button', { name: 'Do it now' })
    .click();
  await expect(page).toHaveURL('/dashboard/myOrders');
  await expect(page.getByText(typedText, { exact: true })).toBeVisible();
});
