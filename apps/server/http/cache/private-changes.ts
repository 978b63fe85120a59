import { createFloodCounter } from '../limits/flood-counter.ts';

/**
 * Calls that do not change the data in cached responses (cars on sale, their sellers, brands), as `METHOD route`. The
 * calls of this list do not empty the cache. All other calls that change data empty the cache, which costs time but is
 * always correct.
 */
const privateChangeCalls: ReadonlySet<string> = new Set([
  'POST /api/wishLists',
  'DELETE /api/v1/wishes/:id',
  'POST /api/v1/wish-restorations',
  'POST /api/bookingData',
  'POST /api/v1/orders/:id/steps',
  'POST /api/images',
  'POST /api/v1/imports',
  'PUT /api/v1/imports/:id/mapping',
  'POST /api/v1/imports/:id/check',
  'DELETE /api/v1/imports/:id',
  'POST /api/v1/feedback',
  'POST /api/v1/listings/:id/reports',
  'POST /api/v1/sellers/:id/reports',
  'POST /api/v1/reports/:id/dismissal',
  'POST /api/v1/feedback/:id/reading',
  'POST /api/v1/feedback/:id/archiving',
  'DELETE /api/v1/me/sessions',
  'DELETE /api/v1/me/sessions/:id',
  'PUT /api/v1/me/confirmation',
  'PUT /api/v1/me/password',
  'POST /api/v1/me/email-confirmation',
  'POST /api/v1/me/credentials/:provider',
  'DELETE /api/v1/me/credentials/:provider',
  'PUT /api/v1/me/second-factor/proof-options',
  'PUT /api/v1/me/second-factor/proof',
  'PUT /api/v1/me/second-factor/app/draft',
  'PUT /api/v1/me/second-factor/app',
  'DELETE /api/v1/me/second-factor/app',
  'PUT /api/v1/me/second-factor/passkey-options',
  'PUT /api/v1/me/second-factor/passkeys',
  'PUT /api/v1/me/second-factor/passkeys/:id',
  'DELETE /api/v1/me/second-factor/passkeys/:id',
  'PUT /api/v1/me/second-factor/recovery-codes',
]);

/**
 * Number of times that one account may empty the cache within a time window. Further changes of the account become visible
 * when the cached responses expire, after a second at the latest (decision 0053).
 */
const emptyingLimitPerAccount = { count: 20, seconds: 10 } as const;

/** Decides whether a successful change of a signed-in user empties the cache. */
export type CacheEmptyingRule = { shouldEmptyCache(call: string, accountId: string): boolean };

/** @param now a clock in milliseconds. */
export function createCacheEmptyingRule(now: () => number): CacheEmptyingRule {
  const emptyingCounter = createFloodCounter(emptyingLimitPerAccount, now);
  return {
    shouldEmptyCache: (call, accountId) =>
      !privateChangeCalls.has(call) && (emptyingCounter?.count(accountId) ?? 0) === 0,
  };
}
