import type { Mutant } from './mutant.ts';
import { payoutMutants } from './payout-mutants.ts';
import { returnedMoneyMutants } from './returned-money-mutants.ts';
import { sellerPaymentMutants } from './seller-payment-mutants.ts';

/** Mutants that bypass the second factor (decision 0040), also where a seller is paid. */
export const factorMutants: readonly Mutant[] = [
  {
    name: 'SF1',
    fault: 'the password alone signs in where there is a second factor',
    edits: [
      {
        file: 'packages/auth/sign-in.ts',
        find: 'if (credential.secondFactorAt !== null) {',
        replace: 'if (credential === null) {',
      },
    ],
    tests: ['apps/server/second-factor/sign-in-second-step.test.ts'],
  },
  {
    name: 'SF2',
    fault: 'a code of the app counts as often as it comes',
    edits: [
      {
        file: 'packages/database/accounts/second-factors.ts',
        find: ".where('last_step', '<', timeStep)",
        replace: ".where('last_step', '<', timeStep + 9)",
      },
    ],
    tests: ['apps/server/second-factor/sign-in-second-step.test.ts'],
  },
  {
    name: 'SF3',
    fault: 'a recovery code counts as often as it comes',
    edits: [
      {
        file: 'packages/database/accounts/second-factors.ts',
        find: "    .where('code_hash', '=', hash)\n    .where('used_at', 'is', null)",
        replace: "    .where('code_hash', '=', hash)",
      },
    ],
    tests: ['apps/server/second-factor/sign-in-second-step.test.ts'],
  },
  {
    name: 'SF4',
    fault: 'a half-finished sign-in may be tried without end',
    edits: [
      {
        file: 'packages/auth/second-step.ts',
        find: 'const maxTriesOfPendingSignIn = 5;',
        replace: 'const maxTriesOfPendingSignIn = 5_000;',
      },
    ],
    tests: ['apps/server/second-factor/sign-in-second-step.test.ts'],
  },
  {
    name: 'SF5',
    fault: 'codes of an account may be tried without end',
    edits: [
      {
        file: 'packages/auth/second-step.ts',
        find: "return [await guard.take('app code account', accountId), await guard.take('app code day', accountId)];",
        replace: 'return [];',
      },
    ],
    tests: ['apps/server/second-factor/sign-in-second-step.test.ts'],
  },
  {
    name: 'SF6',
    fault: 'a half-finished sign-in never runs out',
    edits: [
      {
        file: 'packages/auth/second-step.ts',
        find: 'const secondStepLifetimeMs = 5 * 60_000;',
        replace: 'const secondStepLifetimeMs = 5_000 * 60_000;',
      },
    ],
    tests: ['apps/server/second-factor/sign-in-second-step.test.ts'],
  },
  {
    name: 'SF7',
    fault: 'a sign-in by a provider goes around the second factor',
    edits: [
      {
        file: 'packages/auth/sign-in-library.ts',
        find: 'if (await needsSecondFactor(database, session.userId)) {',
        replace: 'if (session.userId === "") {',
      },
    ],
    tests: ['apps/server/second-factor/refuse-session.test.ts'],
  },
  {
    name: 'SF8',
    fault: 'a session from before the factor goes on',
    edits: [
      {
        file: 'packages/auth/sessions.ts',
        find: 'AND (s.second_factor OR a.second_factor_at IS NULL)',
        replace: '',
      },
    ],
    tests: ['apps/server/second-factor/refuse-session.test.ts'],
  },
  {
    name: 'SF9',
    fault: 'a sign-in that was begun by an old password is finished after the change',
    edits: [
      {
        file: 'packages/database/accounts/sessions.ts',
        find: '  await deletePendingSignIns(trx, accountId);\n',
        replace: '',
      },
    ],
    tests: ['apps/server/second-factor/refuse-session.test.ts'],
  },
  {
    name: 'SF10',
    fault: 'confirming a session asks for the password alone',
    edits: [
      {
        file: 'packages/auth/create-identity.ts',
        find: "    if (!('credential' in result)) return result;\n",
        replace:
          "    if (!('credential' in result)) {\n      await pool.query('UPDATE session SET created_at = $2 WHERE id = $1', [session.id, now()]);\n      return result;\n    }\n",
      },
    ],
    tests: ['apps/server/accounts/confirm-session.test.ts'],
  },
  {
    name: 'SF11',
    fault: 'an admin needs no second factor',
    edits: [
      {
        file: 'apps/server/http/routing/session.ts',
        find: 'if (session?.mustAddSecondFactor === true && ',
        replace: 'if (session === undefined && ',
      },
    ],
    tests: ['apps/server/second-factor/check-second-factor.test.ts'],
  },
  {
    name: 'SF12',
    fault: 'an admin removes the last second factor',
    edits: [
      {
        file: 'apps/server/second-factor/remove-factor.ts',
        find: 'if (isLastFactor && (await mustKeepFactor(trx, accountId)))',
        replace: 'if (!isLastFactor && (await mustKeepFactor(trx, accountId)))',
      },
    ],
    tests: ['apps/server/second-factor/check-second-factor.test.ts'],
  },
  {
    name: 'SF13',
    fault: 'the answer to a challenge counts as often as it comes',
    edits: [
      {
        file: 'packages/auth/second-step.ts',
        find: '(await spendChallenge(trx, challenge.hash, challenge.expiresAt)) &&',
        replace: 'challenge.hash.length > 0 &&',
      },
    ],
    tests: ['apps/server/second-factor/add-passkey.test.ts'],
  },
  {
    name: 'SF14',
    fault: 'a challenge of one sign-in counts for another',
    edits: [
      {
        file: 'packages/auth/second-step.ts',
        find: "getSignInOptions({ kind: 'second step', subject: tokenHash }, passkeys)",
        replace: "getSignInOptions({ kind: 'second step', subject: '' }, passkeys)",
      },
      {
        file: 'packages/auth/second-step.ts',
        find: "answer, { kind: 'second step', subject: tokenHash })",
        replace: "answer, { kind: 'second step', subject: '' })",
      },
    ],
    tests: ['apps/server/second-factor/add-passkey.test.ts'],
  },
  {
    name: 'SF15',
    fault: 'a device that has not asked its owner signs in',
    edits: [
      {
        file: 'packages/auth/passkey-ceremonies.ts',
        find: '        requireUserVerification: true,\n        credential: {',
        replace: '        requireUserVerification: false,\n        credential: {',
      },
    ],
    tests: ['apps/server/second-factor/add-passkey.test.ts'],
  },
  {
    name: 'SF17',
    fault: 'who reads the mails of an admin takes the second factor away',
    edits: [
      {
        file: 'packages/database/accounts/second-factors.ts',
        find: 'if (!(await mustKeepFactor(trx, accountId))) await deleteFactors',
        replace: 'await deleteFactors',
      },
    ],
    tests: ['apps/server/second-factor/refuse-session.test.ts'],
  },
  {
    name: 'SF16',
    fault: 'the sealed secret of one account opens another',
    edits: [
      {
        file: 'packages/auth/seal-secret.ts',
        find: 'setAAD(Buffer.from(accountId));\n',
        replace: "setAAD(Buffer.from(''));\n",
      },
      {
        file: 'packages/auth/seal-secret.ts',
        find: 'decipher.setAAD(Buffer.from(accountId))',
        replace: "decipher.setAAD(Buffer.from(''))",
      },
    ],
    tests: ['apps/server/second-factor/sign-in-second-step.test.ts'],
  },
  ...payoutMutants,
  ...returnedMoneyMutants,
  ...sellerPaymentMutants,
];
