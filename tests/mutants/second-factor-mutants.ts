import type { Mutant } from './mutant.ts';

const tests = ['apps/server/second-factor/authorise-factor-change.test.ts'];

/** Mutants that allow a change of the second factors without the proof of a second factor (decision 0045). */
export const secondFactorMutants: readonly Mutant[] = [
  {
    name: 'FP1',
    fault: 'a fresh session changes the second factors without a proof',
    edits: [
      {
        file: 'apps/server/second-factor/authorise-factor-change.ts',
        find: 'if (await isFactorProved(database, { accountId, id: sessionId }, proofPeriodStart)) return;',
        replace:
          'if ((await isFactorProved(database, { accountId, id: sessionId }, proofPeriodStart)) || sessionId !== null) return;',
      },
    ],
    tests,
  },
  {
    name: 'FP2',
    fault: 'a sign-in by the second factor counts as a proof',
    edits: [
      {
        file: 'packages/auth/second-step.ts',
        find: '? { providerId, provedAt: null }',
        replace: '? { providerId, provedAt: tools.now() }',
      },
    ],
    tests,
  },
  {
    name: 'FP3',
    fault: 'a proof in one session counts in all sessions of the account',
    edits: [
      {
        file: 'packages/database/accounts/second-factors.ts',
        find: '      WHERE id = $',
        replace: '      WHERE id <> account.id AND account.id <> $',
      },
    ],
    tests,
  },
  {
    name: 'FP4',
    fault: 'the session keeps its token through a proof',
    edits: [
      {
        file: 'packages/database/accounts/second-factors.ts',
        find: '.set({ token: values.token, factor_proved_at',
        replace: '.set({ factor_proved_at',
      },
    ],
    tests,
  },
  {
    name: 'FP5',
    fault: 'a proof counts for hours',
    edits: [
      {
        file: 'apps/server/second-factor/authorise-factor-change.ts',
        find: 'const factorProofLifetimeMs = 5 * 60_000;',
        replace: 'const factorProofLifetimeMs = 500 * 60_000;',
      },
    ],
    tests,
  },
  {
    name: 'FP6',
    fault: 'a change of the sign-in methods leaves the other sessions',
    edits: [
      {
        file: 'apps/server/second-factor/record-factor-change.ts',
        find: 'await deleteSessions(trx, accountId, sessionId)',
        replace: 'await deleteSessions(trx, context.newId(), sessionId)',
      },
    ],
    tests,
  },
  {
    name: 'FP7',
    fault: 'a change of the sign-in methods brings no mail',
    edits: [
      {
        file: 'apps/server/second-factor/record-factor-change.ts',
        find: "await context.jobs.enqueue(trx, 'account-notice', { notice, accountId });",
        replace: 'void notice;',
      },
    ],
    tests,
  },
  {
    name: 'FP8',
    fault: 'a passkey goes on signing in alone after a new password',
    edits: [
      {
        file: 'packages/database/accounts/passwords.ts',
        find: "  await trx.updateTable('passkey').set({ signs_in_alone: false }).where('account_id', '=', accountId).execute();\n",
        replace: '',
      },
    ],
    tests,
  },
  {
    name: 'FP9',
    fault: 'a passkey is the only factor of an admin',
    edits: [
      {
        file: 'packages/auth/second-step.ts',
        find: 'if (!isPasswordlessPasskey || (await mustKeepFactor(trx, account.id)))',
        replace:
          'if (!isPasswordlessPasskey || ((await mustKeepFactor(trx, account.id)) && factorProof === undefined))',
      },
    ],
    tests,
  },
  {
    name: 'FP10',
    fault: 'notices go to addresses that nobody has confirmed',
    edits: [
      {
        file: 'packages/database/accounts/accounts.ts',
        find: "where('email_verified', '=', true), where('role', '=', 'admin')",
        replace: "where('email_verified', 'is not', null), where('role', '=', 'admin')",
      },
    ],
    tests: ['apps/server/accounts/send-notice.test.ts'],
  },
  {
    name: 'SL1',
    fault: 'each refused sign-in above the limit is a row of the security log',
    edits: [
      {
        file: 'apps/server/security/record-refusal.ts',
        find: "event === 'limit' && !emailLimitNames.has(domainError.limit) ? null : request.namedEmail",
        replace: 'request.namedEmail',
      },
    ],
    tests: ['apps/server/security/record-security-events.test.ts'],
  },
  {
    name: 'SL2',
    fault: 'calls above a limit are a row a second',
    edits: [
      {
        file: 'apps/server/security/record-security-events.ts',
        find: 'isCountedInWindows(row) && windowsByKey.size < openWindowsMaximum',
        replace: 'isCountedInWindows(row) && windowsByKey.size < 0',
      },
    ],
    tests: ['apps/server/security/record-security-events.test.ts'],
  },
  {
    name: 'MB1',
    fault: 'each spelling of a mailbox has mails of its own',
    edits: [
      {
        file: 'apps/server/accounts/ask-link.ts',
        find: 'const mailboxBucket = normaliseCountedEmail(email);',
        replace: 'const mailboxBucket = normaliseCountedEmail(email) && email;',
      },
    ],
    tests: ['apps/server/accounts/ask-link.test.ts'],
  },
  {
    name: 'NC1',
    fault: 'saving a car without a change writes',
    edits: [
      {
        file: 'apps/server/listings/change-listing.ts',
        find: 'if (!haveTermsChanged(car, terms) &&',
        replace: 'if (!haveTermsChanged(car, terms) && car.id === null &&',
      },
    ],
    tests: ['apps/server/listings/change-listing.test.ts'],
  },
  {
    name: 'RT1',
    fault: 'mails that were sent stay for ever',
    edits: [
      {
        file: 'packages/database/accounts/forget-user.ts',
        find: "state IN ('sent', 'dropped')",
        replace: "state IN ('dropped')",
      },
    ],
    tests: ['apps/server/accounts/expire-personal-data.test.ts'],
  },
  {
    name: 'RT2',
    fault: 'letters that are files stay for ever',
    edits: [
      {
        file: 'packages/mail/remove-old-mails.ts',
        find: 'fileFacts.mtime >= cutoffTime',
        replace: 'fileFacts.mtime >= new Date(0)',
      },
    ],
    tests: ['apps/server/accounts/expire-personal-data.test.ts'],
  },
  {
    name: 'CN1',
    fault: 'sixteen digits behind a plus sign are a telephone number',
    edits: [
      {
        file: 'packages/domain/payment/card-number.ts',
        find: "foldedText.replace(plusBeforeSixteenDigitsPattern, ' ')",
        replace: 'foldedText.slice(0)',
      },
    ],
    tests: ['packages/domain/payment/card-number.test.ts'],
  },
  {
    name: 'BS1',
    fault: 'one buyer collects the addresses of as many sellers as there are bookings in a day',
    edits: [
      {
        file: 'apps/server/bookings/book-listing.ts',
        find: '    assertBookedSellerLimit(bookedSellerIds, car.sellerId, bookingPaceRules.sellersPerDay);\n',
        replace: '',
      },
    ],
    tests: ['apps/server/bookings/count-sellers.test.ts'],
  },
];
