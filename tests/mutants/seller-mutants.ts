import type { Mutant } from './mutant.ts';
import { stockMutants } from './stock-mutants.ts';

/**
 * Mutants of the pages of refusals, of a seller's share of the newest lists, and of imported cars that other sellers
 * also offer.
 */
export const sellerMutants: readonly Mutant[] = [
  {
    name: 'W1',
    fault: 'a browser that is refused a page gets JSON',
    edits: [
      {
        file: 'apps/server/http/errors/problems.ts',
        find: '  if (wantsPage(request)) {',
        replace: '  if (wantsPage(request) && status === 500) {',
      },
    ],
    tests: ['apps/server/http/errors/refusal-page.test.ts'],
  },
  {
    name: 'W2a',
    fault: 'the cars of an import stand at their time in the newest lists',
    edits: [
      {
        file: 'packages/domain/listing/newest-sort-time.ts',
        find: 'return daysEarlier === 0 ? null',
        replace: 'return daysEarlier >= 0 ? null',
      },
    ],
    tests: ['apps/server/listings/list-newest.long.test.ts'],
  },
  {
    name: 'W2b',
    fault: 'each batch of an import has the share of a day',
    edits: [
      {
        file: 'packages/importer/save/save-batch.ts',
        find: 'context.postedTodayCounter.cars += saved',
        replace: 'context.postedTodayCounter.cars += 0 * saved',
      },
    ],
    tests: ['apps/server/listings/list-newest.long.test.ts'],
  },
  {
    name: 'W3a',
    fault: 'cars of an import are not compared with those of other sellers',
    edits: [
      {
        file: 'packages/importer/save/save-batch.ts',
        find: 'if (context.limits !== undefined) await recordLookAlikes',
        replace: 'if (context.limits?.maxCars === -1) await recordLookAlikes',
      },
    ],
    tests: ['apps/server/imports/find-look-alikes.long.test.ts'],
  },
  {
    name: 'W3b',
    fault: 'pictures of an archive are not compared with those of other sellers',
    edits: [
      {
        file: 'apps/server/imports/store-import-images.ts',
        find: "if (lockedListing.listing.status === 'available')\n      await recordSimilarListings",
        replace: "if (lockedListing.listing.status === 'draft')\n      await recordSimilarListings",
      },
    ],
    tests: ['apps/server/imports/find-look-alikes.long.test.ts'],
  },
  {
    name: 'W4',
    fault: 'withdrawn cars of a seller count as on sale',
    edits: [
      {
        file: 'packages/database/accounts/sellers.ts',
        find: "(status = 'available' OR ",
        replace: "(status IN ('available', 'withdrawn') OR ",
      },
    ],
    tests: ['apps/server/listings/show-selling-limits.test.ts'],
  },
  {
    name: 'W5',
    fault: 'the limits that a seller is shown are those of new sellers',
    edits: [
      {
        file: 'apps/server/listings/show-selling-limits.ts',
        find: 'judgeSellerTrust(seller, config.trust',
        replace: 'judgeSellerTrust({ ...seller, verifiedAt: null, createdAt: context.now() }, config.trust',
      },
    ],
    tests: ['apps/server/listings/show-selling-limits.test.ts'],
  },
  {
    name: 'W6',
    fault: 'the page of a refusal does not follow the theme that was chosen',
    edits: [
      {
        file: 'apps/server/http/errors/refusal-page.ts',
        find: "const colourScheme = theme ?? 'light dark';",
        replace: "const colourScheme = theme === undefined ? 'light dark' : 'light dark';",
      },
    ],
    tests: ['apps/server/http/errors/refusal-page.test.ts'],
  },
  {
    name: 'W7',
    fault: 'a browser whose page has no room in the queue gets JSON',
    edits: [
      {
        file: 'apps/server/http/errors/problems.ts',
        find: '  if (wantsPage(request)) {',
        replace: '  if (wantsPage(request) && status !== 503) {',
      },
    ],
    tests: ['apps/server/http/errors/refusal-page.test.ts'],
  },
  {
    name: 'W8',
    fault: 'a database that is busy for a moment is an error of a background run',
    edits: [
      {
        file: 'apps/server/jobs/watch-runs.ts',
        find: 'isTemporaryFault(error) && consecutiveFailures <= toleratedFailureCount',
        replace: 'isTemporaryFault(error) && consecutiveFailures < 1',
      },
    ],
    tests: ['apps/server/jobs/watch-runs.test.ts'],
  },
  {
    name: 'W9',
    fault: 'a database that stays away is never an error of a background run',
    edits: [
      { file: 'apps/server/jobs/watch-runs.ts', find: ' && consecutiveFailures <= toleratedFailureCount', replace: '' },
    ],
    tests: ['apps/server/jobs/watch-runs.test.ts'],
  },
  ...stockMutants,
];
