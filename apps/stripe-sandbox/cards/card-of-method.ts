import type { PaymentMethodRecord } from '../ledger/records.ts';
import { type CardRow, findCardByNumber } from './cards.ts';

/** The row of the test card of a payment method. The result is undefined for any other card, and for PayNow. */
export function findTestCardRow(method: PaymentMethodRecord | undefined): CardRow | undefined {
  if (method === undefined || method.type === 'paynow' || method.testCard === null) return undefined;
  return findCardByNumber(method.testCard);
}
