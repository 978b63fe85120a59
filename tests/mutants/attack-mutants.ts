import type { Mutant } from './mutant.ts';
import { openRouteMutants } from './open-route-mutants.ts';

/**
 * Mutants of weaknesses that an attack on the running product found: shares that can be reset, actions that can be
 * undone, and texts that no user sees.
 */
export const attackMutants: readonly Mutant[] = [
  {
    name: 'ATTACK-LARGE-ANSWER',
    fault: 'an answer of any size is stored under an idempotency key',
    edits: [
      {
        file: 'apps/server/http/routing/idempotency.ts',
        find: 'if (encryptedBody.length <= keptAnswerMaximumBytes)',
        replace: 'if (encryptedBody.length > 0)',
      },
    ],
    tests: ['apps/server/http/routing/stored-answers.long.test.ts'],
  },
  {
    name: 'ATTACK-STORED-BY-NETWORK',
    fault: 'each account of a network stores answers of its own',
    edits: [
      {
        file: 'apps/server/http/routing/idempotency.ts',
        find: ' &&\n    keptBytes.ofNetwork < keptByteLimits.ofNetwork * quotaFraction',
        replace: '',
      },
    ],
    tests: ['apps/server/http/routing/stored-answers.long.test.ts'],
  },
  {
    name: 'ATTACK-STORED-BY-SERVER',
    fault: 'the stored answers of the whole server have no maximum',
    edits: [
      {
        file: 'apps/server/http/routing/idempotency.ts',
        find: '(await isServerFull()) ? quotaFractionWhenFull : 1',
        replace: '(await isServerFull()) ? 1 : 1',
      },
    ],
    tests: ['apps/server/http/routing/stored-answers.long.test.ts'],
  },
  {
    name: 'ATTACK-STORED-AFTER-DELETION',
    fault: 'the stored answers of a deleted account stay',
    edits: [
      {
        file: 'packages/database/accounts/accounts.ts',
        find: '  await deleteKeysOfAccount(trx, id);\n',
        replace: '  if (id === null) await deleteKeysOfAccount(trx, id);\n',
      },
    ],
    tests: ['apps/server/http/routing/stored-answers.long.test.ts'],
  },
  {
    name: 'ATTACK-NETWORK-OF-DELETED',
    fault: 'the network of a deleted account is forgotten with it',
    edits: [
      {
        file: 'packages/database/accounts/accounts.ts',
        find: "      status: 'deleted',\n",
        replace: "      sign_up_network: null,\n      status: 'deleted',\n",
      },
    ],
    tests: ['apps/server/bookings/count-sellers.test.ts', 'apps/server/images/count-quota.test.ts'],
  },
  {
    name: 'ATTACK-IMAGES-OF-SUSPENDED',
    fault: 'stored images of suspended and deleted accounts do not count',
    edits: [
      {
        file: 'packages/database/images/images.ts',
        find: "makeCountedSellerSql(accounts, sql`account_id`, 'all')",
        replace: "makeCountedSellerSql(accounts, sql`account_id`, 'active')",
      },
    ],
    tests: ['apps/server/images/count-quota.test.ts'],
  },
  {
    name: 'ATTACK-NETWORK-WITHOUT-ROLE',
    fault: 'an account without a role has no network',
    edits: [
      {
        file: 'packages/auth/sign-in-library.ts',
        find: 'signUpNetwork: runStorage.getStore()?.network ?? null',
        replace: 'signUpNetwork: null',
      },
    ],
    tests: ['apps/server/images/count-quota.test.ts'],
  },
  {
    name: 'ATTACK-NETWORK-REPLACED',
    fault: 'the choice of the role replaces the network of the sign-up',
    edits: [
      {
        file: 'packages/database/accounts/accounts.ts',
        find: 'sign_up_network: sql`coalesce(sign_up_network, ',
        replace: 'sign_up_network: sql`coalesce(',
      },
    ],
    tests: ['apps/server/images/count-quota.test.ts'],
  },
  {
    name: 'ATTACK-UPLOADS-BY-NETWORK',
    fault: 'each account of a network has its own hour of uploads',
    edits: [
      {
        file: 'apps/server/images/upload-image.ts',
        find: 'uploadTotals.recentOfAll >= uploadsPerHourOfNetwork',
        replace: 'uploadTotals.recentOfAll < 0',
      },
    ],
    tests: ['apps/server/images/count-quota.test.ts'],
  },
  {
    name: 'ATTACK-DEMO-SUSPENSION',
    fault: 'remove-demo frees a person whom an admin of the operator had left suspended',
    edits: [
      {
        file: 'packages/database/accounts/demo-acts.ts',
        find: "['suspend', 'reinstate'])} IS DISTINCT FROM 'suspend'",
        replace: "['suspend', 'reinstate'])} IS DISTINCT FROM 'nothing'",
      },
    ],
    tests: ['apps/server/startup/gate/remove-demo.test.ts'],
  },
  {
    name: 'ATTACK-UNSEEN-NAMES',
    fault: 'a name of letters that are shown as nothing is accepted',
    edits: [
      {
        file: 'packages/domain/text/public-line.ts',
        find: "!visibleCharacterPattern.test(text.replace(invisibleCharacterPattern, ''))",
        replace: '!visibleCharacterPattern.test(text)',
      },
    ],
    tests: ['apps/server/accounts/refuse-names.test.ts'],
  },
  {
    name: 'ATTACK-FILE-NAMES',
    fault: 'the file name of an import turns the text around it',
    edits: [
      {
        file: 'apps/server/imports/receive-import.ts',
        find: '\\p{Zl}\\p{Zp}\\p{Bidi_Control}<>',
        replace: '<>',
      },
    ],
    tests: ['apps/server/accounts/refuse-names.test.ts'],
  },
  {
    name: 'ATTACK-TURNED-TEXT',
    fault: 'a number and a reason keep signs that turn the text around them',
    edits: [
      {
        file: 'packages/contract/fields.ts',
        find: 'z.transform(removeDirectionCharacters)',
        replace: 'z.transform((text: string) => text)',
      },
    ],
    tests: ['apps/server/accounts/refuse-names.test.ts'],
  },
  {
    name: 'ATTACK-HOP-WITH-PORT',
    fault: 'an entry of X-Forwarded-For with a port makes the client the proxy',
    edits: [
      {
        file: 'apps/server/http/routing/client-address.ts',
        find: 'parsePlainAddress(hostMatch?.[1] ?? hostMatch?.[2] ?? text)',
        replace: 'parsePlainAddress(hostMatch === null ? text : entry)',
      },
    ],
    tests: ['apps/server/http/routing/client-address.test.ts', 'apps/server/accounts/find-network.test.ts'],
  },
  {
    name: 'ATTACK-NO-NETWORK',
    fault: 'sign-ups without a known network count one by one in production',
    edits: [
      {
        file: 'apps/server/accounts/find-network.ts',
        find: 'return config.isProduction ? ',
        replace: 'return config.isProduction && address === null ? ',
      },
    ],
    tests: ['apps/server/accounts/find-network.test.ts'],
  },
  {
    name: 'ATTACK-PAGE-PARAMETERS',
    fault: 'a page is rendered again for each invented parameter',
    edits: [
      {
        file: 'apps/server/ssr/register-pages.ts',
        find: 'makeCacheKey(makeCanonicalUrl(request.url), theme)',
        replace: 'makeCacheKey(request.url, theme)',
      },
    ],
    tests: ['apps/server/ssr/register-pages.test.ts'],
  },
  {
    name: 'ATTACK-CALL-PARAMETERS',
    fault: 'a list is made again for each invented parameter',
    edits: [
      {
        file: 'apps/server/http/cache/answer-cache.ts',
        find: 'parameterNames === undefined\n        ? requestedUrl',
        replace: 'parameterNames === undefined || parameterNames.size >= 0\n        ? requestedUrl',
      },
    ],
    tests: ['apps/server/http/cache/kept-answers.test.ts'],
  },
  {
    name: 'ATTACK-MIXED-MARKS',
    fault: 'a card number with another mark in each gap is accepted',
    edits: [
      {
        file: 'packages/domain/payment/card-number.ts',
        find: 'hasCardWithMixedSeparators(numbers);',
        replace: '(text === mixedSeparatorGroupsPattern.source && hasCardWithMixedSeparators(numbers));',
      },
    ],
    tests: ['packages/domain/payment/card-number.test.ts'],
  },
  {
    name: 'ATTACK-READS-OF-ADDRESS',
    fault: 'free accounts of one address multiply the cars that it reads',
    edits: [
      {
        file: 'apps/server/http/limits/rate-limits.ts',
        find: "listingReadAddress: makeRateLimit('address'",
        replace: "listingReadAddress: makeRateLimit('caller'",
      },
    ],
    tests: ['apps/server/http/limits/address-limits.test.ts'],
  },
  ...openRouteMutants,
];
