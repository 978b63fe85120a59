import type { RefundRecord } from '../ledger/records.ts';
import {
  expandTransaction,
  type PresentOptions,
  secretKeyOptions,
  type TransactionLookup,
} from '../present-options.ts';

/** A refund in the format of the API. */
export function presentRefund(
  lookup: TransactionLookup,
  refund: RefundRecord,
  options: PresentOptions = secretKeyOptions,
) {
  const methodId = lookup.get('charges', refund.chargeId)?.paymentMethodId;
  const method = methodId === undefined ? undefined : lookup.get('paymentMethods', methodId);
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: expandTransaction(lookup, options, refund.balanceTransactionId),
    charge: refund.chargeId,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    destination_details:
      method?.type === 'paynow'
        ? { paynow: {}, type: 'paynow' }
        : {
            card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
            type: 'card',
          },
    ...(refund.failureReason === null
      ? {}
      : {
          failure_balance_transaction: expandTransaction(
            lookup,
            options,
            refund.failureTransactionId,
            'failure_balance_transaction',
          ),
          failure_reason: refund.failureReason,
        }),
    metadata: refund.metadata,
    payment_intent: refund.intentId,
    payment_method: methodId ?? null,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  };
}
