import type { Mutant } from './mutant.ts';

/** Mutants of code that had the weaknesses which decisions 0035, 0037 and 0038 describe. */
export const reviewMutants: readonly Mutant[] = [
  {
    name: 'RV1',
    fault: 'an admin whom the admin of a demo made stays when the demo goes',
    edits: [
      {
        file: 'apps/server/accounts/create-account.ts',
        find: "if (role === 'admin') await inheritDemoMark",
        replace: "if (role !== 'admin') await inheritDemoMark",
      },
    ],
    tests: ['apps/server/accounts/create-account.test.ts'],
  },
  {
    name: 'RV2',
    fault: 'a new seller advertises every car by withdrawing and relisting in turn',
    edits: [
      {
        file: 'apps/server/listings/check-return.ts',
        find: '  await removeExcessAdvertisement(context, trx, seller, car.id);\n',
        replace: '  void removeExcessAdvertisement;\n',
      },
    ],
    tests: ['apps/server/listings/check-new-offer.test.ts'],
  },
  {
    name: 'RV3',
    fault: 'a car gets the picture of another one after it was listed',
    edits: [
      {
        file: 'apps/server/images/replace-images.ts',
        find: 'if (isOnSale) await assertNoNewDuplicate',
        replace: 'if (!isOnSale) await assertNoNewDuplicate',
      },
    ],
    tests: ['apps/server/listings/check-duplicate.test.ts'],
  },
  {
    name: 'RV4',
    fault: 'a stranger floods an address with notices about an account of their own making',
    edits: [
      { file: 'packages/auth/attempt-guard.ts', find: 'notice: { count: 10,', replace: 'notice: { count: 30_000,' },
    ],
    tests: ['apps/server/accounts/send-notice.test.ts'],
  },
  {
    name: 'RV6',
    fault: 'a script mails as many strangers in our name as it signs up',
    edits: [
      {
        file: 'apps/server/accounts/ask-link.ts',
        find: "if (await context.identity.guard.allows('confirmation mails', rateLimitBucket)) {",
        replace: 'if (rateLimitBucket !== null) {',
      },
    ],
    tests: ['apps/server/accounts/ask-link.test.ts'],
  },
  {
    name: 'RV5',
    fault: 'a server with a host name that others reach begins as a demo',
    edits: [
      {
        file: 'apps/server/config/mode-config.ts',
        find: 'if (!ALLOWED_HOSTS.every(isLoopback))',
        replace: 'if (ALLOWED_HOSTS.length > 1_000)',
      },
    ],
    tests: ['apps/server/config.test.ts'],
  },
  {
    name: 'RV7',
    fault: 'an admin who ends the only other one makes the next admin alone',
    edits: [
      {
        file: 'packages/database/approvals/approvals.ts',
        find: ".where('audit_entry.at', '>', since),",
        replace: ".where('audit_entry.at', '<', since),",
      },
    ],
    tests: ['apps/server/approvals/decide-approval.test.ts'],
  },
  {
    name: 'RV8',
    fault: 'a car becomes another one while a buyer is paying for it',
    edits: [
      {
        file: 'apps/server/listings/change-listing.ts',
        find: 'if (describesAnotherCar(car, terms)) {',
        replace: 'if (describesAnotherCar(car, { ...car, resalePrice: terms.resalePrice })) {',
      },
    ],
    tests: ['apps/server/listings/change-listing.test.ts'],
  },
  {
    name: 'RV9',
    fault: 'an import rewrites cars that are sold or that a buyer is paying for',
    edits: [
      {
        file: 'packages/importer/save/locked-listings.ts',
        find: "    if (outcome.kind !== 'updated') return outcome;\n",
        replace: '    if (outcome) return outcome;\n',
      },
      {
        file: 'packages/importer/save/save-batch.ts',
        find: "return knownListing.status === 'sold' ?",
        replace: "return knownListing.status === 'nothing' ?",
      },
    ],
    tests: ['apps/server/imports/refuse-frozen-cars.long.test.ts'],
  },
  {
    name: 'RV10',
    fault: 'an import changes prices and the audit has none of them',
    edits: [
      {
        file: 'packages/importer/save/locked-listings.ts',
        find: '  if (changes.length === 0) return;',
        replace: '  if (changes.length >= 0) return;',
      },
    ],
    tests: ['apps/server/imports/refuse-frozen-cars.long.test.ts'],
  },
  {
    name: 'RV11',
    fault: 'HEAD reads the whole file that GET would send',
    edits: [
      {
        file: 'apps/server/http/routing/head-requests.ts',
        find: '    payload.destroy();\n    return Readable.from([]);',
        replace: '    return payload;',
      },
    ],
    tests: ['apps/server/http/routing/head-requests.test.ts'],
  },
];
