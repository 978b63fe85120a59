import type { Mutant } from './mutant.ts';

/** Mutants that let data grow without limit through calls that cost the caller nothing. */
export const growthMutants: readonly Mutant[] = [
  {
    name: 'GROWTH-NAMES',
    fault: 'each sign-up above the limit of its network is a row of the security log',
    edits: [
      {
        file: 'apps/server/security/record-refusal.ts',
        find: "event === 'limit' && !emailLimitNames.has(domainError.limit) ?",
        replace: "event === 'limit' && domainError.limit === 'sign-in address' ?",
      },
    ],
    tests: ['apps/server/security/record-security-events.test.ts'],
  },
  {
    name: 'GROWTH-REFUSALS',
    fault: 'equal refusals of a route with an event of its own are a row of the security log every second',
    edits: [
      {
        file: 'apps/server/security/record-security-events.ts',
        find: "({ result }: EventRow): boolean {\n  return result === 'refused';",
        replace: "({ event }: EventRow): boolean {\n  return event === 'limit' || event === 'refusal';",
      },
    ],
    tests: ['apps/server/security/record-security-events.test.ts'],
  },
  {
    name: 'GROWTH-ANSWERS',
    fault: 'a caller keeps any number of answers under keys of their choice',
    edits: [
      {
        file: 'apps/server/http/routing/idempotency.ts',
        find: 'if (keptBytes.isKnown || isWithinQuota) return;',
        replace: 'if (keptBytes.isKnown || !isWithinQuota || isWithinQuota) return;',
      },
    ],
    tests: ['apps/server/http/routing/idempotency.test.ts'],
  },
  {
    name: 'GROWTH-FILES',
    fault: 'each new account of one network keeps files of imports of its own',
    edits: [
      {
        file: 'apps/server/imports/receive-import.ts',
        find: '{ sellerId: seller.id, accountsCountedSince }',
        replace: '{ sellerId: seller.id, accountsCountedSince: undefined }',
      },
    ],
    tests: ['apps/server/listings/count-together.test.ts'],
  },
  {
    name: 'LONG-PART',
    fault: 'an address with a long part is refused as if its method were wrong, and its page fails',
    edits: [
      {
        file: 'apps/server/http/errors/not-found.ts',
        find: 'if (allowedMethods.size === 0 || allowedMethods.has(request.method))',
        replace: 'if (allowedMethods.size === 0)',
      },
    ],
    tests: ['apps/server/http/routing/hostile-addresses.test.ts'],
  },
];
