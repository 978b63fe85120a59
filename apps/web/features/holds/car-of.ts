import type { CurrentHold } from '@carhouse/contract/holds';
import { brandName } from '../listings/browse/brand-facts.ts';

/** `Ferrari Roma`. */
export function carOf(hold: Pick<CurrentHold, 'productCategory' | 'productModel'>): string {
  return `${brandName(hold.productCategory)} ${hold.productModel}`;
}
