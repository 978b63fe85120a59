import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './page-test.ts';

/** Chooses a way to pay on the payment page. */
export async function choosePaymentMethod(page: Page, way: 'Card' | 'PayNow'): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${way}`) }).check({ force: true });
}

/**
 * Pays or declines a PayNow code in another tab, on the sandbox's page of the code, instead of in the app of a bank.
 * @param codePageUrl URL of the page of the code; by default the URL in the link on the payment page.
 */
export async function payOrDeclinePaynowCode(
  page: Page,
  context: BrowserContext,
  answer: 'Pay' | 'Refuse to pay' | 'Let the code expire',
  codePageUrl?: string | null,
): Promise<void> {
  const url =
    codePageUrl ?? (await page.getByRole('link', { name: 'Open the test page of this code' }).getAttribute('href'));
  const sandboxPage = await context.newPage();
  await sandboxPage.goto(url ?? '');
  await sandboxPage.getByRole('button', { name: answer, exact: true }).click();
  await expect(sandboxPage.getByText('You can close this page')).toBeVisible();
  await sandboxPage.close();
}
