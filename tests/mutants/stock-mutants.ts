import { carListMutants } from './car-list-mutants.ts';
import type { Mutant } from './mutant.ts';

/** Mutants of My Products with many cars, of drawn photos, and of dealers' files. */
export const stockMutants: readonly Mutant[] = [
  ...carListMutants,
  {
    name: 'ST1',
    fault: 'cars of all sellers are in the list of one',
    edits: [
      {
        file: 'packages/database/listings/seller-cars.ts',
        find: 'sql`listing.seller_id = ',
        replace: 'sql`listing.seller_id IS NOT NULL OR listing.seller_id = ',
      },
    ],
    tests: ['apps/server/listings/change-seller-cars.test.ts'],
  },
  {
    name: 'ST2',
    fault: 'a price is changed although another price was seen',
    edits: [
      {
        file: 'apps/server/listings/change-listing.ts',
        find: 'assertPriceUnchanged(priceChange.seenPrice, car.resalePrice);',
        replace: 'assertPriceUnchanged(undefined, car.resalePrice);',
      },
    ],
    tests: ['apps/server/listings/change-seller-cars.test.ts'],
  },
  {
    name: 'ST3',
    fault: 'the price changes while a buyer is paying',
    edits: [
      {
        file: 'apps/server/listings/change-listing.ts',
        find: 'const releasableAttempt = await findReleasableHold(trx, car.id, now);',
        replace:
          'const releasableAttempt = now === undefined ? await findReleasableHold(trx, car.id, now) : undefined;',
      },
    ],
    tests: ['apps/server/listings/change-seller-cars.test.ts'],
  },
  {
    name: 'ST4',
    fault: 'own cars are changed although one car of the call is another seller’s',
    edits: [
      {
        file: 'apps/server/listings/change-seller-cars.ts',
        find: "if ((await countOwnedCars(context.database, actor.accountId, ids)) !== ids.length) throw new DomainError('NOT_FOUND');",
        replace:
          "if ((await countOwnedCars(context.database, actor.accountId, ids)) === -1) throw new DomainError('NOT_FOUND');",
      },
    ],
    tests: ['apps/server/listings/change-seller-cars.test.ts'],
  },
  {
    name: 'ST5',
    fault: 'the first word of a search is ignored',
    edits: [
      {
        file: 'packages/database/listings/seller-cars.ts',
        find: '...words.map((word) =>',
        replace: '...words.slice(1).map((word) =>',
      },
    ],
    tests: ['apps/server/listings/change-seller-cars.test.ts'],
  },
  {
    name: 'ST6',
    fault: 'a visitor signs up with a photo on http',
    edits: [
      {
        file: 'packages/auth/sign-up-fields.ts',
        find: '/^(\\/media\\/|https:\\/\\/)[^\\s\\p{Cc}]+$/u',
        replace: '/^(\\/media\\/|https?:\\/\\/)[^\\s\\p{Cc}]+$/u',
      },
    ],
    tests: ['apps/server/images/serve-drawn-photos.test.ts'],
  },
  {
    name: 'ST7',
    fault: 'a drawn photo may hold any text',
    edits: [
      {
        file: 'packages/domain/image/drawn-photo.ts',
        find: 'return /^[\\p{L}\\p{N}]{1,2}$/u.test(initials) ? ',
        replace: 'return /^.{1,3}$/u.test(initials) ? ',
      },
    ],
    tests: ['apps/server/images/serve-drawn-photos.test.ts'],
  },
  {
    name: 'ST8',
    fault: 'photos named after a reference stay out',
    edits: [
      {
        file: 'packages/importer/draft/draft-listing.ts',
        find: 'fields.photos ?? context.findImagesByRef?.(ref) ?? []',
        replace: 'fields.photos ?? []',
      },
    ],
    tests: ['apps/server/imports/store-import-images.long.test.ts'],
  },
  {
    name: 'ST9',
    fault: 'a make that the name of the car contradicts is no warning',
    edits: [
      {
        file: 'packages/domain/brand/brand-spellings.ts',
        find: '    if (make === chosenMake) return undefined;',
        replace: '    if (make !== undefined) return undefined;',
      },
    ],
    tests: ['packages/importer/read/dealer-habits.test.ts'],
  },
  {
    name: 'ST10',
    fault: 'a late answer selects the cars of a list that is no longer shown',
    edits: [
      {
        file: 'apps/web/features/listings/manage/stock/selection-state.ts',
        find: 'return state.list === list ? change(state) : state;',
        replace: 'return list === undefined ? state : change(state);',
      },
    ],
    tests: ['apps/web/features/listings/manage/stock/selection-state.test.ts'],
  },
  {
    name: 'ST11',
    fault: 'admins are offered to hide a car that a buyer has paid for',
    edits: [
      {
        file: 'apps/server/listings/register-admin-listing-routes.ts',
        find: "const isPaidHere = status === 'sold' && paidHere;",
        replace: "const isPaidHere = status === 'withdrawn' && paidHere;",
      },
    ],
    tests: ['apps/server/listings/hide-listing.test.ts'],
  },
];
