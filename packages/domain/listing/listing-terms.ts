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
export function describesAnotherCar(oldTerms: ListingTerms, newTerms: ListingTerms): boolean {
  if (priceDecidingTerms.some((name) => oldTerms[name] !== newTerms[name])) return true;
  const factNames = Object.keys(newTerms.facts) as (keyof ListingTerms['facts'])[];
  return factNames.some((name) => (oldTerms.facts[name] ?? null) !== (newTerms.facts[name] ?? null));
}

/** Whether the new terms differ from the old ones. */
export function haveTermsChanged(oldTerms: ListingTerms, newTerms: ListingTerms): boolean {
  return (
    describesAnotherCar(oldTerms, newTerms) ||
    oldTerms.location !== newTerms.location ||
    oldTerms.description !== newTerms.description
  );
}

/** Maximum number of cars that one seller may list per day, in Singapore time (docs/reliability.md, calls). */
export const dailyListingsMaximum = 50;

/**
 * Returns an error for each value that has a valid format but is impossible on this day (ISO date in Singapore). The
 * errors name fields of the API.
 */
export function findTermsFaults(terms: ListingTerms, today: string): readonly FieldFault[] {
  const faults: FieldFault[] = [];
  const addFault = (path: string, message: string): void => void faults.push({ path, code: 'impossible', message });
  const thisYear = Number(today.slice(0, 4));
  const { registeredOn, manufacturedYear, coeObtainedOn, coeExpiresOn } = terms.facts;
  if (terms.yearOfPurchase > thisYear) addFault('yearOfPurchase', 'The year of purchase lies in the future');
  if (registeredOn !== null && registeredOn > today)
    addFault('facts.registeredOn', 'The registration lies in the future');
  // Next year's model of a car may already be built this year.
  if (manufacturedYear !== null && manufacturedYear > thisYear + 1) {
    addFault('facts.manufacturedYear', 'The year of manufacture lies in the future');
  }
  if (registeredOn !== null && coeExpiresOn !== null && coeExpiresOn < registeredOn) {
    addFault('facts.coeExpiresOn', 'The COE ends before the registration');
  }
  if (coeObtainedOn !== null && coeObtainedOn > today) {
    addFault('facts.coeObtainedOn', 'The COE is obtained in the future');
  }
  if (coeObtainedOn !== null && coeExpiresOn !== null && coeExpiresOn < coeObtainedOn) {
    addFault('facts.coeExpiresOn', 'The COE ends before it is obtained');
  }
  return faults;
}
