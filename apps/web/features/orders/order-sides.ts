import type { OrderPage } from '@carhouse/contract/orders';
import { orderPageMessages } from '#messages/order-page';

export type Side = 'buyer' | 'seller';

export function otherSide(side: Side): Side {
  return side === 'buyer' ? 'seller' : 'buyer';
}

/** The name of a side; words in its place for an account that is deleted. */
export function nameOf(order: OrderPage, side: Side): string {
  const { name } = order[side];
  if (name !== '') return name;
  return side === 'buyer' ? orderPageMessages.leftBuyer : orderPageMessages.leftSeller;
}
