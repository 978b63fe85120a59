import type { SellerTier, TrustRules } from './seller-trust.ts';

/** What a seller is limited in, by the names of `SellerLimits`. */
export type LimitedNoun = 'cars' | 'advertisements';

const nouns: Readonly<Record<LimitedNoun, readonly [one: string, many: string]>> = {
  cars: ['car on sale', 'cars on sale'],
  advertisements: ['advertisement', 'advertisements'],
};

/** Which tiers are still ahead of a seller, and what leads there. */
const ahead: Readonly<Record<SellerTier, readonly SellerTier[]>> = {
  new: ['known', 'verified'],
  known: ['verified'],
  verified: ['trusted'],
  trusted: [],
};

/** The limit of a seller in one sentence each: what it is, and how it grows. */
export function limitText(noun: LimitedNoun, tier: SellerTier, rules: TrustRules): string {
  const limit = rules.tiers[tier][noun];
  const [one, many] = nouns[noun];
  const growth = ahead[tier]
    .map((next) => `${rules.tiers[next][noun].toLocaleString('en')} ${wayTo(next, tier, rules)}`)
    .join(', and to ');
  const sentence = `You may have ${limit.toLocaleString('en')} ${limit === 1 ? one : many} at a time.`;
  return growth === '' ? sentence : `${sentence} This grows to ${growth}.`;
}

function wayTo(next: SellerTier, from: SellerTier, { growsAfterDays }: TrustRules): string {
  if (next === 'verified') return 'when an admin verifies you';
  return from === 'verified' ? `${growsAfterDays} days after the verification` : `after ${growsAfterDays} days`;
}
