import type { ComplaintAnswer } from '@carhouse/contract/complaints';
import type { OrderPage } from '@carhouse/contract/orders';
import { listPossibleEvents } from '@carhouse/domain/lifecycle/lifecycle';
import { isConfirmed } from '@carhouse/domain/sale/sale';
import { type SaleEvent, saleLifecycle } from '@carhouse/domain/sale/sale-lifecycle';

/**
 * The part of a sale that the page of its order explains. `disputed`: the sale is frozen because the buyer's bank disputes
 * the payment. `confirmed`: the sale is confirmed, whether or not the seller has the money.
 */
export type SaleStage = 'handed-over' | 'frozen' | 'disputed' | 'confirmed';

/**
 * Returns the stage of an order's sale; null while the steps of the order say everything, and after a refund. The forfeited
 * part of a deposit is no sale of the car.
 */
export function saleStageOf({ sale }: Pick<OrderPage, 'sale'>): SaleStage | null {
  if (sale === null || sale.kind === 'deposit') return null;
  if (sale.state === 'frozen') return sale.disputed ? 'disputed' : 'frozen';
  if (isConfirmed(sale.state)) return 'confirmed';
  return sale.state === 'handed-over' ? 'handed-over' : null;
}

/** The complaint that an admin has not decided; undefined when there is none. */
export function findOpenComplaint(sale: NonNullable<OrderPage['sale']>): ComplaintAnswer | undefined {
  return sale.complaints.find(({ outcome }) => outcome === null);
}

/** The events of the order's sale that this party may cause; none for an order without a sale. */
export function saleEventsOf({ sale }: Pick<OrderPage, 'sale'>, side: OrderPage['side']): readonly SaleEvent[] {
  return sale === null ? [] : listPossibleEvents(saleLifecycle, sale.state, side);
}
