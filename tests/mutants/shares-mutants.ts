import type { Mutant } from './mutant.ts';

/**
 * Mutants of the resources that accounts and networks share: connections, imports, the home page, admin lists, and
 * decoding of images.
 */
export const sharesMutants: readonly Mutant[] = [
  {
    name: 'SH1',
    fault: 'one address may open all connections',
    edits: [
      {
        file: 'apps/server/http/limits/share-connections.ts',
        find: 'new ConcurrencyCounts(connectionCountMaximum)',
        replace: 'new ConcurrencyCounts(connectionCountMaximum * 1_000)',
      },
    ],
    tests: ['apps/server/http/limits/share-connections.test.ts'],
  },
  {
    name: 'SH2',
    fault: 'pictures are decoded in the order in which they come',
    edits: [
      {
        file: 'packages/images/start-image-workers.ts',
        find: 'networkQueue.run(network, work)',
        replace: "networkQueue.run(network === '' ? network : 'all', work)",
      },
    ],
    tests: ['apps/server/images/upload-in-turn.long.test.ts'],
  },
  {
    name: 'SH3',
    fault: 'checks of new sellers go before known sellers',
    edits: [
      {
        file: 'apps/server/imports/count-turns.ts',
        find: 'return isNewSeller ? newSellerPriority + queuePlace : queuePlace;',
        replace: 'return isNewSeller ? queuePlace : queuePlace;',
      },
    ],
    tests: ['apps/server/imports/count-turns.long.test.ts'],
  },
  {
    name: 'SH4',
    fault: 'checks of one network are taken as they come',
    edits: [
      {
        file: 'apps/server/imports/count-turns.ts',
        find: 'const subjects = [uploader.network, ',
        replace: 'const subjects = [',
      },
    ],
    tests: ['apps/server/imports/count-turns.long.test.ts'],
  },
  {
    name: 'SH5',
    fault: 'the check of a new seller may take an hour',
    edits: [
      {
        file: 'apps/server/imports/import-workers.ts',
        find: "work === 'checking' && isNewSeller ?",
        replace: "work === 'checking' && isNewSeller === undefined ?",
      },
    ],
    tests: ['apps/server/imports/count-turns.long.test.ts'],
  },
  {
    name: 'SH6',
    fault: 'a body beyond the quota is read before it is refused',
    edits: [
      {
        file: 'apps/server/imports/receive-import.ts',
        find: 'if (freeBytes <= 0 || minimumFileBytes > freeBytes)',
        replace: 'if (freeBytes <= 0)',
      },
    ],
    tests: ['apps/server/imports/count-turns.long.test.ts'],
  },
  {
    name: 'SH7',
    fault: 'bytes of an import are not counted while they come',
    edits: [
      {
        file: 'apps/server/imports/receive-import.ts',
        find: 'if (bytes > fileBytesMaximum)',
        replace: 'if (bytes > fileBytesMaximum * 1e9)',
      },
    ],
    tests: ['apps/server/imports/count-turns.long.test.ts'],
  },
  {
    name: 'SH8',
    fault: 'each new account of a network has the cars of a new seller',
    edits: [
      {
        file: 'packages/database/accounts/sellers.ts',
        find: 'if (accountsCountedSince === undefined) return',
        replace: 'if (accountsCountedSince === undefined || sellerId !== null) return',
      },
    ],
    tests: ['apps/server/listings/count-together.test.ts'],
  },
  {
    name: 'SH9',
    fault: 'new sellers of one network do not wait for each other',
    edits: [
      {
        file: 'packages/database/accounts/sellers.ts',
        find: 'SELECT pg_advisory_xact_lock(hashtextextended(sign_up_network, 0)) FROM account',
        replace: 'SELECT 1 FROM account',
      },
    ],
    tests: ['apps/server/listings/count-together.test.ts'],
  },
  {
    name: 'SH10',
    fault: 'each account of a network has a place in the preview',
    edits: [
      {
        file: 'packages/database/listings/brand-listings.ts',
        find: 'PARTITION BY share_group ORDER BY',
        replace: 'PARTITION BY id ORDER BY',
      },
    ],
    tests: ['apps/server/listings/count-together.test.ts'],
  },
  {
    name: 'SH11',
    fault: 'each account of a network is in the advertisement strip',
    edits: [
      {
        file: 'packages/database/advertisements/advertisements.ts',
        find: 'PARTITION BY account.share_group ORDER BY',
        replace: 'PARTITION BY listing.seller_id ORDER BY',
      },
    ],
    tests: ['apps/server/listings/count-together.test.ts'],
  },
  {
    name: 'SH12',
    fault: 'each account of a network is among the comparables',
    edits: [
      {
        file: 'packages/database/listings/listing-detail.ts',
        find: 'PARTITION BY (SELECT share_group FROM account WHERE account.id = found.seller_id) ORDER BY',
        replace: 'PARTITION BY found.seller_id ORDER BY',
      },
    ],
    tests: ['apps/server/listings/count-together.test.ts'],
  },
  {
    name: 'SH13',
    fault: 'each account of a network has its own newest places',
    edits: [
      {
        file: 'packages/database/listings/listing-writes.ts',
        find: 'other.share_group = own.share_group',
        replace: 'other.id = own.id',
      },
    ],
    tests: ['apps/server/listings/count-together.test.ts'],
  },
  {
    name: 'SH14',
    fault: 'one seller fills the list of possible duplicates',
    edits: [
      {
        file: 'packages/database/listings/duplicates.ts',
        find: 'of_car = 1 AND nth <= ',
        replace: 'of_car = 1 AND 100 - nth <> ',
      },
    ],
    tests: ['apps/server/listings/list-duplicates.test.ts'],
  },
];
