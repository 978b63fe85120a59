import { isConfirmed, type SaleKind, type SaleState } from './sale.ts';

/**
 * The stages of a sale that screens explain to buyer and seller. `disputed`: the sale is frozen because the buyer's
 * bank disputes the payment. `confirmed`: the sale is confirmed, whether or not the seller has the money.
 */
export const saleStages = ['handed-over', 'frozen', 'disputed', 'confirmed'] as const;
export type SaleStage = (typeof saleStages)[number];

/**
 * Returns the stage of an order's sale; null before the hand-over while the sale is not frozen, after a refund, and for
 * an order without a sale. The forfeited part of a deposit is not a sale of the car, so its stage is null.
 */
export function findSaleStage(
  sale: { readonly kind: SaleKind; readonly state: SaleState; readonly disputed: boolean } | null,
): SaleStage | null {
  if (sale === null || sale.kind === 'deposit') return null;
  if (sale.state === 'frozen') return sale.disputed ? 'disputed' : 'frozen';
  if (isConfirmed(sale.state)) return 'confirmed';
  return sale.state === 'handed-over' ? 'handed-over' : null;
}
