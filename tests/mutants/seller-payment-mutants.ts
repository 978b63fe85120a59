import type { Mutant } from './mutant.ts';

const tests = [
  'apps/server/seller-payments/pay-sellers.test.ts',
  'apps/server/seller-payments/undo-seller-payment.long.test.ts',
];

/** Mutants that pay a seller twice, never, or for a sale that was refunded (decision 0073). */
export const sellerPaymentMutants: readonly Mutant[] = [
  {
    name: 'SP1',
    fault: 'a payout that the bank has returned still reads as settled',
    edits: [
      {
        file: 'apps/server/seller-payments/check-payout.ts',
        find: "  if (payout.state !== 'under-way' && payout.state !== 'paid') return;",
        replace: "  if (payout.state !== 'under-way') return;",
      },
    ],
    tests,
  },
  {
    name: 'SP2',
    fault: 'the money is transferred, and the payout is never created',
    edits: [
      {
        file: 'apps/server/seller-payments/complete-transfer.ts',
        find: 'nextStepAt: isComplete ? now : null,',
        replace: 'nextStepAt: isComplete ? null : null,',
      },
    ],
    tests,
  },
  {
    name: 'SP3',
    fault: 'a transfer whose answer was lost is made again after a day',
    edits: [
      {
        file: 'apps/server/seller-payments/complete-transfer.ts',
        find: 'const transfersOfOrder = await context.payoutProvider.listTransfersOfGroup(transfer.bookingId);',
        replace: "const transfersOfOrder = await context.payoutProvider.listTransfersOfGroup('none');",
      },
    ],
    tests,
  },
  {
    name: 'SP4',
    fault: 'a payout whose answer was lost is made again after a day',
    edits: [
      {
        file: 'apps/server/seller-payments/complete-payout.ts',
        find: 'const unrecordedPayout = payoutsOfOrder.find(({ payoutId }) => !recordedIds.has(payoutId));',
        replace: 'const unrecordedPayout = payoutsOfOrder.find(({ payoutId }) => recordedIds.has(payoutId));',
      },
    ],
    tests,
  },
  {
    name: 'SP5',
    fault: 'the fee is kept on a refunded sale',
    edits: [
      {
        file: 'packages/domain/ledger/ledger-entry.ts',
        find: 'return postings.map((posting) => ({ ...posting, amount: (0n - posting.amount) as SignedCents }));',
        replace:
          "return postings.map((posting) => ({ ...posting, account: posting.account === 'fee' ? 'buyer' : posting.account, ownerId: posting.account === 'fee' ? (postings[0]?.ownerId ?? null) : posting.ownerId, amount: (0n - posting.amount) as SignedCents }));",
      },
    ],
    tests: ['apps/server/fees/add-fee-rule.test.ts', 'packages/domain/ledger/payment-entries.test.ts'],
  },
  {
    name: 'SP6',
    fault: 'a charge that was refunded meanwhile is transferred',
    edits: [
      {
        file: 'apps/server/seller-payments/start-transfer.ts',
        find: " || intent.status !== 'succeeded' || intent.amountRefunded > refundable",
        replace: " || intent.status !== 'succeeded'",
      },
    ],
    tests,
  },
  {
    name: 'SP7',
    fault: 'a refund is sent while the seller keeps the transfer',
    edits: [
      {
        file: 'apps/server/payments/refund-charge.ts',
        find: '  if (providerRefundId === null) await recallTransfer(context, intentId);\n',
        replace: '',
      },
      {
        file: 'apps/server/payments/refund-charge.ts',
        find: "import { recallTransfer } from '../seller-payments/recall-transfer.ts';\n",
        replace: '',
      },
    ],
    tests,
  },
  {
    name: 'SP8',
    fault: 'two sales of one seller pay the same debt',
    edits: [
      {
        file: 'apps/server/seller-payments/start-transfer.ts',
        find: 'const account = await lockPayoutAccount(trx, sellerId);',
        replace: 'const account = await findPayoutAccount(trx, sellerId);',
      },
      {
        file: 'apps/server/seller-payments/start-transfer.ts',
        find: "import { lockPayoutAccount } from '@carhouse/database/payout-accounts/payout-accounts';",
        replace: "import { findPayoutAccount } from '@carhouse/database/payout-accounts/payout-accounts';",
      },
    ],
    tests,
  },
  {
    name: 'SP9',
    fault: 'an event of a payout is believed',
    edits: [
      {
        file: 'apps/server/seller-payments/check-payout.ts',
        find: "} else if (answer.state === 'paid' && payout.state === 'under-way') {",
        replace: "} else if (payout.state === 'under-way') {",
      },
    ],
    tests,
  },
  {
    name: 'SP10',
    fault: 'a seller who has the money of a refunded sale owes nothing',
    edits: [
      {
        file: 'apps/server/seller-payments/undo-seller-payment.ts',
        find: "if (payout?.state === 'paid') debtEntries.push(makeDebtEntry(transfer, transfer.id));",
        replace: "if (payout?.state === 'sending') debtEntries.push(makeDebtEntry(transfer, transfer.id));",
      },
    ],
    tests,
  },
  {
    name: 'SP11',
    fault: 'a suspended seller is paid',
    edits: [
      {
        file: 'packages/database/seller-payments/transfers.ts',
        find: "JOIN account o ON o.id = s.seller_id AND o.status <> 'suspended'",
        replace: 'JOIN account o ON o.id = s.seller_id',
      },
      {
        file: 'apps/server/seller-payments/start-transfer.ts',
        find: "    seller?.status !== 'suspended' &&\n",
        replace: '    seller !== undefined &&\n',
      },
    ],
    tests,
  },
  {
    name: 'SP12',
    fault: 'a refund ends as void when a bank has taken back only a part of the charge',
    edits: [
      {
        file: 'apps/server/reconciliation/settle-discrepancy.ts',
        find: "    if (money === 'disputed') throw new DomainError('CHARGE_DISPUTED');\n    const isMoneyTakenBack = money === 'taken-back';",
        replace: "    const isMoneyTakenBack = money !== 'kept';",
      },
    ],
    tests: ['apps/server/seller-payments/check-seller-payment.test.ts'],
  },
  {
    name: 'SP13',
    fault: 'a dispute that is lost after an admin has let the sale go on freezes nothing',
    edits: [
      {
        file: 'apps/server/payments/record-dispute.ts',
        find: "(moneyPlaceBefore === 'kept' && moneyPlaceAfter !== 'kept') || moneyPlaceAfter === 'lost'",
        replace: "moneyPlaceBefore === 'kept' && moneyPlaceAfter !== 'kept'",
      },
    ],
    tests: ['apps/server/sales/open-complaint.test.ts'],
  },
];
