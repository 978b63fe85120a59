import type { Mutant } from './mutant.ts';

/** Mutants that let another person change the bank account to which a seller is paid (decision 0071). */
export const payoutMutants: readonly Mutant[] = [
  {
    name: 'PA1',
    fault: 'a seller is paid without a confirmation by mail',
    edits: [
      {
        file: 'packages/domain/payout-account/payout-account-policy.ts',
        find: "if (!isPayoutConfirmed(payoutChangeFacts)) throw new DomainError('PAYOUTS_UNCONFIRMED');",
        replace: 'isPayoutConfirmed(payoutChangeFacts);',
      },
    ],
    tests: ['apps/server/payout-accounts/authorise-payout-change.test.ts'],
  },
  {
    name: 'PA2',
    fault: 'a confirmation counts for a second factor that was added after it',
    edits: [
      {
        file: 'packages/domain/payout-account/payout-account-policy.ts',
        find: ' && confirmedAt >= secondFactorAt',
        replace: '',
      },
    ],
    tests: ['apps/server/payout-accounts/authorise-payout-change.test.ts'],
  },
  {
    name: 'PA3',
    fault: 'where the money goes is changed without a second factor',
    edits: [
      {
        file: 'packages/domain/payout-account/payout-account-policy.ts',
        find: "if (secondFactorAt === null) throw new DomainError('SECOND_FACTOR_REQUIRED');",
        replace: 'if (secondFactorAt === null) return;',
      },
    ],
    tests: ['apps/server/payout-accounts/authorise-payout-change.test.ts'],
  },
  {
    name: 'PA4',
    fault: 'a stolen session changes where the money goes',
    edits: [
      {
        file: 'apps/server/payout-accounts/authorise-payout-change.ts',
        find: `  const currentAccount = await authoriseFactorChange(context, trx, actor);
  await assertIsPaidHere(context, trx, currentAccount.accountId);
  assertMayChangePayouts(`,
        replace: `  const currentAccount = await authoriseActor(context, trx, actor);
  await assertIsPaidHere(context, trx, currentAccount.accountId);
  assertMayChangePayouts(`,
      },
      {
        file: 'apps/server/payout-accounts/authorise-payout-change.ts',
        find: "import type { Context } from '../context.ts';\n",
        replace:
          "import { authoriseActor } from '../accounts/authorise-actor.ts';\nimport type { Context } from '../context.ts';\n",
      },
    ],
    tests: ['apps/server/payout-accounts/authorise-payout-change.test.ts'],
  },
  {
    name: 'PA5',
    fault: "a seller confirms with the link of another seller's mail",
    edits: [
      {
        file: 'apps/server/payout-accounts/confirm-payouts.ts',
        find: 'if (link?.accountId !== accountId) throw makeInvalidLinkError();',
        replace: 'if (link === undefined) throw makeInvalidLinkError();',
      },
    ],
    tests: ['apps/server/payout-accounts/authorise-payout-change.test.ts'],
  },
  {
    name: 'PA6',
    fault: 'each start makes an account at the provider',
    edits: [
      {
        file: 'apps/server/payout-accounts/open-provider-account.ts',
        find: 'idempotencyKey: payoutAccount.idempotencyKey,',
        replace: 'idempotencyKey: context.newId(),',
      },
    ],
    tests: ['apps/server/payout-accounts/start-onboarding.test.ts'],
  },
  {
    name: 'PA7',
    fault: 'an older answer of the provider replaces a newer one',
    edits: [
      {
        file: 'apps/server/payout-accounts/read-payout-account.ts',
        find: ' || account.checkedAt?.getTime() !== payoutAccount.checkedAt?.getTime()',
        replace: '',
      },
    ],
    tests: ['apps/server/payout-accounts/read-payout-account.test.ts'],
  },
];
