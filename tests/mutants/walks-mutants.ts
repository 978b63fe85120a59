import type { Mutant } from './mutant.ts';

/** Mutants of data that has one definition: prices, exchange rates, the roles of screens, and searched columns. */
export const walksMutants: readonly Mutant[] = [
  {
    name: 'WK1',
    fault: 'a screen of one role is open to the others',
    edits: [
      {
        file: 'apps/web/app/guards.ts',
        find: 'if (role === undefined || context.user?.role === role) return;',
        replace: 'if (context.user !== null) return;',
      },
    ],
    tests: ['apps/web/app/guards.test.ts'],
  },
  {
    name: 'WK2',
    fault: 'a screen of one role has no guard',
    edits: [{ file: 'apps/web/routes/dashboard/audit.tsx', find: '  beforeLoad: requireScreenRole,\n', replace: '' }],
    tests: ['apps/web/app/guards.test.ts'],
  },
  {
    name: 'WK3',
    fault: 'the import command takes any exchange rate',
    edits: [
      {
        file: 'packages/domain/money/money.ts',
        find: 'return exchangeRate > 0 && exchangeRate < exchangeRateLimit;',
        replace: 'return exchangeRate >= 0;',
      },
    ],
    tests: ['packages/importer/save/import-command.long.test.ts'],
  },
  {
    name: 'WK4',
    fault: 'a fact that the search needs is not read',
    edits: [
      {
        file: 'packages/domain/car/car-facts.ts',
        find: "column: 'mileage_km',\n    isInSearch: true,\n",
        replace: "column: 'mileage_km',\n",
      },
    ],
    tests: ['packages/database/listings/stock.test.ts', 'apps/server/search/search-filters.test.ts'],
  },
];
