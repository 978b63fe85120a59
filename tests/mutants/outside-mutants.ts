import type { Mutant } from './mutant.ts';

/**
 * Mutants of weaknesses that an attack from outside found: actions that need only the password, images from any site,
 * and requests that no limit counts.
 */
export const outsideMutants: readonly Mutant[] = [
  {
    name: 'OUTSIDE-DELETE',
    fault: 'the password alone deletes an account with a second factor',
    edits: [
      {
        file: 'apps/server/accounts/delete-own-account.ts',
        find: '  await assertFactorProved(context, context.database, actor);\n',
        replace: '',
      },
      {
        file: 'apps/server/accounts/delete-own-account.ts',
        find: 'await authoriseFactorChange(context, trx, actor);',
        replace: 'await (await import("./authorise-actor.ts")).authoriseActor(context, trx, actor);',
      },
    ],
    tests: ['apps/server/second-factor/authorise-factor-change.test.ts'],
  },
  {
    name: 'OUTSIDE-EXPORT',
    fault: 'a session exports the data of an account with a second factor without a proof of it',
    edits: [
      {
        file: 'apps/server/accounts/export-account.ts',
        find: 'await authoriseFactorChange(context, trx, actor);',
        replace: 'await (await import("./authorise-actor.ts")).authoriseActor(context, trx, actor);',
      },
    ],
    tests: ['apps/server/second-factor/authorise-factor-change.test.ts'],
  },
  {
    name: 'OUTSIDE-PHOTO',
    fault: 'pages load images from any site',
    edits: [
      {
        file: 'apps/server/http/routing/security-headers.ts',
        find: `\`img-src 'self' data: \${photoOrigin}\``,
        replace: '"img-src \'self\' data: https:"',
      },
    ],
    tests: ['apps/server/http/errors/answers.test.ts'],
  },
  {
    name: 'OUTSIDE-TWICE',
    fault: 'one call changes the same car again and again',
    edits: [
      {
        file: 'apps/server/listings/change-seller-cars.ts',
        find: 'if (ids.length !== cars.length)',
        replace: 'if (ids.length > cars.length)',
      },
    ],
    tests: ['apps/server/listings/change-seller-cars.test.ts'],
  },
  {
    name: 'OUTSIDE-ONE-BY-ONE',
    fault: 'a call that changes thirty cars counts as one change',
    edits: [
      {
        file: 'apps/server/http/routing/mount.ts',
        find: 'Array.isArray(countedItems) ? Math.min(countedList.maximum, Math.max(1, countedItems.length)) : 1',
        replace: 'Array.isArray(countedItems) ? 1 : 1',
      },
    ],
    tests: ['apps/server/http/limits/rate-limits.test.ts'],
  },
  {
    name: 'OUTSIDE-KEPT-WITH-PARAMETER',
    fault: 'answers of routes with a parameter are never cached',
    edits: [
      {
        file: 'apps/server/http/cache/answer-cache.ts',
        find: '!queryNamesByRoute.has(route)',
        replace: '!queryNamesByRoute.has(removeQuery(url))',
      },
    ],
    tests: ['apps/server/http/cache/answer-cache.test.ts'],
  },
  {
    name: 'OUTSIDE-SELLERS',
    fault: 'one client reads the pages and the cars of all sellers without a limit',
    edits: [
      {
        file: 'apps/server/http/limits/rate-limits.ts',
        find: ", 'GET /api/v1/sellers/:id'] as const",
        replace: '] as const',
      },
    ],
    tests: ['apps/server/http/limits/rate-limits.test.ts'],
  },
  {
    name: 'OUTSIDE-MARKED-SOLD',
    fault: 'an admin cannot take a car away that its seller marked as sold',
    edits: [
      {
        file: 'apps/server/listings/authorise-owner.ts',
        find: "  if (listing.status === 'sold' && (await hasPaidBooking(trx, listing.id))) throw",
        replace: "  if (listing.status === 'sold') throw",
      },
    ],
    tests: ['apps/server/listings/hide-listing.test.ts'],
  },
  {
    name: 'OUTSIDE-LIST-AND-SELL',
    fault: 'a new seller lists and marks as sold without a limit',
    edits: [
      {
        file: 'packages/database/accounts/sellers.ts',
        find: 'if (since === undefined) return sql`false`;',
        replace: 'if (since !== null) return sql`false`;',
      },
    ],
    tests: ['apps/server/listings/hide-listing.test.ts'],
  },
  {
    name: 'OUTSIDE-DRAWN',
    fault: 'one address has pictures drawn without a limit',
    edits: [
      {
        file: 'apps/server/images/serve-drawn-photos.ts',
        find: ', onRequest }',
        replace: ' }',
      },
    ],
    tests: ['apps/server/http/limits/rate-limits.test.ts'],
  },
  {
    name: 'OUTSIDE-SEMICOLON',
    fault: 'a formula after a semicolon is a cell of its own in a spreadsheet',
    edits: [
      {
        file: 'packages/domain/text/csv-line.ts',
        find: '([;\\t\\r\\n] *)',
        replace: '([\\r\\n] *)',
      },
    ],
    tests: ['packages/domain/text/csv-line.test.ts'],
  },
  {
    name: 'OUTSIDE-PHOTO-TOTAL',
    fault: 'the photos of a small archive are unpacked again and again without a limit',
    edits: [
      {
        file: 'packages/importer/read/source-file.ts',
        find: 'photoBytesLeft -= entry.size;',
        replace: '',
      },
    ],
    tests: ['packages/importer/read/zip-archive.test.ts'],
  },
  {
    name: 'OUTSIDE-PHOTO-RATIO',
    fault: 'a photo that unpacks to far more than it is packed is unpacked and decoded',
    edits: [
      {
        file: 'packages/importer/read/source-file.ts',
        find: ' || exceedsRatio(entry, limits)',
        replace: '',
      },
    ],
    tests: ['packages/importer/read/zip-archive.test.ts', 'apps/server/imports/store-import-images.long.test.ts'],
  },
];
