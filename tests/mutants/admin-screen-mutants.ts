import type { Mutant } from './mutant.ts';
import { peopleMutants } from './people-mutants.ts';

/** Mutants of the admin screens: refunds within a day, and reads of personal data. */
export const adminScreenMutants: readonly Mutant[] = [
  ...peopleMutants,
  {
    name: 'AS1',
    fault: 'a refund is judged alone, whatever its admin has given back that day',
    edits: [
      {
        file: 'apps/server/payments/refund-payment.ts',
        find: 'recentRefundSum + refundAmount >',
        replace: 'recentRefundSum - recentRefundSum + refundAmount >',
      },
    ],
    tests: ['apps/server/payments/refund-daily.test.ts'],
  },
  {
    name: 'AS2',
    fault: 'two refunds at once are both judged before either is counted',
    edits: [
      {
        file: 'apps/server/accounts/authorise-actor.ts',
        find: "const account = await (lockMode === 'own' ? lockAccount : lockAccountShared)(trx, actor.accountId);",
        replace: 'const account = await (lockMode ? lockAccountShared : lockAccount)(trx, actor.accountId);',
      },
    ],
    tests: ['apps/server/payments/refund-daily.test.ts'],
  },
  {
    name: 'AS3',
    fault: 'a refund that a second admin has confirmed counts for the admin who confirmed it',
    edits: [
      {
        file: 'packages/database/payments/refunds.ts',
        find: "AND approval.state = 'confirmed')",
        replace: "AND approval.state = 'rejected')",
      },
    ],
    tests: ['apps/server/payments/refund-daily.test.ts'],
  },
  {
    name: 'AS4',
    fault: 'a screen that reads its data again writes an audit entry each time',
    edits: [
      {
        file: 'apps/server/security/register-security-records.ts',
        find: '< repeatedViewMs) return;',
        replace: '< repeatedViewMs - repeatedViewMs) return;',
      },
    ],
    tests: ['apps/server/security/record-reads.test.ts'],
  },
  {
    name: 'AS5',
    fault: 'every view of a call belongs to the first entry',
    edits: [
      {
        file: 'apps/server/security/register-security-records.ts',
        find: 'const key = makeViewKey(admin, view);',
        replace: 'const key = makeViewKey(admin, path);',
      },
    ],
    tests: ['apps/server/security/record-reads.test.ts'],
  },
  {
    name: 'AS6',
    fault: 'the overview shows an admin names of buyers without an audit entry',
    edits: [{ file: 'packages/contract/overview.ts', find: '  showsPeople: true,\n', replace: '' }],
    tests: ['apps/server/security/record-reads.test.ts'],
  },
  {
    name: 'AS7',
    fault: 'a refund that waits for a second admin is listed as paid',
    edits: [
      {
        file: 'packages/database/payments/payment-lists.ts',
        find: 'row.requester_name === null || row.asked_until === null',
        replace: 'row.requester_name !== null || row.asked_until === null',
      },
    ],
    tests: ['apps/server/approvals/decide-approval.test.ts'],
  },
  {
    name: 'AS8',
    fault: 'a request for a refund that nobody can confirm any more is answered again',
    edits: [
      {
        file: 'apps/server/payments/refund-payment.ts',
        find: 'if (waitingRefund !== undefined && waitingRefund.expiresAt > now) return waitingRefund;',
        replace: 'if (waitingRefund !== undefined) return waitingRefund;',
      },
    ],
    tests: ['apps/server/approvals/decide-approval.test.ts'],
  },
  {
    name: 'AS9',
    fault: 'holds that were released or broken are listed as holds',
    edits: [
      {
        file: 'packages/database/payments/current-holds.ts',
        find: "    .where('held.released_at', 'is', null)\n",
        replace: '',
      },
      {
        file: 'packages/database/payments/current-holds.ts',
        find: "    .where('held.state', '=', 'open')\n",
        replace: '',
      },
    ],
    tests: ['apps/server/payments/list-holds.test.ts'],
  },
  {
    name: 'AS10',
    fault: 'an import that was refused can be approved',
    edits: [
      {
        file: 'packages/domain/import/import-lifecycle.ts',
        find: "    { from: 'awaiting review', event: 'release', to: 'running', by: ['admin'] },\n",
        replace:
          "    { from: 'awaiting review', event: 'release', to: 'running', by: ['admin'] },\n    { from: 'rejected', event: 'release', to: 'running', by: ['admin'] },\n    { from: 'stopped', event: 'release', to: 'running', by: ['admin'] },\n",
      },
    ],
    tests: ['apps/server/imports/list-all-imports.long.test.ts'],
  },
];
