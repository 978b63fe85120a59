import type { FieldFault } from '../errors/domain-error.ts';
import type { Listing } from './listing.ts';

/** The part of a listing that its seller decides; the server sets everything else. */
export type ListingTerms = Pick<
  Listing,
  | 'brand'
  | 'title'
  | 'location'
  | 'originalPrice'
  | 'resalePrice'
  | 'yearsOfUse'
  | 'yearOfPurchase'
  | 'description'
  | 'facts'
>;

const priceDecidingTerms = ['resalePrice', 'originalPrice', 'brand', 'title', 'yearsOfUse', 'yearOfPurchase'] as const;

/**
 * Whether the new terms describe another car or name another price. Terms that differ only in description or location
 * describe the same car.
 */
export function isAnotherCar(before: ListingTerms, after: ListingTerms): boolean {
  if (priceDecidingTerms.some((name) => before[name] !== after[name])) return true;
  const names = Object.keys(after.facts) as (keyof ListingTerms['facts'])[];
  return names.some((name) => (before.facts[name] ?? null) !== (after.facts[name] ?? null));
}

/** Whether the new terms differ from the old ones. */
export function hasChanged(before: ListingTerms, after: ListingTerms): boolean {
  return isAnotherCar(before, after) || before.location !== after.location || before.description !== after.description;
}

/** Maximum number of cars that one seller may list per day, in Singapore time (docs/reliability.md, calls). */
export const dailyListingsMaximum = 50;

/**
 * Returns an error for each value that has a valid format but is impossible on this day (ISO date in Singapore). The
 * errors name fields of the API.
 */
export function termsFaults(terms: ListingTerms, today: string): readonly FieldFault[] {
  const faults: FieldFault[] = [];
  const refuse = (path: string, message: string): void => void faults.push({ path, code: 'impossible', message });
  const thisYear = Number(today.slice(0, 4));
  const { registeredOn, manufacturedYear, coeObtainedOn, coeExpiresOn } = terms.facts;
  if (terms.yearOfPurchase > thisYear) refuse('yearOfPurchase', 'The year of purchase lies in the future');
  if (registeredOn !== null && registeredOn > today)
    refuse('facts.registeredOn', 'The registration lies in the future');
  // Next year's model of a car may already be built this year.
  if (manufacturedYear !== null && manufacturedYear > thisYear + 1) {
    refuse('facts.manufacturedYear', 'The year of manufacture lies in the future');
  }
  if (registeredOn !== null && coeExpiresOn !== null && coeExpiresOn < registeredOn) {
    refuse('facts.coeExpiresOn', 'The COE ends before the registration');
  }
  if (coeObtainedOn !== null && coeObtainedOn > today) {
    refuse('facts.coeObtainedOn', 'The COE is obtained in the future');
  }
  if (coeObtainedOn !== null && coeExpiresOn !== null && coeExpiresOn < coeObtainedOn) {
    refuse('facts.coeExpiresOn', 'The COE ends before it is obtained');
  }
  return faults;
}
