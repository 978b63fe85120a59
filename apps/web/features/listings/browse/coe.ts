import type { Product } from '@carhouse/contract/listings';
import { listingMessages } from '#messages/listings';

/** A COE runs for ten years (Land Transport Authority of Singapore). */
const term = 10;

export type CoeLeft = {
  readonly years: number;
  /** `5 years`, `4.3 years`, `7 months`, or null when it has run out. */
  readonly words: string | null;
  /** Number of tall ticks, of ten. */
  readonly lit: number;
  /** Two years or less. */
  readonly low: boolean;
};

/** COE left on a car: from the listing, otherwise ten years minus the years of use. */
export function coeLeft(product: Pick<Product, 'coeYearsLeft' | 'yearsOfUse'>): CoeLeft {
  const years = Math.max(0, product.coeYearsLeft ?? Math.min(term, term - product.yearsOfUse));
  return { years, words: inWords(years), lit: Math.min(term, Math.ceil(years)), low: years <= 2 };
}

function inWords(years: number): string | null {
  if (years <= 0) return null;
  if (years >= 1)
    return years === 1 ? listingMessages.coe.year : listingMessages.coe.years(Math.round(years * 10) / 10);
  const months = Math.max(1, Math.round(years * 12));
  return months === 1 ? listingMessages.coe.month : listingMessages.coe.months(months);
}
