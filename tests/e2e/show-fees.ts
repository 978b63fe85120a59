import type { Page } from '@playwright/test';

/** Shows the form of a rule for fees, with the example of its terms. */
export async function showNewRule(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New rule' }).click();
  const form = page.getByRole('dialog', { name: 'New rule for fees' });
  await form.getByText('One brand', { exact: true }).click();
  await form.getByLabel('Brand', { exact: true }).selectOption('Ferrari');
  await form.getByLabel('Percent of the price').fill('1.25');
  await form.getByLabel('Maximum').fill('5,000');
  await form.getByLabel('GST on the fee').fill('9');
  await form.getByText('The seller receives').waitFor();
}
