import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './page-test.ts';

/** Chooses a way to pay on the payment page. */
export async function choosePaymentWay(page: Page, way: 'Card' | 'PayNow'): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${way}`) }).check({ force: true });
}

/**
 * Pays or declines a PayNow code in another tab, on the sandbox's page of the code, instead of in the app of a bank.
 * @param codePage URL of the page of the code; by default the URL in the link of the payment page.
 */
export async function actOnPaynowCode(
  page: Page,
  context: BrowserContext,
  answer: 'Pay' | 'Refuse to pay' | 'Let the code expire',
  codePage?: string | null,
): Promise<void> {
  const url =
    codePage ?? (await page.getByRole('link', { name: 'Open the test page of this code' }).getAttribute('href'));
  const bankPage = await context.newPage();
  await bankPage.goto(url ?? '');
  await bankPage.getByRole('button', { name: answer, exact: true }).click();
  await expect(bankPage.getByText('You can close this page')).toBeVisible();
  await bankPage.close();
}
