import type { Mutant } from './mutant.ts';

const lostDisputeTests = ['apps/server/payments/refund-lost-dispute.test.ts'];

/** Mutants of money that comes back: by a lost dispute, and by the seller's bank (decision 0080). */
export const returnedMoneyMutants: readonly Mutant[] = [
  {
    name: 'RM1',
    fault: 'a charge that a bank has taken back is refunded too',
    edits: [
      {
        file: 'apps/server/payments/refund-payment.ts',
        find: "money === 'taken-back' ? 'lost-dispute' : null",
        replace: "money === 'taken-back' ? null : null",
      },
    ],
    tests: lostDisputeTests,
  },
  {
    name: 'RM2',
    fault: 'a sale is undone while the bank has not decided, so that the money may be paid twice',
    edits: [
      {
        file: 'apps/server/payments/refund-payment.ts',
        find: "    if (money === 'disputed') throw new DomainError('CHARGE_DISPUTED');\n    if (!isUnknownCharge",
        replace: '    if (!isUnknownCharge',
      },
    ],
    tests: [...lostDisputeTests, 'apps/server/payments/refund-payment.test.ts'],
  },
  {
    name: 'RM3',
    fault: 'a dispute about a part of a charge counts as one about all of it',
    edits: [
      {
        file: 'packages/domain/payment/dispute-rules.ts',
        find: "(dispute.amount ?? 0n), 0n) >= amount) return 'taken-back';",
        replace: "(dispute.amount ?? 0n), 0n) > 0n) return 'taken-back';",
      },
    ],
    tests: ['packages/domain/payment/dispute-rules.test.ts'],
  },
  {
    name: 'RM4',
    fault: 'what a lost dispute paid the buyer stays owed as a refund',
    edits: [
      {
        file: 'apps/server/payments/record-due-refund.ts',
        find: 'return noRefundReason === null\n    ? [dueRefundEntry]\n    : [dueRefundEntry, makeVoidRefundEntry({ ...order, refundId, round: 1 })];',
        replace: 'return noRefundReason === null ? [dueRefundEntry] : [dueRefundEntry];',
      },
    ],
    tests: lostDisputeTests,
  },
  {
    name: 'RM5',
    fault: 'sellers whom nobody pays here start accounts at the payment company',
    edits: [
      {
        file: 'apps/server/payout-accounts/authorise-payout-change.ts',
        find: "if (!(await hasSaleOfSeller(trx, sellerId))) assertBusinessMode(config.businessMode, 'marketplace');",
        replace:
          'if (await hasSaleOfSeller(trx, sellerId)) assertBusinessMode(config.businessMode, config.businessMode);',
      },
    ],
    tests: ['apps/server/payout-accounts/refuse-introducer.test.ts'],
  },
  {
    name: 'RM6',
    fault: 'a seller who is owed money from before the change of the mode can never be paid',
    edits: [
      {
        file: 'apps/server/payout-accounts/authorise-payout-change.ts',
        find: 'if (!(await hasSaleOfSeller(trx, sellerId))) assertBusinessMode',
        replace: "if (sellerId !== '') assertBusinessMode",
      },
    ],
    tests: ['apps/server/payout-accounts/refuse-introducer.test.ts'],
  },
  {
    name: 'RM7',
    fault: 'a seller takes back a payment after the ownership is transferred',
    edits: [
      {
        file: 'packages/domain/booking/undo-payment.ts',
        find: 'if (paidOutsideStep === undefined || !isUndoPossible || hasUndonePayment) return null;',
        replace: 'if (paidOutsideStep === undefined || hasUndonePayment) return null;',
      },
    ],
    tests: ['packages/domain/booking/undo-payment.test.ts'],
  },
  {
    name: 'RM8',
    fault: 'a seller takes back a payment for ever',
    edits: [
      {
        file: 'packages/domain/booking/undo-payment.ts',
        find: 'if (undoableUntil !== null && now <= undoableUntil) return;',
        replace: 'if (undoableUntil !== null) return;',
      },
    ],
    tests: ['packages/domain/booking/undo-payment.test.ts', 'apps/server/bookings/undo-paid-outside.test.ts'],
  },
  {
    name: 'RM9',
    fault: 'the audit takes one debt that has ended for the end of all debts of a sale in parts',
    edits: [
      {
        file: 'packages/database/audit/ledger-audits.ts',
        find: 'AND d.cause_id IN (coalesce(o.transfer_id::text, e.cause_id), s.booking_id::text)) AS has_debt ON true',
        replace: ') AS has_debt ON true',
      },
    ],
    tests: ['apps/server/seller-payments/pay-sale-in-parts.test.ts'],
  },
  {
    name: 'RM10',
    fault: 'returned money of a debt that is paid in part is sent to the seller again as a whole',
    edits: [
      {
        file: 'apps/server/seller-payments/record-payout-state.ts',
        find: 'if (takenBackAmount === 0n || transfer.takenBack > 0n) {',
        replace: 'if (takenBackAmount < payout.amount || transfer.takenBackAmount > 0n) {',
      },
    ],
    tests: ['apps/server/seller-payments/undo-seller-payment.long.test.ts'],
  },
  {
    name: 'RM11',
    fault:
      'the part of returned money that pays a debt stays in the account of the seller, and the books say it is back',
    edits: [
      {
        file: 'apps/server/seller-payments/reverse-part.ts',
        find: 'if (amountToReverse > 0n) {',
        replace: 'if (amountToReverse < 0n) {',
      },
    ],
    tests: ['apps/server/seller-payments/undo-seller-payment.long.test.ts'],
  },
  {
    name: 'RM12',
    fault: 'the seller keeps their part of a deposit whose dispute is lost',
    edits: [
      {
        file: 'apps/server/payments/undo-deposit.ts',
        find: '...(await undoSellerPayment(context, trx, sale, admin.accountId)),',
        replace:
          '...(await undoSellerPayment(context, trx, { ...sale, bookingId: context.newId() }, admin.accountId)),',
      },
    ],
    tests: ['apps/server/payments/undo-deposit.test.ts'],
  },
  {
    name: 'RM13',
    fault: 'a part of a deposit is undone although the bank has taken less of it, and no trigger minds',
    edits: [
      {
        file: 'apps/server/payments/undo-deposit.ts',
        find: "if (money === 'disputed') throw new DomainError('CHARGE_DISPUTED');",
        replace: '',
      },
      {
        file: 'packages/database/migrations/0065-money-that-goes-back.sql',
        find: 'OR NEW.price_cents > (SELECT coalesce(sum(d.amount_cents), 0)',
        replace: 'OR 0 > (SELECT coalesce(sum(d.amount_cents), 0)',
      },
    ],
    tests: ['apps/server/payments/undo-deposit.test.ts'],
  },
];
