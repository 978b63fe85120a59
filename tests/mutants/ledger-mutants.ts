import type { Mutant } from './mutant.ts';

const ledgerTests = ['apps/server/ledger/record-entries.test.ts', 'packages/domain/ledger/payment-entries.test.ts'];
const entriesFile = 'packages/domain/ledger/payment-entries.ts';

/** Mutants of the ledger (decision 0070). */
export const ledgerMutants: readonly Mutant[] = [
  {
    name: 'LG1',
    fault: 'a sale is not recorded in the ledger',
    edits: [
      {
        file: 'apps/server/payments/sell-car.ts',
        find: '      makeSaleEntry(order, paymentId, fee, bankPart),\n',
        replace: '',
      },
      {
        file: 'apps/server/payments/sell-car.ts',
        find: 'import { makeChargeEntry, makeSaleEntry }',
        replace: 'import { makeChargeEntry }',
      },
    ],
    tests: ledgerTests,
  },
  {
    name: 'LG2',
    fault: 'an undone sale is recorded as a second sale',
    edits: [{ file: entriesFile, find: 'reversePostings(salePostings)', replace: 'salePostings' }],
    tests: ledgerTests,
  },
  {
    name: 'LG3',
    fault: 'a refund that the bank returned still reads as made',
    edits: [
      {
        file: 'apps/server/payments/refund-charge.ts',
        find: "else if (refund.state === 'succeeded') await recordEntries(",
        replace: "else if (refund.state === 'void') await recordEntries(",
      },
    ],
    tests: ledgerTests,
  },
  {
    name: 'LG4',
    fault: 'the money of a won dispute stays withdrawn',
    edits: [{ file: entriesFile, find: "status === 'won' || ", replace: '' }],
    tests: ledgerTests,
  },
  {
    name: 'LG5',
    fault: 'an inquiry of a bank counts as withdrawn money',
    edits: [{ file: entriesFile, find: " || status.startsWith('warning_')", replace: '' }],
    tests: ledgerTests,
  },
  {
    name: 'LG6',
    fault: 'a dispute that is reported again withdraws the money again',
    edits: [
      {
        file: 'apps/server/payments/record-dispute.ts',
        find: "recordedDispute === undefined ? 'kept' : locateDisputedMoney(recordedDispute.status)",
        replace: "'kept'",
      },
    ],
    tests: ledgerTests,
  },
  {
    name: 'LG7',
    fault: 'a refund that is still due counts as made',
    edits: [
      {
        file: 'apps/server/payments/refund-charge.ts',
        find: "if (providerRefund.state === 'succeeded') await recordEntries(",
        replace: "if (providerRefund.state !== 'failed') await recordEntries(",
      },
    ],
    tests: ledgerTests,
  },
  {
    name: 'LG8',
    fault: 'a dispute locks the payment attempt before the booking, and deadlocks with a settlement',
    edits: [
      {
        file: 'apps/server/payments/record-dispute.ts',
        find: 'await lockBooking(trx, attempt.bookingId);',
        replace: '',
      },
    ],
    tests: ledgerTests,
  },
  {
    name: 'LG9',
    fault: 'money of a seller at the provider counts as money that has left',
    edits: [
      {
        file: 'packages/domain/ledger/ledger-entry.ts',
        find: "accountsAtProvider = [\n  'provider_balance',\n  'seller_account',\n",
        replace: "accountsAtProvider = [\n  'provider_balance',\n",
      },
    ],
    tests: ['apps/server/ledger/show-ledger-day.test.ts'],
  },
  {
    name: 'LG10',
    fault: 'the balances at the end of a day include what moved later',
    edits: [
      {
        file: 'packages/database/ledger/day-figures.ts',
        find: 'SELECT p.account, -p.amount_cents',
        replace: 'SELECT p.account, 0',
      },
    ],
    tests: ['apps/server/ledger/show-ledger-day.test.ts'],
  },
  {
    name: 'LG11',
    fault: 'a percent sign in a search of the books finds every entry',
    edits: [
      {
        file: 'packages/database/ledger/ledger-search.ts',
        find: 'makeLikePattern(words)',
        replace: "'%'.concat(words, '%')",
      },
    ],
    tests: ['apps/server/ledger/list-entries.test.ts'],
  },
];
