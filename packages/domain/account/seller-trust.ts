import type { Account } from './account.ts';

/** The trust tiers of sellers, lowest first. */
export const sellerTiers = ['new', 'known', 'verified', 'trusted'] as const;
export type SellerTier = (typeof sellerTiers)[number];

/** The limits of a tier at one time. */
export type SellerLimits = {
  /** Maximum number of cars on sale. */
  readonly cars: number;
  /** Maximum number of advertisements of cars on sale. */
  readonly advertisements: number;
  /** Whether an import waits until an admin has reviewed it. */
  readonly importsReviewed: boolean;
  /** Maximum size of stored files and reports of imports, in bytes. */
  readonly importBytes: number;
};

/** The configured numbers (docs/operations.md, "New sellers"). */
export type TrustRules = {
  /** Number of days without an admin's refusal after which a seller moves up one tier. */
  readonly growsAfterDays: number;
  readonly tiers: Readonly<Record<SellerTier, SellerLimits>>;
};

export type SellerTrust = SellerLimits & { readonly tier: SellerTier };

/** The facts of a seller that decide their tier. */
export type TrustFacts = Pick<Account, 'createdAt' | 'verifiedAt' | 'refusedAt' | 'isDemo'>;

const dayMs = 86_400_000;

/**
 * The current limits of a seller. Verification by an admin counts most, then time without a refusal:
 *
 * | verified | long enough | tier |
 * |---|---|---|
 * | no | no | new |
 * | no | yes | known |
 * | yes | no | verified |
 * | yes | yes | trusted |
 *
 * "Long enough" is counted from the sign-up, the verification or the last refusal, the latest of them. Demo accounts are
 * trusted: their listings are seeded.
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

/** Accounts that were made after this time are new. */
export function newAccountsSince({ growsAfterDays }: TrustRules, now: Date): Date {
  return new Date(now.getTime() - growsAfterDays * dayMs);
}

/**
 * The time since which the accounts of a seller's sign-up network are new and count together with the seller's, by their
 * sign-up and last refusal. Undefined for a seller who is not new, who counts alone.
 */
export function countedTogetherSince(seller: TrustFacts, rules: TrustRules, now: Date): Date | undefined {
  return tierOf(seller, rules, now) === 'new' ? newAccountsSince(rules, now) : undefined;
}
