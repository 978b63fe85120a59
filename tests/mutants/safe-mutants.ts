import { attackMutants } from './attack-mutants.ts';
import type { Mutant } from './mutant.ts';
import { offSaleMutants } from './off-sale-mutants.ts';
import { outsideMutants } from './outside-mutants.ts';
import { poolShareMutants } from './pool-share-mutants.ts';
import { profileMutants } from './profile-mutants.ts';

/** Mutants of weaknesses that docs/security.md listed as open: tokens, logs, days, quotas and networks. */
export const safeMutants: readonly Mutant[] = [
  ...attackMutants,
  ...outsideMutants,
  ...offSaleMutants,
  ...poolShareMutants,
  ...profileMutants,
  {
    name: 'OP1',
    fault: 'a mail about factors writes days of UTC',
    edits: [
      {
        file: 'apps/server/accounts/send-notice.ts',
        find: "import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';",
        replace: 'const toSingaporeDay = (at: Date): string => at.toISOString().slice(0, 10);',
      },
    ],
    tests: ['apps/server/second-factor/authorise-factor-change.test.ts'],
  },
  {
    name: 'OP2',
    fault: 'an error page of the router is not in the log',
    edits: [
      {
        file: 'apps/server/ssr/log-page-error.ts',
        find: 'if (response.status === 500 && ',
        replace: 'if (response.status === 599 && ',
      },
    ],
    tests: ['apps/server/ssr/register-pages.test.ts'],
  },
  {
    name: 'OP3',
    fault: 'the first second factor leaves the token of the session',
    edits: [
      {
        file: 'apps/server/second-factor/grant-recovery-codes.ts',
        find: '  if (!isFirstFactor) return { recoveryCodes: [] };',
        replace: '  if (isFirstFactor || !isFirstFactor) return { recoveryCodes: isFirstFactor ? codes : [] };',
      },
    ],
    tests: ['apps/server/second-factor/authorise-factor-change.test.ts'],
  },
  {
    name: 'OP4',
    fault: 'each new account of a network keeps pictures of its own quota',
    edits: [
      {
        file: 'apps/server/images/upload-image.ts',
        find: 'accountsCountedSince: findSharedLimitStart(account, config.trust, now())',
        replace: 'accountsCountedSince: findSharedLimitStart(account, config.trust, now()) && undefined',
      },
    ],
    tests: ['apps/server/images/count-quota.test.ts'],
  },
  {
    name: 'OP5',
    fault: 'new accounts of a network do not wait for each other at the quota of pictures',
    edits: [
      {
        file: 'apps/server/images/upload-image.ts',
        find: 'if (countedSellers.accountsCountedSince !== undefined) await lockSignUpNetwork(trx, accountId);',
        replace: 'if (countedSellers.accountsCountedSince === null) await lockSignUpNetwork(trx, accountId);',
      },
    ],
    tests: ['apps/server/images/count-quota.test.ts'],
  },
  {
    name: 'OP6',
    fault: 'each new buyer of a network sees the addresses of as many sellers',
    edits: [
      {
        file: 'apps/server/bookings/book-listing.ts',
        find: 'assertBookedSellerLimit(sellersOfNetwork, ',
        replace: 'assertBookedSellerLimit(sellers, ',
      },
    ],
    tests: ['apps/server/bookings/count-sellers.test.ts'],
  },
  {
    name: 'OP7',
    fault: 'new buyers of a network do not wait for each other',
    edits: [
      {
        file: 'packages/database/bookings/booking-statements.ts',
        find: 'SELECT pg_advisory_xact_lock(hashtextextended(sign_up_network, 1)) FROM account',
        replace: 'SELECT 1 FROM account',
      },
    ],
    tests: ['apps/server/bookings/count-sellers.test.ts'],
  },
  {
    name: 'OP8',
    fault: 'limits of an address count 64 bits of IPv6 alone',
    edits: [
      {
        file: 'packages/domain/limits/wide-network.ts',
        find: "if (!bucket.endsWith('::/64')) return undefined;",
        replace: "if (!bucket.endsWith('::/65')) return undefined;",
      },
    ],
    tests: ['apps/server/http/limits/wide-network.test.ts'],
  },
  {
    name: 'OP9',
    fault: 'tries to sign in count 64 bits of IPv6 alone',
    edits: [
      {
        file: 'packages/auth/attempt-guard.ts',
        find: 'addressLimits.has(attempt) ? listCountedNetworks(subject)',
        replace: 'addressLimits.has(attempt) ? listCountedNetworks(subject).slice(0, 1)',
      },
    ],
    tests: ['apps/server/http/limits/wide-network.test.ts'],
  },
  {
    name: 'OP10',
    fault: 'suspensions of the admin of a removed demo stay',
    edits: [
      {
        file: 'packages/database/accounts/demo-acts.ts',
        find: "WHERE status = 'suspended' AND NOT is_demo",
        replace: 'WHERE false AND NOT is_demo',
      },
    ],
    tests: ['apps/server/startup/gate/remove-demo.test.ts'],
  },
  {
    name: 'OP11',
    fault: 'brands that the admin of a removed demo added stay',
    edits: [
      {
        file: 'packages/database/accounts/demo-acts.ts',
        find: "('brand', 'brand.api_name', ['add', 'change'])",
        replace: "('brand', 'brand.api_name', ['none'])",
      },
    ],
    tests: ['apps/server/startup/gate/remove-demo.test.ts'],
  },
  {
    name: 'OP12',
    fault: 'each change of a person empties what is kept for all',
    edits: [
      {
        file: 'apps/server/http/cache/private-changes.ts',
        find: '!privateChangeCalls.has(call) && ',
        replace: '',
      },
    ],
    tests: ['apps/server/http/cache/kept-answers.test.ts'],
  },
  {
    name: 'OP13',
    fault: 'one account empties what is kept for all as often as it wants',
    edits: [
      {
        file: 'apps/server/http/cache/private-changes.ts',
        find: '(emptyingCounter?.count(accountId) ?? 0) === 0',
        replace: '(emptyingCounter?.count(accountId) ?? 0) >= 0',
      },
    ],
    tests: ['apps/server/http/cache/kept-answers.test.ts'],
  },
  {
    name: 'OP14',
    fault: 'a name may turn the text around it',
    edits: [
      {
        file: 'packages/domain/text/public-line.ts',
        find: 'if (directionPattern.test(text)) {',
        replace: 'if (directionPattern.test(text) && text === visibleCharacterPattern.source) {',
      },
    ],
    tests: ['apps/server/accounts/refuse-names.test.ts'],
  },
  {
    name: 'OP15',
    fault: 'a brand of the operator that a demo admin closed is deleted with the demo',
    edits: [
      {
        file: 'packages/database/accounts/demo-acts.ts',
        find: "makeIsLastActionByDemoSql('brand', 'brand.api_name', ['add'])",
        replace: "makeIsLastActionByDemoSql('brand', 'brand.api_name', ['add', 'change'])",
      },
    ],
    tests: ['apps/server/startup/gate/remove-demo.test.ts'],
  },
  {
    name: 'OP16',
    fault: 'refused requests of one network use up what its neighbours may send',
    edits: [
      {
        file: 'apps/server/http/limits/flood-counter.ts',
        find: `  for (const { subject, limitFactor } of subjects) {
    const milliseconds = floodCounter.count(subject, limitFactor);
    if (milliseconds > 0) return milliseconds;
  }
  return 0;`,
        replace:
          '  return Math.max(...subjects.map(({ subject, limitFactor }) => floodCounter.count(subject, limitFactor)));',
      },
    ],
    tests: ['apps/server/http/limits/wide-network.test.ts'],
  },
  {
    name: 'OP17',
    fault: 'the place of an import may turn the text around it',
    edits: [
      {
        file: 'packages/contract/imports.ts',
        find: 'location: makePublicLineSchema(120, 1),',
        replace: 'location: z.string().check(z.maxLength(120)),',
      },
    ],
    tests: ['apps/server/imports/import-cars.long.test.ts'],
  },
];
