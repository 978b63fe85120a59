import type { SellerTier, TrustRules } from './seller-trust.ts';

/** What a seller's limits apply to, by the field names of `SellerLimits`. */
export type LimitedNoun = 'cars' | 'advertisements';

/** The higher limits that a seller may reach with one step. */
export type LimitStep = { readonly [noun in LimitedNoun]: number } & {
  /** How the seller can reach the step, as the end of a sentence: `after 30 days`. */
  readonly condition: string;
};

const nouns: Readonly<Record<LimitedNoun, readonly [one: string, many: string]>> = {
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
 * Returns the steps by which the limits of a seller of this tier can grow, the nearest first; empty for the highest tier.
 */
export function limitSteps(tier: SellerTier, rules: TrustRules): readonly LimitStep[] {
  return higherTiers[tier].map((next) => {
    const { cars, advertisements } = rules.tiers[next];
    return { cars, advertisements, condition: conditionForTier(next, tier, rules) };
  });
}

/** Describes a limit of a seller in two sentences: what the limit is, and how it grows. */
export function limitText(noun: LimitedNoun, tier: SellerTier, rules: TrustRules): string {
  const limit = rules.tiers[tier][noun];
  const [one, many] = nouns[noun];
  const growth = limitSteps(tier, rules)
    .map((step) => `${step[noun].toLocaleString('en')} ${step.condition}`)
    .join(', and to ');
  const sentence = `You may have ${limit.toLocaleString('en')} ${limit === 1 ? one : many} at a time.`;
  return growth === '' ? sentence : `${sentence} This grows to ${growth}.`;
}

function conditionForTier(next: SellerTier, from: SellerTier, { growsAfterDays }: TrustRules): string {
  if (next === 'verified') return 'when an admin verifies you';
  return from === 'verified' ? `${growsAfterDays} days after the verification` : `after ${growsAfterDays} days`;
}
