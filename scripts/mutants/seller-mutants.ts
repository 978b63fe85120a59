import type { Mutant } from './mutant.ts';

/** Pages of refusals, a seller's share of the newest lists, and cars of an import that others offer too. */
export const sellerMutants: readonly Mutant[] = [
  {
    name: 'W1',
    fault: 'a browser that is refused a page gets JSON',
    edits: [
      {
        file: 'server/http/problems.ts',
        find: '  if (wantsPage(request)) {',
        replace: '  if (wantsPage(request) && status === 500) {',
      },
    ],
    tests: ['server/http/refusal-page.test.ts'],
  },
];
