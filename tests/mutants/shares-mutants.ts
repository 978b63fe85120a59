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
];
