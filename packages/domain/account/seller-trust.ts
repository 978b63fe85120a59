import type { Account } from './account.ts';

/** How far a seller is trusted, least first. */
export const sellerTiers = ['new', 'known', 'verified', 'trusted'] as const;
export type SellerTier = (typeof sellerTiers)[number];

/** What a seller of a tier may have at one time. */
export type SellerLimits = {
  /** Cars on sale. */
  readonly cars: number;
  /** Advertisements of cars on sale. */
  readonly advertisements: number;
  /** An import waits until an admin has looked at it. */
  readonly importsReviewed: boolean;
  /** Files and reports of imports that are kept, in bytes. */
  readonly importBytes: number;
};

/** The configured numbers (docs/operations.md, "New sellers"). */
export type TrustRules = {
  /** Days without an admin's refusal after which a seller moves up one tier. */
  readonly growsAfterDays: number;
  readonly tiers: Readonly<Record<SellerTier, SellerLimits>>;
};

export type SellerTrust = SellerLimits & { readonly tier: SellerTier };

/** What the table reads of a seller. */
export type TrustFacts = Pick<Account, 'createdAt' | 'verifiedAt' | 'refusedAt' | 'isDemo'>;

const dayMs = 86_400_000;

/**
 * What a seller may have now. Verification by an admin counts most, then time without a refusal:
 *
 * | verified | long enough | tier |
 * |---|---|---|
 * | no | no | new |
 * | no | yes | known |
 * | yes | no | verified |
 * | yes | yes | trusted |
 *
 * "Long enough" is counted from the account's first day, the verification or the last refusal, the latest of them. Accounts of
 * the demo are trusted: their stock is seeded.
 */
export function sellerTrust(seller: TrustFacts, rules: TrustRules, now: Date): SellerTrust {
  const tier = tierOf(seller, rules, now);
  return { tier, ...rules.tiers[tier] };
}

function tierOf({ createdAt, verifiedAt, refusedAt, isDemo }: TrustFacts, rules: TrustRules, now: Date): SellerTier {
  if (isDemo) return 'trusted';
  const since = Math.max(createdAt.getTime(), verifiedAt?.getTime() ?? 0, refusedAt?.getTime() ?? 0);
  const isLong = now.getTime() - since >= rules.growsAfterDays * dayMs;
  if (verifiedAt !== null) return isLong ? 'trusted' : 'verified';
  return isLong ? 'known' : 'new';
}

/**
 * Since when accounts of a seller's sign-up network count together with them: accounts that are new, by their first day and their last
 * refusal. Undefined for a seller who is not new, who counts alone.
 */
export function countedTogetherSince(seller: TrustFacts, rules: TrustRules, now: Date): Date | undefined {
  return tierOf(seller, rules, now) === 'new' ? new Date(now.getTime() - rules.growsAfterDays * dayMs) : undefined;
}
