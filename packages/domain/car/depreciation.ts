import type { Cents } from '../money/money.ts';
import { countCoeDaysLeft } from './coe.ts';

/**
 * A legal rule for the minimum PARF rebate: the share of the ARF that LTA pays back at the end of the COE. The day on
 * which the COE was obtained decides which rule applies.
 */
export type MinimumParfRule = {
  /** The first day (ISO date) on which a COE must be obtained for the rule to apply. */
  readonly coeFrom: string;
  readonly percent: number;
  readonly maximumRebate: Cents | null;
};

export type DepreciationFacts = {
  readonly price: Cents;
  readonly arfPaid: Cents | null;
  /**
   * The day on which the COE was obtained, as an ISO date; null when unknown. The day on which the COE was obtained
   * decides which PARF rule applies.
   */
  readonly coeObtainedOn: string | null;
  /**
   * The day of the first registration, as an ISO date. When `coeObtainedOn` is null, the day of the first registration
   * is used in its place.
   */
  readonly registeredOn: string | null;
  readonly coeExpiresOn: string | null;
  readonly coeRenewed: boolean | null;
};

/**
 * Estimates the yearly cost: `(price - minimum PARF) / years of COE left`, to the nearest cent. `roundToTenDollars`
 * rounds the result for display. Returns null when a fact is missing or the COE has expired. A car with a renewed COE
 * has no PARF rebate. Source: LTA's PARF rebate; remaining years are days divided by 365.25.
 */
export function depreciationPerYear(
  facts: DepreciationFacts,
  rules: readonly MinimumParfRule[],
  today: string,
): Cents | null {
  if (facts.coeExpiresOn === null) return null;
  return computeDepreciationOver(countCoeDaysLeft(facts.coeExpiresOn, today), facts, rules);
}

/** Computes the yearly depreciation for a known number of remaining days of the COE. */
export function computeDepreciationOver(
  days: number,
  facts: Omit<DepreciationFacts, 'coeExpiresOn'>,
  rules: readonly MinimumParfRule[],
): Cents | null {
  if (days < 1) return null;
  const parfRebate = computeMinimumParf(facts, rules);
  if (parfRebate === null) return null;
  const valueLoss = facts.price > parfRebate ? facts.price - parfRebate : 0n;
  return divideRounded(valueLoss * 36_525n, BigInt(days) * 100n) as Cents;
}

/** Rounds the yearly cost to ten dollars, as dealers write it: $12,769.23 becomes $12,770. */
export function roundToTenDollars(yearlyDepreciation: Cents): Cents {
  return (divideRounded(yearlyDepreciation, 1_000n) * 1_000n) as Cents;
}

/** Returns the PARF rebate at the end of the COE: zero for a renewed COE, null when a fact is missing. */
export function computeMinimumParf(
  facts: Pick<DepreciationFacts, 'arfPaid' | 'coeObtainedOn' | 'registeredOn' | 'coeRenewed'>,
  rules: readonly MinimumParfRule[],
): Cents | null {
  const { arfPaid } = facts;
  if (facts.coeRenewed === true) return 0n as Cents;
  const day = facts.coeObtainedOn ?? facts.registeredOn;
  if (arfPaid === null || day === null) return null;
  const rule = findParfRule(rules, day);
  if (rule === null) return null;
  const share = (arfPaid * BigInt(rule.percent)) / 100n;
  return (rule.maximumRebate !== null && share > rule.maximumRebate ? rule.maximumRebate : share) as Cents;
}

/**
 * Returns the rule for a COE obtained on this day (ISO date); null before the first rule. The rules may be in any
 * order.
 */
function findParfRule(rules: readonly MinimumParfRule[], coeObtainedOn: string): MinimumParfRule | null {
  let rule: MinimumParfRule | null = null;
  for (const parfRule of rules)
    if (parfRule.coeFrom <= coeObtainedOn && parfRule.coeFrom >= (rule?.coeFrom ?? '')) rule = parfRule;
  return rule;
}

/** Returns the quotient of two non-negative amounts, rounded half up. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
