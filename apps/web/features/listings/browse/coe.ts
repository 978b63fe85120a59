import { coeTermYears } from '@carhouse/domain/car/coe';
import { listingMessages } from '#messages/listings';

const t = listingMessages.coe;

/** The remaining COE time of a car, as screens show it. */
export type RemainingCoe = {
  /** Remaining years; null when the seller has not entered the end of the COE. */
  readonly years: number | null;
  /** A text such as `5 years`, `4.3 years` or `7 months`, or that the COE has expired or is not known. */
  readonly text: string;
  /**
   * Number of tall ticks, from 0 to 10: the number of full years that remain. The number of ticks is 0 when less than a
   * year remains.
   */
  readonly fullYears: number;
  /** Whether two years or less remain. */
  readonly isLow: boolean;
};

/** Converts the API's number of years (packages/domain/car/coe.ts) to text and ticks. */
export function describeRemainingCoe({ coeYearsLeft: years }: { readonly coeYearsLeft: number | null }): RemainingCoe {
  if (years === null) return { years, text: t.unknown, fullYears: 0, isLow: false };
  return {
    years,
    text: formatYears(years),
    fullYears: Math.min(coeTermYears, Math.floor(Math.max(0, years))),
    isLow: years <= 2,
  };
}

function formatYears(years: number): string {
  if (years <= 0) return t.none;
  if (years >= 1) return years === 1 ? t.year : t.years(years);
  const months = Math.max(1, Math.round(years * 12));
  return months === 1 ? t.month : t.months(months);
}
