import { errorDetails } from '@carhouse/domain/errors/error-codes';
import { profileMessages } from '@carhouse/web/messages/en/profile';
import type { Page } from '@playwright/test';
import { createUser, openSignedIn } from './created-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { imageFile } from './image-files.ts';
import { expect, expectAccessible, test } from './page-test.ts';

/**
 * Mocks the response of a server that requires a confirmed address. The demo server of these tests does not require a
 * confirmed address.
 */
async function requireConfirmation(page: Page): Promise<void> {
  const problemBody = {
    status: 403,
    code: 'EMAIL_UNCONFIRMED',
    detail: errorDetails.EMAIL_UNCONFIRMED,
    requestId: 'test',
  };
  await page.route('**/api/images', (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problemBody) }),
  );
}

async function requestMailAgain(page: Page): Promise<void> {
  const mailResponsePromise = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/me/email-confirmation'));
  await page.getByRole('alert').getByRole('button', { name: profileMessages.email.send }).click();
  expect((await mailResponsePromise).status()).toBe(202);
  await expect(page.getByText(profileMessages.email.sent)).toBeVisible();
}

test.beforeEach(({ allowConsole }) => allowConsole(/status of 403/));

test('a car photo that is refused because the address is unconfirmed offers to send the mail again, once', async ({
  page,
}) => {
  await requireConfirmation(page);
  await openSignedIn(page, await createUser('Seller'), '/dashboard/addProduct');
  await page.getByLabel('Choose photos').setInputFiles([imageFile('one.png'), imageFile('two.png')]);
  await expect(page.getByText(`two.png: ${errorDetails.EMAIL_UNCONFIRMED}`)).toBeVisible();
  await expect(page.getByRole('button', { name: profileMessages.email.send })).toHaveCount(1);
  await checkInEachWindow(page, 'unconfirmed-car', () => expectAccessible(page));
  await requestMailAgain(page);
});

test('a refused profile photo offers it too', async ({ page }) => {
  await requireConfirmation(page);
  await openSignedIn(page, await createUser('Buyer'), '/dashboard/myprofile');
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(imageFile('face.png'));
  await expect(dialog.getByRole('alert')).toContainText(errorDetails.EMAIL_UNCONFIRMED);
  await checkInEachWindow(page, 'unconfirmed-person', () => expectAccessible(page));
  await requestMailAgain(page);
});
