import { createPaymentIntent, postPayment } from '@carhouse/contract/payments';
import { texts } from '@carhouse/contract/texts';
import type { Locator, Page } from '@playwright/test';
import { readSuccessBody } from './accounts.ts';
import { chargeCard } from './charge-card.ts';
import type { CreatedUser } from './created-users.ts';
import { expect } from './page-test.ts';

/** The Pay button of the payment page, whose name contains the amount. */
export const findPayButton = (page: Page): Locator =>
  page.getByRole('button', { name: new RegExp(`^${texts.payment.pay} \\$[\\d,]+$`) });

export const acceptedCardNumber = '4242 4242 4242 4242';

/**
 * Milliseconds within which the card form must appear on a busy machine. The time limit is needed because a script that
 * runs without the test runner has no limit of its own.
 */
const stepTimeoutMs = 120_000;

/** Number of times that a test tries again when a busy server did not start a payment. */
const tryCountMaximum = 3;

/**
 * Waits until the fields for the card accept input. When the payment could not start, the function presses the button
 * `Try again`.
 */
async function waitForCardForm(page: Page): Promise<void> {
  const enabledPayButton = page.getByRole('button', { name: /^Pay \$/, disabled: false });
  const tryAgainButton = page.getByRole('button', { name: 'Try again' });
  for (let tryCount = 0; tryCount < tryCountMaximum; tryCount += 1) {
    await expect(enabledPayButton.or(tryAgainButton)).toBeVisible({ timeout: stepTimeoutMs });
    if (await enabledPayButton.isVisible()) return;
    await tryAgainButton.click();
  }
  await expect(enabledPayButton).toBeVisible({ timeout: stepTimeoutMs });
}

/** Types a card into the provider's fields, each of which is in a frame. The function waits for each field. */
export async function typeCard(page: Page, number: string, cvc = '242', expiry = '12 / 34'): Promise<void> {
  await waitForCardForm(page);
  for (const [frame, label, text] of [
    ['Secure card number input frame', 'Credit or debit card number', number],
    ['Secure expiration date input frame', 'Credit or debit card expiration date', expiry],
    ['Secure CVC input frame', 'Credit or debit card CVC/CVV', cvc],
  ] as const) {
    await page.frameLocator(`iframe[title="${frame}"]`).getByLabel(label).fill(text);
  }
}

/** Whether the text's colour has much more red than green and blue. */
export async function isTextRed(page: Page, text: Locator): Promise<boolean> {
  const colour = await text.evaluate((node) => getComputedStyle(node).color);
  const [red = 0, green = 0, blue = 0] = await page.evaluate((css) => {
    const canvasContext = document.createElement('canvas').getContext('2d');
    if (canvasContext === null) return [];
    canvasContext.fillStyle = css;
    canvasContext.fillRect(0, 0, 1, 1);
    return [...canvasContext.getImageData(0, 0, 1, 1).data];
  }, colour);
  return red > 1.3 * green && red > 1.3 * blue;
}

/** Pays an order through the API with the same calls as the card form. */
export async function payByApi(
  { calls }: Pick<CreatedUser, 'calls'>,
  paymentId: string,
  number = acceptedCardNumber,
): Promise<void> {
  const intentAnswer = await calls.post(createPaymentIntent.path, { data: { paymentId } });
  const { clientSecret } = await readSuccessBody<{ clientSecret: string }>(intentAnswer);
  const transactionId = await chargeCard(calls, clientSecret, number);
  await readSuccessBody(await calls.post(postPayment.path, { data: { paymentId, transactionId } }));
}
