import type { ListingDetail } from '@carhouse/contract/listing-detail';
import type { LoanRates } from '@carhouse/domain/car/loan';
import { computeLargestLoan } from '@carhouse/domain/car/monthly-figures';
import { computeRoadTax, type RoadTax, type RoadTaxRates } from '@carhouse/domain/car/road-tax';
import { findRates, loanRates, roadTaxRates } from '@carhouse/domain/car/running-rates';
import { centsFromDollars, dollarsFromCents } from '@carhouse/domain/money/money';

export type RoadTaxFigure = RoadTax & { readonly rates: RoadTaxRates };
export type LoanFigure = {
  readonly rates: LoanRates;
  /** Maximum share of the price that a loan may cover, in per cent. */
  readonly maxLoanPercent: number;
  readonly maxLoanMonths: number;
};

export type RunningFigures = {
  /** The road tax; null when a fact is missing, so that the cell is omitted. */
  readonly roadTax: RoadTaxFigure | null;
  /** The loan; null when the COE has less than a month left, or when the end of the COE is unknown. */
  readonly loan: LoanFigure | null;
  /** The monthly sum in dollars; null when the depreciation is unknown. */
  readonly monthlyCost: number | null;
};

/** Computes the running costs of a car on a day (ISO date). */
export function computeRunningFigures(car: ListingDetail, today: string): RunningFigures {
  const roadTax = computeRoadTaxFigure(car, today);
  const yearlyCost = car.depreciationPerYear;
  return {
    roadTax,
    loan: computeLoanFigure(car, today),
    monthlyCost:
      yearlyCost === null ? null : (yearlyCost + (roadTax === null ? 0 : dollarsFromCents(roadTax.perYear))) / 12,
  };
}

function computeRoadTaxFigure({ facts }: ListingDetail, today: string): RoadTaxFigure | null {
  const rates = findRates(roadTaxRates, today);
  const tax = rates === undefined ? null : computeRoadTax(facts, rates, today);
  return rates === undefined || tax === null ? null : { ...tax, rates };
}

function computeLoanFigure(car: ListingDetail, today: string): LoanFigure | null {
  const rates = findRates(loanRates, today);
  if (rates === undefined || car.resalePrice <= 0) return null;
  const { coeExpiresOn, registeredOn, omv } = car.facts;
  const loanFacts = {
    omv: omv === null ? null : centsFromDollars(omv),
    registeredOn,
    coeExpiresOn,
    yearsOfUse: car.yearsOfUse,
  };
  const loan = computeLargestLoan(loanFacts, rates, today);
  return loan === null ? null : { rates, maxLoanPercent: loan.percent, maxLoanMonths: loan.maxMonths };
}
