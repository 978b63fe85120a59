import type { Mutant } from './mutant.ts';

/** Mutants that let users write the text of mails, or cause mails without limit (decision 0037). */
export const mailMutants: readonly Mutant[] = [
  {
    name: 'ML1',
    fault: 'a mail may lead to any site',
    edits: [
      {
        file: 'packages/mail/compose-message.ts',
        find: '.some((part) => hasForeignAddress(part, origin))',
        replace: '.includes(origin)',
      },
    ],
    tests: ['packages/mail/smtp-mailer.test.ts'],
  },
  {
    name: 'ML2',
    fault: 'an address without a scheme is not seen as one',
    edits: [
      {
        file: 'packages/mail/check-links.ts',
        find: '  /[\\p{L}\\p{N}\\p{M}_-]\\.[\\p{L}\\p{M}][\\p{L}\\p{M}\\p{N}-]/u,\n',
        replace: '',
      },
    ],
    tests: ['packages/mail/check-links.test.ts', 'packages/mail/smtp-mailer.test.ts'],
  },
  {
    name: 'ML3',
    fault: 'the reason of a cancellation stands in the mail',
    edits: [
      {
        file: 'apps/server/payments/present-letter.ts',
        find: 'cancelled: ({ carText }) => ({',
        replace: 'cancelled: ({ booking: { closeReason: carText } }) => ({',
      },
    ],
    tests: ['apps/server/payments/deliver-digest.test.ts'],
  },
  {
    name: 'ML4',
    fault: 'every fact is a mail of its own, however many there are',
    edits: [
      {
        file: 'packages/domain/payment/mail-pace.ts',
        find: '!facts.isDigestWaiting && recentTimes.length < mailsPerHour',
        replace: 'recentTimes.length >= 0',
      },
    ],
    tests: ['apps/server/payments/deliver-digest.test.ts'],
  },
  {
    name: 'ML5',
    fault: 'two senders read the mails of an hour at the same time',
    edits: [
      {
        file: 'packages/database/outbox/mail-pace.ts',
        find: 'FROM mail_pace WHERE recipient_id = $1 FOR UPDATE',
        replace: 'FROM mail_pace WHERE recipient_id = $1',
      },
    ],
    tests: ['apps/server/payments/deliver-digest.test.ts'],
  },
  {
    name: 'ML6',
    fault: 'a sender looks for the digest before it has waited for the others, and makes a second one',
    edits: [
      {
        file: 'packages/database/outbox/mail-pace.ts',
        find: '    pace: makeLockSendingTimesStatement(recipientId),\n    digest: makeLockDigestStatement(recipientId),\n',
        replace:
          '    digest: makeLockDigestStatement(recipientId),\n    pace: makeLockSendingTimesStatement(recipientId),\n',
      },
    ],
    tests: ['apps/server/payments/deliver-digest.test.ts'],
  },
];
