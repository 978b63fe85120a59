import { presentBalanceTransaction } from '../balance/present-balance.ts';
import type { DisputeRecord } from '../ledger/records.ts';
import type { TransactionLookup } from '../present-options.ts';

/** The texts that a shop can submit as evidence. */
export const EVIDENCE_FIELDS = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
];

/** A dispute in the format of the API. */
export function presentDispute(lookup: TransactionLookup, dispute: DisputeRecord) {
  const methodId = lookup.get('charges', dispute.chargeId)?.paymentMethodId;
  const method = methodId === undefined ? undefined : lookup.get('paymentMethods', methodId);
  const brand = method === undefined || method.type === 'paynow' ? 'unknown' : method.brand;
  const transactions = (dispute.balanceTransactionIds ?? []).map((id) => lookup.get('balanceTransactions', id));
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: transactions.flatMap((each) =>
      each === undefined ? [] : [presentBalanceTransaction(each, lookup.now)],
    ),
    charge: dispute.chargeId,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...Object.fromEntries(EVIDENCE_FIELDS.map((name) => [name, dispute.evidence?.[name] ?? null])),
      enhanced_evidence: {},
    },
    evidence_details: {
      due_by: null,
      enhanced_eligibility: {},
      has_evidence: dispute.evidence !== undefined,
      past_due: false,
      submission_count: dispute.submissions ?? 0,
    },
    is_charge_refundable: dispute.status.startsWith('warning_'),
    livemode: false,
    metadata: {},
    payment_intent: dispute.intentId,
    payment_method_details: {
      card: {
        brand,
        case_type: dispute.status.startsWith('warning_') ? 'inquiry' : 'chargeback',
        network: brand,
        network_reason_code: null,
      },
      type: 'card',
    },
    reason: dispute.reason,
    status: dispute.status,
  };
}

/** A warning is actionable until the charge is refunded. */
export function presentWarning(lookup: Pick<TransactionLookup, 'get'>, warning: DisputeRecord) {
  const charge = lookup.get('charges', warning.chargeId);
  return {
    id: warning.id,
    object: 'radar.early_fraud_warning',
    actionable: charge !== undefined && charge.amountRefunded < charge.amount,
    charge: warning.chargeId,
    created: warning.created,
    fraud_type: warning.reason,
    livemode: false,
    payment_intent: warning.intentId,
  };
}
