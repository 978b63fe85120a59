import type { Mutant } from './mutant.ts';
import { questionMutants } from './question-mutants.ts';

/** Mutants of the budgets of a search and of a seller's new terms. */
export const searchMutants: readonly Mutant[] = [
  ...questionMutants,
  {
    name: 'SEARCH-COST',
    fault: 'the typing faults of any number of words are counted in one search',
    edits: [
      {
        file: 'packages/search/text/term-lookup.ts',
        find: '      if (!budget.spendAlignment()) break;\n',
        replace: '',
      },
    ],
    tests: ['apps/server/search/search-listings.test.ts'],
  },
  {
    name: 'SEARCH-WORDS',
    fault: 'one seller brings any number of words into the catalogue',
    edits: [
      {
        file: 'packages/search/text/text-index.ts',
        find: 'this.#sellers.take(this.#shareGroup) ? this.#newTerm(token) : this.#limitedTerm()',
        replace: 'this.#newTerm(token)',
      },
    ],
    tests: ['apps/server/search/search-listings.test.ts'],
  },
];
