import { sendFeedback } from '@carhouse/contract/feedback';
import { payments } from '@carhouse/contract/payments';
import type { APIRequestContext } from '@playwright/test';
import { asAdmin } from './accounts.ts';
import { makePaidOrder } from './paid-order.ts';

const sales = [
  { seller: 'Seller Eight', buyer: 'Buyer Three', car: 'RS 6 Avant' },
  { seller: 'Seller Nine', buyer: 'Buyer Four', car: 'Roma' },
  { seller: 'Seller Ten', buyer: 'Buyer Five', car: 'GLE 450' },
];

const messages = [
  ['visitor.one@people.example', 'The COE left on every card is what I was missing elsewhere.'],
  ['visitor.two@people.example', 'Could the search remember my last filters?\nI look for the same cars every week.'],
  ['visitor.three@people.example', 'Booked and paid within a day. Thank you.'],
] as const;

/** What an admin finds in his lists: sales, one of them refunded, and feedback. Telling it twice changes nothing. */
export async function tellAdminStory(): Promise<void> {
  await asAdmin(async (admin) => {
    const known = (await (await admin.get(payments.path)).json()) as unknown[];
    if (known.length > 0) return;
    for (const sale of sales) {
      const { paymentId, car } = await makePaidOrder(sale);
      if (car === 'GLE 450') await refund(admin, paymentId);
    }
    for (const [email, text] of messages) await admin.post(sendFeedback.path, { data: { email, text } });
  });
}

async function refund(admin: APIRequestContext, paymentId: string): Promise<void> {
  const answer = await admin.post(`/api/v1/payments/${paymentId}/refund`, {
    data: { reason: 'The car was damaged on the way.' },
  });
  if (!answer.ok()) throw new Error(`The refund answered ${answer.status()}: ${await answer.text()}`);
}
