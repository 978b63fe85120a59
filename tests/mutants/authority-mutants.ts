import type { Mutant } from './mutant.ts';

/**
 * Mutants that let a person perform admin actions after losing the rights of an admin, or let one admin decide alone
 * (decision 0039).
 */
export const authorityMutants: readonly Mutant[] = [
  {
    name: 'AU1',
    fault: 'account and session of the actor are read without their locks',
    edits: [
      {
        file: 'apps/server/accounts/authorise-actor.ts',
        find: "const account = await (lockMode === 'own' ? lockAccount : lockAccountShared)(trx, actor.accountId);",
        replace: 'const account = await findAccount(trx, actor.accountId);',
      },
      {
        file: 'apps/server/accounts/authorise-actor.ts',
        find: 'import { lockAccount, lockAccountShared, lockAccounts }',
        replace: 'import { findAccount, lockAccount, lockAccounts }',
      },
      {
        file: 'packages/database/accounts/sessions.ts',
        find: ' AND expires_at > $3 FOR KEY SHARE',
        replace: ' AND expires_at > $3',
      },
    ],
    tests: ['apps/server/testing/authority-at-the-act.long.test.ts'],
  },
  {
    name: 'AU2',
    fault: 'what a suspended account does is let through behind the lock',
    edits: [
      {
        file: 'apps/server/accounts/authorise-actor.ts',
        find: "if (account?.status !== 'active') throw new DomainError('UNAUTHENTICATED');\n  if (actor.sessionId !== null && !isSessionLive) throw new DomainError('UNAUTHENTICATED');",
        replace: "if (account === undefined) throw new DomainError('UNAUTHENTICATED');",
      },
    ],
    tests: ['apps/server/testing/authority-at-the-act.long.test.ts'],
  },
  {
    name: 'AU3',
    fault: 'a session that has ended still acts',
    edits: [
      {
        file: 'apps/server/accounts/authorise-actor.ts',
        find: "if (actor.sessionId !== null && !isSessionLive) throw new DomainError('UNAUTHENTICATED');",
        replace: '',
      },
    ],
    tests: ['apps/server/testing/authority-at-the-act.long.test.ts'],
  },
  {
    name: 'AU4',
    fault: 'an admin changes their own standing',
    edits: [
      {
        file: 'apps/server/accounts/authorise-actor.ts',
        find: 'assertOtherAccount(actor, accountId);',
        replace: '',
      },
    ],
    tests: ['apps/server/accounts/suspend-account.test.ts'],
  },
  {
    name: 'AU5',
    fault: 'a brand is changed for an admin who is looked at before the transaction only',
    edits: [
      {
        file: 'apps/server/listings/add-brand.ts',
        find: 'const admin = await authoriseAdmin(context, trx, actor);',
        replace: "const admin = actor as import('@carhouse/domain/account/current-actor').CurrentAdmin;",
      },
    ],
    tests: ['apps/server/testing/authority-at-the-act.long.test.ts'],
  },
  {
    name: 'AU6',
    fault: 'who has asked confirms it',
    edits: [
      {
        file: 'packages/domain/approval/approval.ts',
        find: "if (isOwnRequest && isApprovalOpen && decision === 'confirm') throw new DomainError('SECOND_ADMIN_REQUIRED');",
        replace: '',
      },
    ],
    tests: ['apps/server/approvals/decide-approval.test.ts'],
  },
  {
    name: 'AU7',
    fault: 'a new admin is one at once',
    edits: [
      {
        file: 'apps/server/accounts/create-account.ts',
        find: "role === 'admin' && (await hasOtherAdmin(trx, admin, context.now()));",
        replace: "role === 'admin' && (await hasOtherAdmin(trx, admin, context.now())) && actor === null;",
      },
    ],
    tests: ['apps/server/approvals/decide-approval.test.ts'],
  },
  {
    name: 'AU8',
    fault: 'one admin alone refunds any sum',
    edits: [
      {
        file: 'apps/server/payments/refund-payment.ts',
        find: 'if (await needsSecondAdmin(context, trx, refundInput)) return requestRefund(context, trx, refundInput);',
        replace: 'if (refundInput === null) return requestRefund(context, trx, refundInput);',
      },
    ],
    tests: ['apps/server/approvals/decide-approval.test.ts'],
  },
  {
    name: 'AU9',
    fault: "confirming the password moves the end of an admin's sign-in",
    edits: [{ file: 'packages/auth/create-identity.ts', find: 'signedInAt: session.signedInAt,', replace: '' }],
    tests: ['apps/server/accounts/confirm-session.test.ts'],
  },
  {
    name: 'AU10',
    fault: 'sessions outlive a change of the role',
    edits: [
      {
        file: 'packages/database/migrations/0031-authority.sql',
        find: '  DELETE FROM session WHERE account_id = NEW.id;',
        replace: '',
      },
    ],
    tests: ['apps/server/approvals/decide-approval.test.ts'],
  },
  {
    name: 'AU33',
    fault: 'one admin alone refunds the other parts of an order of which one charge is missing',
    edits: [
      {
        file: 'apps/server/payments/refund-payment.ts',
        find: 'if (isVoid && payment.id === id) continue;',
        replace: 'if (isVoid) continue;',
      },
    ],
    tests: ['apps/server/reconciliation/repair-part.test.ts'],
  },
  {
    name: 'AU34',
    fault: 'a charge that the provider knows by now is undone without a refund',
    edits: [
      {
        file: 'apps/server/approvals/decide-approval.ts',
        find: "if (observation?.kind === 'payment-without-charge') return;",
        replace: 'if (observation !== undefined) return;',
      },
    ],
    tests: ['apps/server/reconciliation/repair-part.test.ts'],
  },
];
