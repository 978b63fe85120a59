import type { Mutant } from './mutant.ts';

/** Mutants of the order of categories, of the service worker and of the limits on an image. */
export const pageShellMutants: readonly Mutant[] = [
  {
    name: 'CATEGORY-ORDER',
    fault: 'the form for a car lists the brands in the order of the menus',
    edits: [
      {
        file: 'apps/server/listings/list-categories.ts',
        find: '.toSorted((a, b) => findOrderRank(a.apiName) - findOrderRank(b.apiName))',
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
  {
    name: 'SVG-AFTER-DRAWING',
    fault: 'an image process decodes SVG uploads after it has drawn a demo car',
    edits: [
      {
        file: 'packages/images/draw-demo-car.ts',
        find: "    sharp.block({ operation: ['VipsForeignLoadSvg'] });\n",
        replace: '',
      },
      {
        file: 'packages/images/prepare-image.ts',
        find: '  allowUploadDecoders();\n  const source',
        replace: '  const source',
      },
      {
        file: 'packages/images/prepare-image.ts',
        find: "|| format === 'webp'",
        replace: "|| format === 'webp' || format === 'svg'",
      },
    ],
    tests: ['packages/images/draw-demo-car.test.ts'],
  },
  {
    name: 'DRAWN-BY-THE-SERVER',
    fault: 'the serving process draws the covers of demo cars to know their keys',
    edits: [
      {
        file: 'apps/server/startup/draw-gallery.ts',
        find: 'const imageKeys = await context.imageWorkers.listDrawingKeys(drawnCovers.map(({ cover }) => cover));',
        replace:
          "const imageKeys = (await import('@carhouse/images/draw-demo-car')).listDrawingKeys(drawnCovers.map(({ cover }) => cover));",
      },
    ],
    tests: ['apps/server/startup/draw-gallery.long.test.ts'],
  },
  {
    name: 'DECISION-ONE-WAY',
    fault: 'a later decision may change an earlier one whose head does not say so',
    edits: [
      {
        file: 'tools/structure/check-decisions.ts',
        find: 'for (const statedRelation of claims) {',
        replace: 'for (const statedRelation of claims.filter(({ by, relation }) => !relation.startsWith(by))) {',
      },
    ],
    tests: ['tools/structure/check-decisions.test.ts'],
  },
  {
    name: 'WORKER-VERSION',
    fault: 'a build with another offline style leaves the stored one in browsers',
    edits: [
      {
        file: 'apps/web/build/write-offline-page.ts',
        find: "const offlinePageFiles = ['offline.css', 'offline.js', 'favicon.svg'] as const;",
        replace: "const offlinePageFiles = ['offline.js', 'favicon.svg'] as const;",
      },
    ],
    tests: ['apps/web/build/write-offline-page.test.ts'],
  },
  {
    name: 'OFFLINE-ENGLISH',
    fault: 'the offline page is English in a build of another language',
    edits: [
      {
        file: 'apps/web/build/write-offline-page.ts',
        find: "const { offlineMessages } = await loadTexts('offline.ts');",
        replace: "const { offlineMessages } = await import('../messages/en/offline.ts');",
      },
    ],
    tests: ['apps/web/build/write-offline-page.test.ts'],
  },
  {
    name: 'CALL-TEXTS',
    fault: 'every page loads texts of calls that only the server reads',
    edits: [
      {
        file: 'apps/web/build/strip-call-schemas.ts',
        find: '        ...replaceUnusedArguments(program, unneededRanges),\n',
        replace: '',
      },
    ],
    tests: ['apps/web/build/strip-call-schemas.test.ts'],
  },
  {
    name: 'SEARCH-HYDRATED-AGAIN',
    fault: 'a search page is not the same one in the browser when a link has other parameters or another order',
    edits: [
      {
        file: 'apps/web/features/search/search-deps.ts',
        find: 'return Object.fromEntries(searchEntries.sort(([one], [other]) => (one < other ? -1 : 1))) as Search;',
        replace: 'return Object.fromEntries(searchEntries) as Search;',
      },
    ],
    tests: ['apps/web/features/search/search-deps.test.ts'],
  },
];
