import type { Mutant } from './mutant.ts';

const checkPaymentTests = ['apps/server/payments/check-payment.test.ts'];
const showPaynowCodeTests = ['apps/server/payments/show-paynow-code.test.ts'];
const refundPaynowTests = ['apps/server/payments/refund-paynow.test.ts'];

/** Mutants of payments with PayNow (decision 0074). */
export const paynowMutants: readonly Mutant[] = [
  {
    name: 'PN1',
    fault: 'a code that can still be paid is replaced by each visit',
    edits: [
      {
        file: 'apps/server/payments/show-paynow-code.ts',
        find: '  if (intent.paynowCode !== null) return { code: intent.paynowCode, holdEndsAt, visitId };\n',
        replace: '',
      },
    ],
    tests: showPaynowCodeTests,
  },
  {
    name: 'PN2',
    fault: 'a car above the limit of PayNow is held for a code that cannot be made',
    edits: [
      {
        file: 'apps/server/payments/show-paynow-code.ts',
        find: '    assertFitsPaynow(part?.amount ?? booking.price);\n',
        replace: '',
      },
      {
        file: 'apps/server/payments/show-paynow-code.ts',
        find: "import { assertFitsPaynow } from '@carhouse/domain/payment/payment-method';\n",
        replace: '',
      },
    ],
    tests: showPaynowCodeTests,
  },
  {
    name: 'PN3',
    fault: 'a page of a code may be a script',
    edits: [{ file: 'packages/payments/read-intent.ts', find: '/^https?:\\/\\//.test(value) && ', replace: '' }],
    tests: showPaynowCodeTests,
  },
  {
    name: 'PN4',
    fault: 'a hold that has ended is said to be over while its code can be paid',
    edits: [
      {
        file: 'apps/server/payments/check-payment.ts',
        find: 'if (!isHolding(attempt, context.now())) return endHold(context, attempt);',
        replace: 'if (!isHolding(attempt, context.now())) return endedProgress;',
      },
    ],
    tests: checkPaymentTests,
  },
  {
    name: 'PN5',
    fault: 'a paid code is reported to its buyer and not settled',
    edits: [
      {
        file: 'apps/server/payments/check-payment.ts',
        find: 'const { kind: state } = await settlePayment(context, attempt.intentId);',
        replace: "const state = 'paid' as const;",
      },
    ],
    tests: checkPaymentTests,
  },
  {
    name: 'PN6',
    fault: 'every payment is stored as one by card',
    edits: [
      {
        file: 'apps/server/payments/pay-part.ts',
        find: "method: intent.method ?? 'card',",
        replace: "method: 'card',",
      },
    ],
    tests: checkPaymentTests,
  },
  {
    name: 'PN7',
    fault: 'a PayNow payment is marked as refunded after the provider’s 90 days',
    edits: [
      {
        file: 'apps/server/payments/refund-payment.ts',
        find: "    if (!isUnknownCharge && money === 'kept') assertRefundable(each, context.now());\n",
        replace: '',
      },
    ],
    tests: refundPaynowTests,
  },
  {
    name: 'PN8',
    fault: 'a failed refund begins a round that the provider refuses',
    edits: [
      {
        file: 'apps/server/reconciliation/settle-discrepancy.ts',
        find: '      if (payment !== undefined) assertRefundable(payment, now);\n',
        replace: '',
      },
    ],
    tests: refundPaynowTests,
  },
  {
    name: 'PN9',
    fault: 'a charge that was opened before PayNow is opened again with other fields',
    edits: [
      {
        file: 'apps/server/payments/open-charge.ts',
        find: "methods: attempt.takesPaynow ? ['card', 'paynow'] : ['card'],",
        replace: "methods: ['card', 'paynow'],",
      },
    ],
    tests: showPaynowCodeTests,
  },
];
