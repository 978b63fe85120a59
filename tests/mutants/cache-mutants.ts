import type { Mutant } from './mutant.ts';
import { replicaMutants } from './replica-mutants.ts';

/**
 * Mutants of the response cache, with responses that the cache must not send or store (decision 0048), and of reads on
 * replicas.
 */
export const cacheMutants: readonly Mutant[] = [
  {
    name: 'CA1',
    fault: 'answers stay when another node has changed a car',
    edits: [
      {
        file: 'apps/server/http/cache/answer-cache.ts',
        find: '  onChanges(() => cache.clear());\n',
        replace: '',
      },
    ],
    tests: ['apps/server/http/cache/kept-answers.test.ts'],
  },
  {
    name: 'CA2',
    fault: 'answers stay when a person has changed something at this node',
    edits: [
      {
        file: 'apps/server/http/cache/answer-cache.ts',
        find: 'if (emptiesCache) cache.clear();',
        replace: '',
      },
    ],
    tests: ['apps/server/http/cache/kept-answers.test.ts', 'apps/server/http/cache/answer-cache.test.ts'],
  },
  {
    name: 'CA3',
    fault: 'an answer that is too old is given while the next one is made',
    edits: [
      {
        file: 'apps/server/http/cache/response-cache.ts',
        find: 'const allowStale = remainingMs > this.#tooOld;',
        replace: 'const allowStale = isCached;',
      },
    ],
    tests: ['apps/server/http/cache/answer-cache.test.ts', 'apps/server/ssr/page-for-all.test.ts'],
  },
  {
    name: 'CA4',
    fault: 'one huge page pushes out all others',
    edits: [
      {
        file: 'apps/server/http/cache/response-cache.ts',
        find: '      maxEntrySize: Math.floor(bytes / 4),\n',
        replace: '',
      },
    ],
    tests: ['apps/server/ssr/page-for-all.test.ts', 'apps/server/listings/present-cards.test.ts'],
  },
  {
    name: 'CA5',
    fault: 'the answer of a call that is the same for everybody is stored by caches of people who have signed in',
    edits: [
      {
        file: 'apps/server/http/routing/mount.ts',
        find: "reply.header('cache-control', actor === null && call.method === 'GET' ? 'no-cache' : 'no-store');",
        replace: "reply.header('cache-control', 'no-cache');",
      },
    ],
    tests: ['apps/server/http/cache/kept-answers.test.ts'],
  },
  ...replicaMutants,
];
