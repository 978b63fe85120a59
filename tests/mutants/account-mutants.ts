import type { Mutant } from './mutant.ts';

/** Mutants that let an attacker with a stolen session, another user or an admin change accounts that are not theirs. */
export const accountMutants: readonly Mutant[] = [
  {
    name: 'AC1',
    fault: 'a copy of a session lives on when its person changes the password',
    edits: [
      {
        file: 'packages/database/accounts/sessions.ts',
        find: '.set({ token: values.token, updated_at: values.now })',
        replace: '.set({ updated_at: values.now })',
      },
    ],
    tests: ['apps/server/accounts/change-password.test.ts'],
  },
  {
    name: 'AC2',
    fault: 'an admin whom the asking one made, and whose password that one chose, is the second admin',
    edits: [
      {
        file: 'apps/server/approvals/decide-approval.ts',
        find: 'assertConfirmedEmail(decidingAdmin, context.config.trust.needsConfirmedEmail);',
        replace: 'assertConfirmedEmail(decidingAdmin, false);',
      },
    ],
    tests: ['apps/server/accounts/authorise-confirmed.test.ts'],
  },
  {
    name: 'AC3',
    fault: 'a stranger has mails sent all day to an address that nobody has confirmed',
    edits: [
      {
        file: 'packages/auth/attempt-guard.ts',
        find: "'mail stranger': { count: 6, windowMs: dayMs }",
        replace: "'mail stranger': { count: 600, windowMs: dayMs }",
      },
    ],
    tests: ['apps/server/accounts/ask-link.test.ts'],
  },
  {
    name: 'AC4',
    fault: 'a user who has signed up with the address of another user causes more mails to it, as its owner would',
    edits: [
      {
        file: 'apps/server/accounts/ask-link.ts',
        find: "((await guard.allows('mail stranger', mailboxBucket)) || isConfirmed)",
        replace:
          "((await guard.allows('mail stranger', mailboxBucket)) || isConfirmed || (await hasSessionAt(accountId as AccountId, rateLimitBucket)))",
      },
    ],
    tests: ['apps/server/accounts/ask-link.test.ts'],
  },
  {
    name: 'AC5',
    fault: 'any account may ask whether a car is that of a person with this address',
    edits: [
      {
        file: 'packages/database/listings/listings.ts',
        find: "row.or([row('account.is_demo', '=', true), row.exists(unpaidBookingQuery)]),",
        replace: "row.or([row('account.id', 'is not', null), row.exists(unpaidBookingQuery)]),",
      },
    ],
    tests: ['apps/server/bookings/resolve-listing.test.ts'],
  },
  {
    name: 'AC6',
    fault: "a seller whom the demo's admin verified is verified in production",
    edits: [
      {
        file: 'packages/database/accounts/demo-acts.ts',
        find: 'SELECT actor.is_demo FROM audit_entry',
        replace: 'SELECT NOT actor.is_demo AND actor.is_demo FROM audit_entry',
      },
    ],
    tests: ['apps/server/startup/gate/pass-gate.test.ts'],
  },
  {
    name: 'AC7',
    fault: 'calls of visitors that change nothing empty what all are answered from',
    edits: [
      {
        file: 'apps/server/http/cache/answer-cache.ts',
        find: 'actorId === null ? url === providerWebhookPath :',
        replace: 'actorId === null ? true :',
      },
    ],
    tests: ['apps/server/http/cache/answer-cache.test.ts'],
  },
];
