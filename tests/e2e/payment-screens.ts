import type { Page } from '@playwright/test';
import { acceptedCardNumber, findPayButton, typeCard } from './card-form.ts';
import { choosePaymentMethod } from './paynow-code.ts';

const declinedCard = '4000 0000 0000 0002';

/** Shows the payment page with a card that the bank declines. */
export async function showDeclined(page: Page): Promise<void> {
  await typeCard(page, declinedCard);
  await findPayButton(page).click();
  await page.getByRole('alert').waitFor();
}

/** Shows the payment page while the bank asks the buyer to confirm the payment; this state never ends here. */
export async function showProcessing(page: Page): Promise<void> {
  await page.route('**/payment_intents/*/confirm', () => {});
  // The card in this screen is declined. The browser sends the delayed call when the page is closed, so the card must
  // be one that is declined.
  await typeCard(page, declinedCard);
  await findPayButton(page).click();
}

/** Shows the payment page after a mocked payment. The order remains unpaid for the next screenshot. */
export async function showSuccess(page: Page): Promise<void> {
  await page.route('**/payment_intents/*/confirm', (route) => {
    const [, id = ''] = /payment_intents\/([^/]+)\/confirm/.exec(route.request().url()) ?? [];
    return route.fulfill({ json: { id, object: 'payment_intent', status: 'succeeded' } });
  });
  await page.route('**/api/payment', (route) => route.fulfill({ json: { acknowledged: true, insertedId: 'none' } }));
  await typeCard(page, acceptedCardNumber);
  await findPayButton(page).click();
  await page.getByRole('status').locator('.meter').waitFor();
}

/** A PayNow code in the format of the server's response. The data of the code contain no real payment. */
const mockedPaynowCode = {
  code: { data: 'This code belongs to a screenshot and pays nobody.', pageUrl: 'https://pay.carhouse.example/code' },
  visitId: 'none',
};

/** Shows the payment page with a mocked PayNow code, which is valid or has expired. */
async function showPaynowCode(page: Page, state: 'waiting' | 'expired'): Promise<void> {
  const holdEndsAt = new Date(Date.now() + 642_000).toISOString();
  await page.route('**/create-payment-intent', async (route) => {
    const answer = await route.fetch();
    return route.fulfill({ response: answer, json: { ...(await answer.json()), methods: ['card', 'paynow'] } });
  });
  await page.route('**/paynow-code', (route) => route.fulfill({ json: { ...mockedPaynowCode, holdEndsAt } }));
  await page.route('**/payment-check', (route) =>
    route.fulfill({ json: { state, code: null, holdEndsAt, transactionId: null } }),
  );
  await choosePaymentMethod(page, 'PayNow');
  await page.getByText(state === 'waiting' ? 'Waiting for your bank' : 'Nobody paid this code in time').waitFor();
}

export const showPaynow = (page: Page): Promise<void> => showPaynowCode(page, 'waiting');
export const showExpiredPaynow = (page: Page): Promise<void> => showPaynowCode(page, 'expired');

/** Shows the payment page while another buyer holds the car. */
export async function showHeldByAnother(page: Page): Promise<void> {
  await page.route('**/api/create-payment-intent', (route) =>
    route.fulfill({ status: 409, json: { code: 'CAR_RESERVED', detail: 'Another buyer is paying for this car.' } }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Check again now' }).waitFor();
}

/** Shows the payment page when the hold of fifteen minutes has ended. */
export async function showExpiredHold(page: Page): Promise<void> {
  await page.route('**/api/create-payment-intent', async (route) => {
    const answer = await route.fetch();
    const json = { ...(await answer.json()), holdEndsAt: new Date(Date.now() + 1500).toISOString() };
    return route.fulfill({ response: answer, json });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Hold the car again' }).waitFor();
}

/** Shows the dialog for an ended session over the profile form. */
export async function showSessionEnded(page: Page): Promise<void> {
  await page.route('**/api/v1/me', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 401, json: { code: 'UNAUTHENTICATED', detail: 'Please log in.' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Edit Name' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
}
