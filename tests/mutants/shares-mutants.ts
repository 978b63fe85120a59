import type { Mutant } from './mutant.ts';

/** Faults of what accounts and networks share: connections, imports, the shop window, lists of admins, decoding. */
export const sharesMutants: readonly Mutant[] = [
  {
    name: 'SH1',
    fault: 'one address may open all connections',
    edits: [
      {
        file: 'apps/server/http/limits/share-connections.ts',
        find: 'if (own >= most) {',
        replace: 'if (own >= most * 1_000) {',
      },
    ],
    tests: ['apps/server/http/limits/share-connections.test.ts'],
  },
  {
    name: 'SH2',
    fault: 'pictures are decoded in the order in which they come',
    edits: [
      {
        file: 'packages/images/start-picture-workers.ts',
        find: 'networks.run(network, work)',
        replace: "networks.run(network === '' ? network : 'all', work)",
      },
    ],
    tests: ['apps/server/images/upload-in-turn.test.ts'],
  },
  {
    name: 'SH3',
    fault: 'checks of new sellers go before known sellers',
    edits: [
      {
        file: 'apps/server/imports/count-turns.ts',
        find: 'return isNew ? newSellerPriority + place : place;',
        replace: 'return isNew ? place : place;',
      },
    ],
    tests: ['apps/server/imports/count-turns.test.ts'],
  },
  {
    name: 'SH4',
    fault: 'checks of one network are taken as they come',
    edits: [
      {
        file: 'apps/server/imports/count-turns.ts',
        find: 'const subjects = [by.network, ',
        replace: 'const subjects = [',
      },
    ],
    tests: ['apps/server/imports/count-turns.test.ts'],
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
    tests: ['apps/server/imports/count-turns.test.ts'],
  },
  {
    name: 'SH6',
    fault: 'a body beyond the quota is read before it is refused',
    edits: [
      {
        file: 'apps/server/imports/receive-import.ts',
        find: 'if (room <= 0 || (announced ?? 0) - formBytes > room)',
        replace: 'if (room <= 0)',
      },
    ],
    tests: ['apps/server/imports/count-turns.test.ts'],
  },
  {
    name: 'SH7',
    fault: 'bytes of an import are not counted while they come',
    edits: [
      {
        file: 'apps/server/imports/receive-import.ts',
        find: 'if (bytes > mostBytes)',
        replace: 'if (bytes > mostBytes * 1e9)',
      },
    ],
    tests: ['apps/server/imports/count-turns.test.ts'],
  },
];
