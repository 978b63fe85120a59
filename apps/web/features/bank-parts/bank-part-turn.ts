import type { BankPartAnswer } from '@carhouse/contract/bank-parts';
import type { OrderPage } from '@carhouse/contract/orders';

/**
 * Whether the panel of the bank part has the next action of the user who reads the order. Then this panel comes first
 * and has the only primary button of the page. Before the buyer says that the bank has paid, they must have seen the
 * car.
 */
export function isNextActionInBankPart({
  bankPart,
  side,
  state,
}: Pick<OrderPage, 'bankPart' | 'side' | 'state'>): boolean {
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
 * refusal. So a refusal that is shown while the money goes back to the bank came after the end of the order.
 */
export function isMoneyReturnDenied({ state }: Pick<BankPartAnswer, 'state'>): boolean {
  return state === 'to-return' || state === 'sent-back' || state === 'returned';
}
