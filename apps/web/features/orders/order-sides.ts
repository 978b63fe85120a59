import type { OrderPage } from '@carhouse/contract/orders';
import { orderPageMessages } from '#messages/order-page';

export type Side = 'buyer' | 'seller';

export function findOtherSide(side: Side): Side {
  return side === 'buyer' ? 'seller' : 'buyer';
}

/**
 * Whether the buyer or the seller has closed their account. After the retention period, the order no longer contains
 * the name.
 */
export function hasClosedAccount(order: OrderPage, side: Side): boolean {
  const { name, email } = order[side];
  return name !== '' && email === '';
}

/** The name of the buyer or the seller. For a deleted account, the result is a text that says so. */
export function findPartyName(order: OrderPage, side: Side): string {
  const { name } = order[side];
  if (name !== '') return name;
  return side === 'buyer' ? orderPageMessages.leftBuyer : orderPageMessages.leftSeller;
}
