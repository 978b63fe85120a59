import type { Mutant } from './mutant.ts';

/** Mutants of the limits on database connections for each network, and of decoding an image only once. */
export const poolShareMutants: readonly Mutant[] = [
  {
    name: 'POOL-SHARE',
    fault: 'the changes of one address fill the database pool while they wait for a lock',
    edits: [
      {
        file: 'apps/server/http/limits/share-work.ts',
        find: '    } else if (isChangeRequest(request) && (await isUsualRequest(request))) {',
        replace: '    } else if (isChangeRequest(request) && (await isUsualRequest(request)) && waitTimeoutMs === 0) {',
      },
    ],
    tests: ['apps/server/http/limits/share-work.test.ts'],
  },
  {
    name: 'DECODE-IMPORT',
    fault: 'a picture that many rows of an import name is decoded for each of them',
    edits: [
      {
        file: 'apps/server/imports/store-import-images.ts',
        find: '  outcomes.set(id, outcome);\n',
        replace: '',
      },
    ],
    tests: ['apps/server/imports/store-import-images.long.test.ts'],
  },
  {
    name: 'DECODE-UPLOADS',
    fault: 'uploads of the same bytes at one time are decoded one by one',
    edits: [
      {
        file: 'packages/images/decode-once.ts',
        find: '      decodingPromisesByDigest.set(digest, newDecodingPromise);\n',
        replace: '',
      },
    ],
    tests: ['packages/images/decode-once.test.ts'],
  },
];
