import type { Mutant } from './mutant.ts';

/** Mutants of the facts of a car and of the legal rules that use them. */
export const factsMutants: readonly Mutant[] = [
  {
    name: 'PARF-DAY',
    fault: 'the rule of the PARF goes by the registration of the car',
    edits: [
      {
        file: 'packages/domain/car/depreciation.ts',
        find: 'const day = facts.coeObtainedOn ?? facts.registeredOn;',
        replace: 'const day = facts.registeredOn;',
      },
    ],
    tests: ['packages/domain/car/depreciation.test.ts', 'apps/server/listings/show-detail.test.ts'],
  },
  {
    name: 'PARF-ROW',
    fault: 'the rule of February 2026 holds from the 18th on',
    edits: [
      {
        file: 'packages/database/migrations/0036-coe-obtained.sql',
        find: "('2026-02-20', 5, 3000000,",
        replace: "('2026-02-18', 5, 3000000,",
      },
    ],
    tests: ['apps/server/listings/show-detail.test.ts'],
  },
  {
    name: 'PARF-CATALOGUE',
    fault: 'the catalogue does not follow the day of the COE',
    edits: [
      {
        file: 'packages/database/migrations/0046-hidden-sales-in-search.sql',
        find: 'n.registered_on, n.coe_obtained_on,',
        replace: 'n.registered_on, o.coe_obtained_on,',
      },
    ],
    tests: ['apps/server/search/search-cost-of-year.long.test.ts'],
  },
  {
    name: 'FACT-HASH',
    fault: 'a fact that was added changes the hash of every row of an earlier import',
    edits: [
      {
        file: 'packages/importer/read/read-row.ts',
        find: 'value === null && sinceMigration !== undefined ? undefined : value',
        replace: 'value',
      },
    ],
    tests: ['packages/importer/read/row-hash.test.ts'],
  },
];
