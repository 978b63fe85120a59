import type { Mutant } from './mutant.ts';

/** Mutants of the security log, and of the database role with row level security. */
export const securityMutants: readonly Mutant[] = [
  {
    name: 'SECURITY-LOG',
    fault: 'refused calls are not in the security log',
    edits: [
      {
        file: 'apps/server/http/errors/problems.ts',
        find: 'if (securityLog !== undefined) recordRefusal(securityLog, request, domainError);',
        replace: '',
      },
    ],
    tests: ['apps/server/security/record-security-events.test.ts'],
  },
  {
    name: 'SECURITY-READ',
    fault: "an admin reads people's data without an audit entry",
    edits: [
      {
        file: 'apps/server/http/routing/mount.ts',
        find: 'await app.auditRead(actor.accountId, call.path, request.url);',
        replace: '',
      },
    ],
    tests: ['apps/server/security/record-reads.test.ts'],
  },
  {
    name: 'ROWS',
    fault: "any member's query finds the bookings of all",
    edits: [
      {
        file: 'packages/database/migrations/0027-members.sql',
        find: 'USING (buyer_id = (SELECT member_id()) OR seller_id = (SELECT member_id()));',
        replace: 'USING (true);',
      },
    ],
    tests: ['apps/server/testing/row-level-security.test.ts'],
  },
];
