import type { BankPartAnswer } from '@carhouse/contract/bank-parts';
import type { OrderPage } from '@carhouse/contract/orders';

/**
 * Whether the next act of the reader of an order is in the panel of its bank part: that panel then comes first and has
 * the one primary button of the page. A buyer first sees the car.
 */
export function isTurnInBankPart({ bankPart, side, state }: Pick<OrderPage, 'bankPart' | 'side' | 'state'>): boolean {
  switch (bankPart?.state) {
    case 'expected':
      return side === 'buyer' && state === 'viewed';
    case 'stated':
      return side === 'seller';
    case 'received':
      return side === 'admin';
    case 'to-return':
      return side === 'seller';
    case 'sent-back':
      return side === 'buyer' || (side === 'admin' && !bankPart.returnRecordedByMe);
    default:
      return false;
  }
}

/**
 * Whether the refusal of a bank part is about the return of its money. A new statement of the buyer deletes an earlier
 * refusal, so a refusal in these states came after the end of the order.
 */
export function isReturnDenied({ state }: Pick<BankPartAnswer, 'state'>): boolean {
  return state === 'to-return' || state === 'sent-back' || state === 'returned';
}
