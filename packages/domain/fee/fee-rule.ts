import type { AccountId } from '../account/account.ts';
import type { Id } from '../ids/id.ts';
import type { Cents } from '../money/money.ts';

export type FeeRuleId = Id<'fee_rule'>;

/**
 * A dated rule for the fee of a sale. A rule applies to one seller, to one brand, or to every sale when it names
 * neither. The newest rule of a scope replaces the earlier ones from `validFrom` on. Rules are never changed or
 * removed, so that the fee of an old sale can be explained.
 */
export type FeeRule = {
  readonly id: FeeRuleId;
  readonly validFrom: Date;
  readonly sellerId: AccountId | null;
  /** The API name of a brand. */
  readonly brand: string | null;
  /** Whether the scope has no rule of its own from `validFrom` on, so that the next wider scope applies. */
  readonly isEnd: boolean;
  /** Hundredths of a percent of the price: 125 is 1.25 %. */
  readonly basisPoints: number;
  readonly fixed: Cents;
  /** The maximum of the fee, without GST; null when the fee has no maximum. */
  readonly cap: Cents | null;
  /** Hundredths of a percent of the fee: 900 is 9 % GST. 0 for an operator who is not registered for GST. */
  readonly gstBasisPoints: number;
};

/** The parts of a rule from which the fee for a price is computed. */
export type FeeTerms = Pick<FeeRule, 'isEnd' | 'basisPoints' | 'fixed' | 'cap' | 'gstBasisPoints'>;

/**
 * Whether a rule applies to its scope: `current` rules apply now, `future` rules from a later time on, and `replaced`
 * rules never again, because a newer rule of the scope applies.
 */
export const feeRuleStandings = ['current', 'future', 'replaced'] as const;
export type FeeRuleStanding = (typeof feeRuleStandings)[number];

/** A fee and the goods and services tax on it. */
export type Fee = { readonly fee: Cents; readonly gst: Cents };

/** The largest share of the price that a fee may take, in hundredths of a percent: half of the price. */
export const feeBasisPointsMaximum = 5_000;
/** The highest GST rate that a rule can have, in hundredths of a percent. */
export const gstBasisPointsMaximum = 3_000;
/** The fixed part and the cap of a fee are at most a million dollars. */
export const feeAmountMaximum = 100_000_000n as Cents;

/**
 * Chooses the rule for a sale: the newest rule of the seller that is valid at the time of the sale, else the newest
 * rule of the brand, else the newest general rule. A rule with `isEnd` counts as no rule.
 */
export function chooseFeeRule(
  rules: readonly FeeRule[],
  sale: { readonly sellerId: AccountId; readonly brand: string; readonly at: Date },
): FeeRule | null {
  const scopeChecksNarrowestFirst: readonly ((rule: FeeRule) => boolean)[] = [
    (rule) => rule.sellerId === sale.sellerId,
    (rule) => rule.brand === sale.brand,
    (rule) => rule.sellerId === null && rule.brand === null,
  ];
  for (const isInScope of scopeChecksNarrowestFirst) {
    const newest = rules
      .filter((rule) => isInScope(rule) && rule.validFrom <= sale.at)
      .reduce<FeeRule | null>(
        (newestRule, rule) => (newestRule === null || rule.validFrom > newestRule.validFrom ? rule : newestRule),
        null,
      );
    if (newest !== null && !newest.isEnd) return newest;
  }
  return null;
}

/**
 * Computes the fee of a sale. Fee and GST are rounded to the nearest cent, and half a cent is rounded up (IRAS, "Tax
 * invoices": GST may be rounded to the nearest whole cent). Fee and GST together never exceed the price.
 */
export function computeFee(price: Cents, rule: FeeTerms | null): Fee {
  if (rule === null || rule.isEnd) return { fee: 0n as Cents, gst: 0n as Cents };
  const uncappedFee = computeRoundedShare(price, rule.basisPoints) + rule.fixed;
  const cappedFee = rule.cap !== null && uncappedFee > rule.cap ? rule.cap : uncappedFee;
  // The largest fee that, together with its GST, does not exceed the price.
  const feeAtPriceLimit = (price * 10_000n) / BigInt(10_000 + rule.gstBasisPoints);
  const fee = cappedFee > feeAtPriceLimit ? feeAtPriceLimit : cappedFee;
  const gst = computeRoundedShare(fee, rule.gstBasisPoints);
  return { fee: fee as Cents, gst: (fee + gst > price ? price - fee : gst) as Cents };
}

/**
 * Milliseconds from the beginning of a rule to the beginning of a rule that corrects it before it begins. Two rules of
 * a scope never begin at the same moment, so the correction begins directly after the rule that it replaces.
 */
export const correctionDelayMs = 1;

/**
 * Returns whether a rule is current, in the future or replaced.
 * @param isReplaced whether a newer rule of the same scope has replaced or corrected this rule.
 */
export function findFeeRuleStanding(rule: Pick<FeeRule, 'validFrom'>, isReplaced: boolean, now: Date): FeeRuleStanding {
  if (isReplaced) return 'replaced';
  return rule.validFrom > now ? 'future' : 'current';
}

/**
 * Returns `basisPoints` hundredths of a percent of an amount, rounded to the nearest cent; half a cent is rounded up.
 */
function computeRoundedShare(amount: bigint, basisPoints: number): bigint {
  return (amount * BigInt(basisPoints) + 5_000n) / 10_000n;
}
