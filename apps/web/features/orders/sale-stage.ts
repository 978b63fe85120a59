import type { ComplaintAnswer } from '@carhouse/contract/complaints';
import type { OrderPage } from '@carhouse/contract/orders';
import { listPossibleEvents } from '@carhouse/domain/lifecycle/lifecycle';
import { type SaleEvent, saleLifecycle } from '@carhouse/domain/sale/sale-lifecycle';

/** The complaint that an admin has not decided; undefined when there is none. */
export function findOpenComplaint(sale: NonNullable<OrderPage['sale']>): ComplaintAnswer | undefined {
  return sale.complaints.find(({ outcome }) => outcome === null);
}

/** The events of the order's sale that this party may cause; none for an order without a sale. */
export function listSaleEvents({ sale }: Pick<OrderPage, 'sale'>, side: OrderPage['side']): readonly SaleEvent[] {
  return sale === null ? [] : listPossibleEvents(saleLifecycle, sale.state, side);
}
