import type { Mutant } from './mutant.ts';

/** Mutants of recovering accounts that others created with a user's address (decision 0037). */
export const unconfirmedAccountMutants: readonly Mutant[] = [
  {
    name: 'SQ1',
    fault: "the owner's click confirms the account that a stranger has made",
    edits: [
      {
        file: 'apps/server/accounts/confirm-email.ts',
        find: "if (input.password === undefined) throw new DomainError('OWNER_UNPROVED');",
        replace: 'if (input.password === undefined) return;',
      },
    ],
    tests: ['apps/server/accounts/confirm-email.test.ts'],
  },
  {
    name: 'SQ2',
    fault: 'a new password by the link leaves the sessions of the stranger open',
    edits: [
      {
        file: 'apps/server/accounts/confirm-email.ts',
        find: 'const endedSessionCount = await deleteSessions(trx, accountId);',
        replace: 'const endedSessionCount = typeof deleteSessions;',
      },
    ],
    tests: ['apps/server/accounts/confirm-email.test.ts'],
  },
  {
    name: 'SQ3',
    fault: 'a sign-in by Google leaves the password of the stranger',
    edits: [
      {
        file: 'packages/auth/adopt-account.ts',
        find: 'await deleteCredential(trx, accountId, passwordProvider);',
        replace: 'void [deleteCredential, passwordProvider];',
      },
    ],
    tests: ['apps/server/accounts/confirm-email.test.ts'],
  },
  {
    name: 'SQ4',
    fault: 'the link removes an account whose address is confirmed',
    edits: [
      {
        file: 'apps/server/accounts/refuse-account.ts',
        find: 'if (await isEmailVerified(trx, accountId)) throw makeInvalidLinkError();',
        replace: 'await isEmailVerified(trx, accountId);',
      },
    ],
    tests: ['apps/server/accounts/confirm-email.test.ts'],
  },
  {
    name: 'SQ5',
    fault: 'a confirmed account is taken over by a sign-in of Google',
    edits: [
      {
        file: 'packages/database/accounts/passwords.ts',
        find: "    .where('email_verified', '=', false)\n",
        replace: '',
      },
    ],
    tests: ['apps/server/accounts/register-google-buyer.test.ts'],
  },
  {
    name: 'SQ6',
    fault: 'a new password by the link leaves number, photo, cars and bookings of the stranger',
    edits: [
      {
        file: 'apps/server/accounts/confirm-email.ts',
        find: 'isTakeover ? await removeStrangersData(context, trx, accountId) : async () => {}',
        replace: 'removeStrangersData === undefined ? undefined as never : async () => {}',
      },
    ],
    tests: ['apps/server/accounts/confirm-email.test.ts'],
  },
  {
    name: 'SQ7',
    fault: 'a new password by mail leaves number, photo, cars and bookings of the stranger',
    edits: [
      {
        file: 'apps/server/accounts/reset-password.ts',
        find: 'isTakeover ? await removeStrangersData(context, trx, accountId) : async () => {}',
        replace: 'removeStrangersData === undefined ? undefined as never : async () => {}',
      },
    ],
    tests: ['apps/server/accounts/confirm-email.test.ts'],
  },
  {
    name: 'SQ8',
    fault: 'a sign-in by Google leaves the cars and bookings of the stranger',
    edits: [
      {
        file: 'apps/server/app.ts',
        find: '      onAdopted: (trx, accountId) => removeRecordsOfEarlierUse(context, trx, accountId),\n',
        replace: '      ...(removeRecordsOfEarlierUse === undefined ? {} : {}),\n',
      },
    ],
    tests: ['apps/server/accounts/confirm-email.test.ts'],
  },
];
