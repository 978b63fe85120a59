import type { Cents } from '../money/money.ts';
import { coeDaysLeft } from './coe.ts';

/** A dated row of the law: the part of the ARF that comes back at the end of the COE, by the day the COE was obtained. */
export type MinimumParfRule = {
  /** ISO date from which the row holds. */
  readonly coeFrom: string;
  readonly percent: number;
  readonly cap: Cents | null;
};

export type DepreciationFacts = {
  readonly price: Cents;
  readonly arfPaid: Cents | null;
  /** ISO date: the law goes by it. */
  readonly coeObtainedOn: string | null;
  /** ISO date: where the day of the COE is unknown, the COE counts as obtained on this day. */
  readonly registeredOn: string | null;
  readonly coeExpiresOn: string | null;
  readonly coeRenewed: boolean | null;
};

/**
 * Estimated cost of a year: `(price - minimum PARF) / years of COE left`, to the nearest cent; `roundedAsTradeWrites` is
 * for showing it. Null when a fact is missing or the COE has run out. A renewed COE has no PARF.
 * Source: LTA's PARF rebate; years left are days divided by 365.25.
 */
export function depreciationPerYear(
  facts: DepreciationFacts,
  rules: readonly MinimumParfRule[],
  today: string,
): Cents | null {
  if (facts.coeExpiresOn === null) return null;
  return depreciationOver(coeDaysLeft(facts.coeExpiresOn, today), facts, rules);
}

/** The same with a known number of whole days left of the COE. */
export function depreciationOver(
  days: number,
  facts: Omit<DepreciationFacts, 'coeExpiresOn'>,
  rules: readonly MinimumParfRule[],
): Cents | null {
  if (days < 1) return null;
  const parf = minimumParf(facts, rules);
  if (parf === null) return null;
  const spread = facts.price > parf ? facts.price - parf : 0n;
  return nearest(spread * 36_525n, BigInt(days) * 100n) as Cents;
}

/** To the nearest ten dollars, as the trade writes the cost of a year: $12,769.23 becomes $12,770. */
export function roundedAsTradeWrites(perYear: Cents): Cents {
  return (nearest(perYear, 1_000n) * 1_000n) as Cents;
}

/** The PARF rebate that is left at the end of the COE; nothing for a renewed one, null when a fact is missing. */
export function minimumParf(
  facts: Pick<DepreciationFacts, 'arfPaid' | 'coeObtainedOn' | 'registeredOn' | 'coeRenewed'>,
  rules: readonly MinimumParfRule[],
): Cents | null {
  const { arfPaid } = facts;
  if (facts.coeRenewed === true) return 0n as Cents;
  const day = facts.coeObtainedOn ?? facts.registeredOn;
  if (arfPaid === null || day === null) return null;
  const rule = parfRuleOf(rules, day);
  if (rule === null) return null;
  const share = (arfPaid * BigInt(rule.percent)) / 100n;
  return (rule.cap !== null && share > rule.cap ? rule.cap : share) as Cents;
}

/** The row of the law for a COE that was obtained on this day (ISO date); null before the first. The order of the rows is no matter. */
function parfRuleOf(rules: readonly MinimumParfRule[], coeObtainedOn: string): MinimumParfRule | null {
  let rule: MinimumParfRule | null = null;
  for (const row of rules) if (row.coeFrom <= coeObtainedOn && row.coeFrom >= (rule?.coeFrom ?? '')) rule = row;
  return rule;
}

/** A quotient of two amounts that are not negative, rounded half up. */
function nearest(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
