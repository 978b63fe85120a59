import type { Mutant } from './mutant.ts';

/**
 * Mutants of the states of a seller's cars, of kilometres a year, of the search budget of a question, and of the names
 * of brands.
 */
export const carListMutants: readonly Mutant[] = [
  {
    name: 'CL1',
    fault: 'a car that an admin hid counts as withdrawn',
    edits: [
      {
        file: 'packages/database/listings/seller-cars.ts',
        find: "withdrawn: sql`(listing.status = 'withdrawn')`",
        replace: "withdrawn: sql`(listing.status IN ('withdrawn', 'hidden'))`",
      },
    ],
    tests: ['apps/server/listings/change-seller-cars.test.ts'],
  },
  {
    name: 'CL2',
    fault: 'kilometres a year are over the years of use although the registration is known',
    edits: [
      {
        file: 'packages/domain/car/yearly-mileage.ts',
        find: 'registeredOn === null ? yearsOfUse * 12',
        replace: 'registeredOn !== undefined ? yearsOfUse * 12',
      },
    ],
    tests: ['packages/domain/car/yearly-mileage.test.ts', 'apps/server/search/search-words.test.ts'],
  },
  {
    name: 'CL3',
    fault: 'every word of a question has a search budget of its own',
    edits: [
      {
        file: 'packages/search/text/text-index.ts',
        find: '        return this.#isLive(token, liveDocuments, budget);\n      },',
        replace: '        return this.#isLive(token, liveDocuments, new SearchBudget(this.#limits));\n      },',
      },
    ],
    tests: ['packages/search/query/search-cost.test.ts'],
  },
  {
    name: 'CL4',
    fault: 'a hyphen of a brand is lost',
    edits: [
      {
        file: 'packages/domain/brand/brand-text.ts',
        find: 'return hyphenatedNameByApiName.get(brand) ??',
        replace: "return hyphenatedNameByApiName.get(brand + '_') ??",
      },
    ],
    tests: ['packages/domain/brand/brand-text.test.ts'],
  },
  {
    name: 'CL5',
    fault: 'the largest counted number of cars is written as exact',
    edits: [
      {
        file: 'apps/web/features/sellers/count-of-cars.ts',
        find: 'return carCount >= countedSellerCarsMaximum ?',
        replace: 'return carCount > countedSellerCarsMaximum ?',
      },
    ],
    tests: ['apps/web/features/sellers/count-of-cars.test.ts'],
  },
];
