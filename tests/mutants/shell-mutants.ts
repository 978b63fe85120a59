import type { Mutant } from './mutant.ts';

/** Mutants of the order of categories, of the service worker and of the limits of an image. */
export const shellMutants: readonly Mutant[] = [
  {
    name: 'CATEGORY-ORDER',
    fault: 'the form for a car lists the brands in the order of the menus',
    edits: [
      {
        file: 'apps/server/listings/list-categories.ts',
        find: '.toSorted((one, other) => rank(one.apiName) - rank(other.apiName))',
        replace: '',
      },
    ],
    tests: ['apps/server/listings/list-categories.test.ts'],
  },
  {
    name: 'WORKER-STORES-PAGES',
    fault: 'the service worker stores the pages that it loads',
    edits: [
      {
        file: 'apps/web/public/sw.js',
        find: 'return (await preloadResponse) ?? (await fetch(request));',
        replace:
          'const answer = (await preloadResponse) ?? (await fetch(request)); await (await caches.open(cacheName)).put(request, answer.clone()); return answer;',
      },
    ],
    tests: ['apps/web/app/service-worker.test.ts'],
  },
  {
    name: 'WORKER-ANSWERS-CALLS',
    fault: 'the service worker answers for every request, not for pages alone',
    edits: [
      {
        file: 'apps/web/public/sw.js',
        find: "if (request.mode === 'navigate') event.respondWith(pageOr(event));",
        replace: "if (request.mode !== '') event.respondWith(pageOr(event));",
      },
    ],
    tests: ['apps/web/app/service-worker.test.ts'],
  },
];
