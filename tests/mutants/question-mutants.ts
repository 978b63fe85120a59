import type { Mutant } from './mutant.ts';

const searchWordTests = ['apps/server/search/search-words.test.ts'];
const questionTests = ['tests/bench/questions/questions.test.ts'];

/** Mutants of reading the words of a search, and of the result that a search without matches shows. */
export const questionMutants: readonly Mutant[] = [
  {
    name: 'Q-SEATS',
    fault: 'the search does not read the seats',
    edits: [
      {
        file: 'apps/server/catalogue/make-entry.ts',
        find: 'seats: readNumberOrNull(indexByColumn.seats),',
        replace: 'seats: null,',
      },
    ],
    tests: searchWordTests,
  },
  {
    name: 'Q-CHEAP',
    fault: 'cheap is the lowest quarter of all cars and not of what else is asked',
    edits: [
      {
        file: 'apps/server/search/complete-understanding.ts',
        find: '{ query: searchQuery, of: field, share }',
        replace: "{ query: { ...searchQuery, text: '', facetFilters: {}, rangeFilters: {} }, of: field, share }",
      },
    ],
    tests: searchWordTests,
  },
  {
    name: 'Q-DROPPED',
    fault: 'words besides the filters are searched, so that nothing is found',
    edits: [
      {
        file: 'packages/search/query/understanding/leftover-words.ts',
        find: 'if (!isUnderstood) {',
        replace: 'if (!isUnderstood || this.#pieces.length > 0) {',
      },
    ],
    tests: searchWordTests,
  },
  {
    name: 'Q-REMARKS',
    fault: 'a phrase that no fitting car has is named as looked for',
    edits: [
      {
        file: 'apps/server/search/complete-understanding.ts',
        find: "const phrasesOfCars = await context.catalogue.ask('presentPhrases', { query, phrases });",
        replace: 'const phrasesOfCars = phrases;',
      },
    ],
    tests: searchWordTests,
  },
  {
    name: 'Q-NEAREST',
    fault: 'the nearest cars leave out what a buyer insists on most',
    edits: [
      {
        file: 'packages/search/query/nearest.ts',
        find: 'relaxationOrder.indexOf(a) - relaxationOrder.indexOf(b)',
        replace: 'relaxationOrder.indexOf(b) - relaxationOrder.indexOf(a)',
      },
    ],
    tests: searchWordTests,
  },
  {
    name: 'Q-CLOSEST',
    fault: 'the nearest cars are the newest and not those next to the bound',
    edits: [
      {
        file: 'apps/server/search/find-nearest.ts',
        find: `    ...orderByCloseness(removeConditions(fullQuery, leftOutConditions), fullQuery, {
      leftOutConditions,
      alikeModels,
    }),
`,
        replace: '    ...removeConditions(fullQuery, leftOutConditions),\n',
      },
    ],
    tests: searchWordTests,
  },
  {
    name: 'Q-MENDED',
    fault: 'mistyped words of the trade stay as they are',
    edits: [
      {
        file: 'packages/search/query/understanding/misspellings.ts',
        find: 'comparedCount >= wordsMaximum ||',
        replace: 'comparedCount >= 0 ||',
      },
    ],
    tests: questionTests,
  },
  {
    name: 'Q-NOT',
    fault: 'what a text excludes is searched for',
    edits: [
      {
        file: 'packages/search/query/understanding/negations.ts',
        find: '.filter((value) => !excludedValues.has(value))',
        replace: '.filter((value) => excludedValues.has(value))',
      },
    ],
    tests: questionTests,
  },
  {
    name: 'Q-AMONG',
    fault: 'german sedans are found among all makes',
    edits: [
      {
        file: 'packages/search/query/understanding/trade-phrases.ts',
        find: '.filter(({ value }) => keys.has(makeKey(value)))',
        replace: '',
      },
    ],
    tests: questionTests,
  },
  {
    name: 'Q-TRIM',
    fault: 'a trim after a model selects other models',
    edits: [
      {
        file: 'packages/search/query/understand.ts',
        find: 'isTrimOf(previousMatch, nameMatch, tokens, at);',
        replace: 'isTrimOf(previousMatch, nameMatch, tokens, at) && previousMatch === undefined;',
      },
    ],
    tests: ['packages/search/query/understand.test.ts'],
  },
  {
    name: 'Q-DOWNPAYMENT',
    fault: 'a down payment is read as the price',
    edits: [
      {
        file: 'packages/search/query/understanding/number-phrases.ts',
        find: ' || isAfterDownpayment(tokens, at)',
        replace: ' || (at < 0 && isAfterDownpayment(tokens, at))',
      },
    ],
    tests: questionTests,
  },
];
