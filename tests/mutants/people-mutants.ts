import type { Mutant } from './mutant.ts';

const hideListingTests = ['apps/server/listings/hide-listing.test.ts'];

/** Mutants of hiding a listing, of the page of a user, and of the CSV files for admins. */
export const peopleMutants: readonly Mutant[] = [
  {
    name: 'PE2',
    fault: 'the open bookings of a hidden car stay open',
    edits: [
      {
        file: 'apps/server/listings/remove-from-sale.ts',
        find: 'const bookings = await cancelBookingsOfCar(trx, car.id, removal.reason, now);',
        replace:
          "const bookings = removal.event === 'hide' ? [] : await cancelBookingsOfCar(trx, car.id, removal.reason, now);",
      },
    ],
    tests: hideListingTests,
  },
  {
    name: 'PE3',
    fault: 'pages that are kept for visitors still show a hidden car',
    edits: [
      {
        file: 'apps/server/ssr/register-pages.ts',
        find: '    options.onTakeDown?.(() => cache.clear());\n',
        replace: '',
      },
    ],
    tests: ['apps/server/ssr/register-pages.test.ts'],
  },
  {
    name: 'PE4',
    fault: 'other nodes do not learn that an admin has hidden a car',
    edits: [
      {
        file: 'packages/database/listings/stock.ts',
        find: "WHERE l.status = 'hidden')",
        replace: "WHERE l.status = 'none')",
      },
    ],
    tests: ['packages/database/listings/stock.test.ts'],
  },
  {
    name: 'PE5',
    fault: 'a CSV file has a cell that a spreadsheet runs',
    edits: [
      {
        file: 'packages/domain/text/csv-line.ts',
        find: 'const valueWithApostrophe = /',
        replace: 'const valueWithApostrophe = value === null && /',
      },
    ],
    tests: ['packages/domain/text/csv-line.test.ts', 'apps/server/http/routing/csv-answer.test.ts'],
  },
  {
    name: 'PE6',
    fault: 'a CSV file is not noted in the audit',
    edits: [
      {
        file: 'apps/server/http/routing/csv-answer.ts',
        find: '      await app.auditRead(accountId, file.path, request.url);\n',
        replace: '',
      },
      {
        file: 'apps/server/http/routing/csv-answer.ts',
        find: 'const { accountId } = await requireAdmin',
        replace: 'await requireAdmin',
      },
    ],
    tests: ['apps/server/http/routing/csv-answer.test.ts'],
  },
  {
    name: 'PE7',
    fault: 'a CSV file ends with the first page of the database',
    edits: [
      {
        file: 'apps/server/http/routing/csv-answer.ts',
        find: 'const isCompleteList = page.next === null && rows.length === page.rows.length;',
        replace: 'const isCompleteList = rows.length === page.rows.length;',
      },
    ],
    tests: ['apps/server/http/routing/csv-answer.test.ts'],
  },
  {
    name: 'PE8',
    fault: 'everybody may hide a car',
    edits: [
      {
        file: 'packages/contract/all-listings.ts',
        find: "  noun: 'listings',\n  access: 'admin',\n  securityEvent: 'role-act',\n  params: idParameters,\n  body:",
        replace:
          "  noun: 'listings',\n  access: 'signed-in',\n  securityEvent: 'role-act',\n  params: idParameters,\n  body:",
      },
      {
        file: 'apps/server/listings/change-despite-hold.ts',
        find: 'const admin = await authoriseAdmin(context, trx, actor);\n    const car',
        replace: 'const admin = actor as never;\n    const car',
      },
      {
        file: 'apps/server/listings/change-despite-hold.ts',
        find: 'const admin = await authoriseAdmin(context, trx, actor);\n    const changeOutcome',
        replace: 'const admin = actor as never;\n    const changeOutcome',
      },
    ],
    tests: hideListingTests,
  },
];
