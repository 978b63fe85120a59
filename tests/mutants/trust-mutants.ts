import type { Mutant } from './mutant.ts';

/**
 * Mutants of the limits on new accounts, of duplicate cars, of a seller's share of lists, and of the addresses that are
 * displayed.
 */
export const trustMutants: readonly Mutant[] = [
  {
    name: 'T1a',
    fault: 'nobody needs a confirmed address',
    edits: [
      {
        file: 'packages/domain/account/confirmed-email.ts',
        find: 'if (isRequired && !isConfirmedOrDemo)',
        replace: 'if (isRequired && !isConfirmedOrDemo && account === null)',
      },
    ],
    tests: ['apps/server/accounts/authorise-confirmed.test.ts'],
  },
  {
    name: 'T1b',
    fault: 'a booking does not ask for a confirmed address',
    edits: [
      {
        file: 'apps/server/bookings/book-listing.ts',
        find: '    assertConfirmedEmail(buyer, context.config.trust.needsConfirmedEmail);\n',
        replace: '    assertConfirmedEmail(buyer, false);\n',
      },
    ],
    tests: ['apps/server/accounts/authorise-confirmed.test.ts'],
  },
  {
    name: 'T2a',
    fault: 'a new seller may have any number of cars on sale',
    edits: [
      {
        file: 'apps/server/listings/check-new-offer.ts',
        find: 'if ((await countCarsOnSale(trx, { sellerId: seller.id, accountsCountedSince }, cars)) < cars) return;',
        replace:
          'if ((await countCarsOnSale(trx, { sellerId: seller.id, accountsCountedSince }, cars)) <= cars) return;',
      },
    ],
    tests: ['apps/server/listings/check-new-offer.test.ts'],
  },
  {
    name: 'T2b',
    fault: 'a withdrawn car comes back beyond the limit',
    edits: [
      {
        file: 'apps/server/listings/check-return.ts',
        find: '    await assertRoomForCar(context, trx, seller);\n',
        replace: '    if (seller.isDemo) await assertRoomForCar(context, trx, seller);\n',
      },
    ],
    tests: ['apps/server/listings/check-new-offer.test.ts'],
  },
  {
    name: 'T2c',
    fault: 'the import of a new seller waits for nobody',
    edits: [
      {
        file: 'apps/server/imports/start-import.ts',
        find: "if (work === 'running' && areImportsReviewed) {",
        replace: "if (work === 'running' && areImportsReviewed && account.isDemo) {",
      },
    ],
    tests: ['apps/server/imports/decide-review.long.test.ts'],
  },
  {
    name: 'T3a',
    fault: 'a seller offers one car twice',
    edits: [
      {
        file: 'apps/server/listings/check-duplicate.ts',
        find: '  if (ownDuplicate === undefined) return;',
        replace: '  if (ownDuplicate === undefined || car.images.length > 0) return;',
      },
    ],
    tests: ['apps/server/listings/check-duplicate.test.ts'],
  },
  {
    name: 'T3b',
    fault: 'rows of a file bring one car twice',
    edits: [
      {
        file: 'packages/importer/save/refuse-rows.ts',
        find: 'if (nameOfOfferedCar !== undefined)\n',
        replace: 'if (nameOfOfferedCar !== undefined && remainingCars < 0)\n',
      },
    ],
    tests: ['apps/server/imports/decide-review.long.test.ts'],
  },
  {
    name: 'T4a',
    fault: 'one seller takes all advertisements',
    edits: [
      {
        file: 'packages/database/advertisements/advertisements.ts',
        find: 'const firstAdvertisementsPerSeller = 2;',
        replace: 'const firstAdvertisementsPerSeller = 60;',
      },
    ],
    tests: ['apps/server/advertisements/add-advertisement.test.ts'],
  },
  {
    name: 'T4b',
    fault: 'one seller decides what a model costs',
    edits: [
      {
        file: 'packages/database/listings/listing-detail.ts',
        find: 'const maxComparedPerSeller = 3;',
        replace: 'const maxComparedPerSeller = 50;',
      },
    ],
    tests: ['apps/server/listings/find-comparable-prices.test.ts'],
  },
  {
    name: 'T4c',
    fault: 'the preview of a brand is the newest cars of one seller',
    edits: [
      {
        file: 'packages/database/listings/brand-listings.ts',
        find: 'ORDER BY nth, ranked.newest_at DESC',
        replace: 'ORDER BY ranked.newest_at DESC',
      },
    ],
    tests: ['apps/server/listings/list-brand.test.ts'],
  },
  {
    name: 'T4d',
    fault: 'a seller whom nobody has verified is called a dealer',
    edits: [
      {
        file: 'packages/database/listings/stock.ts',
        find: "CASE WHEN account.verified_at IS NULL THEN 'private' ELSE account.seller_kind END",
        replace: 'account.seller_kind',
      },
    ],
    tests: ['apps/server/search/search-filters.test.ts'],
  },
  {
    name: 'T5',
    fault: "signed-in people read sellers' addresses",
    edits: [
      {
        file: 'apps/server/listings/present-listing.ts',
        find: 'email: publicName(listing.seller.id)',
        replace: 'email: listing.seller.email ?? publicName(listing.seller.id)',
      },
    ],
    tests: ['apps/server/testing/personal-fields.test.ts', 'apps/server/listings/show-listing.test.ts'],
  },
];
