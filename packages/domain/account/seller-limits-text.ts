import type { SellerTier, TrustRules } from './seller-trust.ts';

/**
 * The items whose number a seller's limits restrict: cars and advertisements. The values are field names of
 * `SellerLimits`.
 */
export type LimitedItem = 'cars' | 'advertisements';

/** One step by which a seller's limits can grow: the higher limits, and the condition for them. */
export type LimitStep = { readonly [noun in LimitedItem]: number } & {
  /** The condition for the higher limits, worded as the end of a sentence: `after 30 days`. */
  readonly condition: string;
};

const limitedItemTexts: Readonly<Record<LimitedItem, readonly [one: string, many: string]>> = {
  cars: ['car on sale', 'cars on sale'],
  advertisements: ['advertisement', 'advertisements'],
};

/** The higher tiers that a seller of each tier can still reach. */
const higherTiers: Readonly<Record<SellerTier, readonly SellerTier[]>> = {
  new: ['known', 'verified'],
  known: ['verified'],
  verified: ['trusted'],
  trusted: [],
};

/**
 * Returns the steps by which the limits of a seller of this tier can grow, lowest tier first. The result is empty for
 * the highest tier.
 */
export function listLimitIncreases(tier: SellerTier, rules: TrustRules): readonly LimitStep[] {
  return higherTiers[tier].map((nextTier) => {
    const { cars, advertisements } = rules.limitsByTier[nextTier];
    return { cars, advertisements, condition: describeTierCondition(nextTier, tier, rules) };
  });
}

/** The sentence about sold cars that also count towards the limit of a new seller's cars (`countCarsOnSale`). */
export const markedSalesText = 'Cars that you marked as sold count too.';

/** Describes a limit of a seller: what the limit is, what counts besides cars on sale, and how the limit grows. */
export function describeLimit(noun: LimitedItem, tier: SellerTier, rules: TrustRules): string {
  const limit = rules.limitsByTier[tier][noun];
  const [singularNoun, pluralNoun] = limitedItemTexts[noun];
  const higherTiersText = listLimitIncreases(tier, rules)
    .map((step) => `${step[noun].toLocaleString('en')} ${step.condition}`)
    .join(', and to ');
  const sentence = `You may have ${limit.toLocaleString('en')} ${limit === 1 ? singularNoun : pluralNoun} at a time.`;
  const sentenceWithMarkedSales = tier === 'new' && noun === 'cars' ? `${sentence} ${markedSalesText}` : sentence;
  return higherTiersText === ''
    ? sentenceWithMarkedSales
    : `${sentenceWithMarkedSales} This grows to ${higherTiersText}.`;
}

function describeTierCondition(nextTier: SellerTier, from: SellerTier, { daysUntilHigherTier }: TrustRules): string {
  if (nextTier === 'verified') return 'when an admin verifies you';
  return from === 'verified'
    ? `${daysUntilHigherTier} days after the verification`
    : `after ${daysUntilHigherTier} days`;
}
