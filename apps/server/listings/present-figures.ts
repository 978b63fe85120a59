import { coeYearsLeft } from '@carhouse/domain/car/coe';
import { depreciationPerYear, type MinimumParfRule, roundToTenDollars } from '@carhouse/domain/car/depreciation';
import type { ListedCar } from '@carhouse/domain/listing/listing';
import { type Cents, dollarsFromCents } from '@carhouse/domain/money/money';

type FigureFacts = Pick<ListedCar['facts'], 'mileageKm' | 'owners' | 'registeredOn' | 'coeExpiresOn'>;

/** The facts that lists and orders show beside the name of a car. @param today the day in Singapore, as an ISO date. */
export function presentCarFigures({ mileageKm, owners, registeredOn, coeExpiresOn }: FigureFacts, today: string) {
  return { mileageKm, owners, registeredOn, coeYearsLeft: coeYearsLeft(coeExpiresOn, today) };
}

/** The yearly cost in dollars, rounded as the trade writes it; null when a fact that it needs is unknown. */
export function presentDepreciation(
  car: { readonly price: Cents; readonly facts: ListedCar['facts'] },
  rules: readonly MinimumParfRule[],
  today: string,
): number | null {
  const depreciation = depreciationPerYear({ price: car.price, ...car.facts }, rules, today);
  return depreciation === null ? null : dollarsFromCents(roundToTenDollars(depreciation));
}
