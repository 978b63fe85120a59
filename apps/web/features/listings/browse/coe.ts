import { coeTerm } from '@carhouse/domain/car/coe';
import { listingMessages } from '#messages/listings';

const t = listingMessages.coe;

/** COE left on a car as screens show it. */
export type CoeLeft = {
  /** Null when the seller has not given the end of the COE. */
  readonly years: number | null;
  /** `5 years`, `4.3 years`, `7 months`, or that it has run out or is not known. */
  readonly words: string;
  /** Number of tall ticks, of ten. */
  readonly lit: number;
  /** Two years or less. */
  readonly low: boolean;
};

/** The figure of the API (packages/domain/car/coe.ts) in words and ticks. */
export function coeLeft({ coeYearsLeft: years }: { readonly coeYearsLeft: number | null }): CoeLeft {
  if (years === null) return { years, words: t.unknown, lit: 0, low: false };
  return { years, words: inWords(years), lit: Math.min(coeTerm, Math.ceil(years)), low: years <= 2 };
}

function inWords(years: number): string {
  if (years <= 0) return t.none;
  if (years >= 1) return years === 1 ? t.year : t.years(years);
  const months = Math.max(1, Math.round(years * 12));
  return months === 1 ? t.month : t.months(months);
}
