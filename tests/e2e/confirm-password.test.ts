import { texts } from '@carhouse/contract/texts';
import { validationTexts } from '@carhouse/contract/validation-texts';
import type { Page } from '@playwright/test';
import { makeAccount } from './accounts.ts';
import { makeSessionOld } from './age-session.ts';
import { openAsDemo } from './created-users.ts';
import { demoAdminEmail, demoPassword } from './demo-users.ts';
import { expect, expectAccessible, test } from './page-test.ts';

const dialogTitle = 'Is it you?';

/** Clicks the button that deletes a buyer, in a session that is too old. */
async function deleteInOldSession(page: Page, buyer: { name: string; email: string }): Promise<void> {
  await openAsDemo(page, demoAdminEmail, '/dashboard/allBuyers');
  await page.getByRole('searchbox', { name: 'Name or email' }).fill(buyer.name);
  await page.getByRole('button', { name: `${texts.people.delete} ${buyer.name}` }).click();
  await makeSessionOld(page);
  const question = page.getByRole('alertdialog', { name: texts.people.sureToDelete('Buyer') });
  await question.getByRole('button', { name: texts.people.delete }).click();
}

test.beforeEach(({ allowConsole }) => {
  allowConsole(/Failed to load resource: (net::ERR|the server responded with a status of (403|422))/);
});

test('an irreversible action asks for the password when the sign-in is old, and then continues', async ({ page }) => {
  const buyer = await makeAccount('Buyer');
  await deleteInOldSession(page, buyer);
  const dialog = page.getByRole('dialog', { name: dialogTitle });
  const password = dialog.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await expectAccessible(page);

  await page.keyboard.press('Enter');
  await expect(dialog.getByText(validationTexts.passwordRequired)).toBeVisible();
  await password.fill('Wrong!Password1');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('The present password is wrong.');

  await password.fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText(texts.toasts.deleted(buyer.email))).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

for (const [path, name] of [
  ['/dashboard/money', 'payments.csv'],
  ['/dashboard/audit', 'audit.csv'],
] as const) {
  test(`a CSV file at ${path} asks for the password when the sign-in is old, and is saved then`, async ({ page }) => {
    await openAsDemo(page, demoAdminEmail, path);
    const button = page.getByRole('button', { name: 'Download as CSV' });
    await expect(button).toBeVisible();
    await makeSessionOld(page);
    const downloadPromise = page.waitForEvent('download');
    await button.click();
    const dialog = page.getByRole('dialog', { name: dialogTitle });
    await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.keyboard.press('Enter');
    expect((await downloadPromise).suggestedFilename()).toBe(name);
  });
}

test('a user who does not confirm has changed nothing', async ({ page }) => {
  const buyer = await makeAccount('Buyer');
  await deleteInOldSession(page, buyer);
  await page.getByRole('dialog', { name: dialogTitle }).getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog', { name: texts.people.sureToDelete('Buyer') });
  await expect(question.getByRole('alert')).toContainText('Please sign in again first.');
  await question.getByRole('button', { name: texts.people.cancel }).click();
  await expect(page.getByRole('row').filter({ hasText: buyer.email })).toHaveCount(1);
});
