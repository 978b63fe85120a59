import type { Account } from './account.ts';

/** The trust tiers of sellers, lowest first. */
export const sellerTiers = ['new', 'known', 'verified', 'trusted'] as const;
export type SellerTier = (typeof sellerTiers)[number];

/** The limits of one trust tier. */
export type SellerLimits = {
  /** Maximum number of cars on sale. */
  readonly cars: number;
  /** Maximum number of advertisements of cars on sale. */
  readonly advertisements: number;
  /** Whether an import waits until an admin has reviewed it. */
  readonly areImportsReviewed: boolean;
  /** Maximum total size of a seller's stored import files and reports, in bytes. */
  readonly maxImportBytes: number;
};

/** The configured limits (docs/operations.md, "New sellers"). */
export type TrustRules = {
  /** Number of days without a rejection by an admin after which a seller moves up one tier. */
  readonly daysUntilHigherTier: number;
  readonly limitsByTier: Readonly<Record<SellerTier, SellerLimits>>;
};

export type SellerTrust = SellerLimits & { readonly tier: SellerTier };

/** The facts about a seller that decide their tier. */
export type TrustFacts = Pick<Account, 'createdAt' | 'verifiedAt' | 'refusedAt' | 'isDemo'>;

const dayMs = 86_400_000;

/**
 * Returns the current tier and limits of a seller. Verification by an admin has the largest effect, then time without a
 * rejection:
 *
 * | verified | long enough | tier |
 * |---|---|---|
 * | no | no | new |
 * | no | yes | known |
 * | yes | no | verified |
 * | yes | yes | trusted |
 *
 * "Long enough" is counted from the sign-up, the verification or the last rejection, whichever is latest. Sellers of
 * the demo are trusted, because their listings are seeded.
 */
export function judgeSellerTrust(seller: TrustFacts, rules: TrustRules, now: Date): SellerTrust {
  const tier = chooseTrustTier(seller, rules, now);
  return { tier, ...rules.limitsByTier[tier] };
}

function chooseTrustTier(
  { createdAt, verifiedAt, refusedAt, isDemo }: TrustFacts,
  rules: TrustRules,
  now: Date,
): SellerTier {
  if (isDemo) return 'trusted';
  const trustPeriodStartMs = Math.max(createdAt.getTime(), verifiedAt?.getTime() ?? 0, refusedAt?.getTime() ?? 0);
  const isTrustedLongEnough = now.getTime() - trustPeriodStartMs >= rules.daysUntilHigherTier * dayMs;
  if (verifiedAt !== null) return isTrustedLongEnough ? 'trusted' : 'verified';
  return isTrustedLongEnough ? 'known' : 'new';
}

/**
 * Returns the time `daysUntilHigherTier` days before `now`. Accounts that were created after this time count as new.
 */
export function findNewAccountsStart({ daysUntilHigherTier }: TrustRules, now: Date): Date {
  return new Date(now.getTime() - daysUntilHigherTier * dayMs);
}

/**
 * Returns a time: other accounts of the seller's sign-up network that signed up or were last rejected after it share
 * limits with the seller. Returns undefined when the seller's tier is not `new`: limits then count only the seller's
 * own listings.
 */
export function findSharedLimitStart(seller: TrustFacts, rules: TrustRules, now: Date): Date | undefined {
  return chooseTrustTier(seller, rules, now) === 'new' ? findNewAccountsStart(rules, now) : undefined;
}
