import { type Amount, isYear } from './amounts.ts';
import type { NumberSubject } from './number-words.ts';

/** Smallest amount, in dollars, that is read as a budget when no word beside the amount gives its meaning. */
export const smallestBudget = 10_000;

/** Whether a number without a unit means thousands of dollars where it is a price: `budget 80`. */
export function meansThousands({ value, unit, hasScaleOrSeparators, period }: Amount): boolean {
  return value >= 10 && value < 1000 && unit === null && !hasScaleOrSeparators && period === null;
}

/** The quantity that a number measures. The result is null when the quantity is ambiguous. */
export function findSubject(amount: Amount, statedSubject: NumberSubject | null): NumberSubject | null {
  const { unit, value } = amount;
  if (statedSubject === 'CoeMonths') return unit === 'years' || unit === 'months' ? 'CoeMonths' : null;
  if (unit === 'years' || unit === 'months') return null;
  if (unit === 'km' || statedSubject === 'Mileage')
    return value >= 1000 && !amount.hasCurrency && statedSubject !== 'Price' ? 'Mileage' : null;
  if (statedSubject === 'Depreciation') return value >= 1000 ? statedSubject : null;
  if (statedSubject === 'Year') return isYear(amount) ? statedSubject : null;
  if (statedSubject === 'Price') return value >= 1000 ? statedSubject : null;
  if (isYear(amount)) return 'Year';
  return amount.hasCurrency || value >= 1000 ? 'Price' : null;
}
