import { cardByNumber } from './cards/cards.ts';
import type { Change } from './ledger/ledger.ts';
import type {
  ChargeRecord,
  DisputeRecord,
  EventRecord,
  IntentRecord,
  PaymentMethodRecord,
  RefundRecord,
} from './ledger/records.ts';

/** The functions of this file present records in the format of the API. Field names and types: docs.stripe.com/api. */

type Lookup = Pick<Change, 'get'> & { challengeUrl(challengeId: string): string };
export type PresentOptions = {
  /** The kind of caller. A caller with the publishable key and the client secret sees no metadata and no charges. */
  viewer: 'secret' | 'publishable';
  expand: readonly string[];
};
export const secretView: PresentOptions = { viewer: 'secret', expand: [] };

export function presentIntent(lookup: Lookup, intent: IntentRecord, options: PresentOptions = secretView) {
  const sharedFields = {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: intent.allowedPaymentMethodTypes,
    amount: intent.amount,
    amount_details: { tip: {} },
    automatic_payment_methods: intent.automaticPaymentMethods ? { allow_redirects: 'always', enabled: true } : null,
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.cancellationReason,
    capture_method: 'automatic',
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    description: intent.description,
    last_payment_error: intent.lastPaymentError,
    livemode: false,
    next_action: intent.challengeId === null ? null : presentNextAction(lookup, intent.challengeId),
    payment_method: intent.paymentMethodId,
    payment_method_types: intent.paymentMethodTypes,
    processing: null,
    receipt_email: intent.receiptEmail,
    setup_future_usage: null,
    shipping: null,
    source: null,
    status: intent.status,
  };
  if (options.viewer === 'publishable') return sharedFields;
  return {
    ...sharedFields,
    amount_capturable: 0,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    application: null,
    application_fee_amount: null,
    customer: null,
    latest_charge: presentExpandable(options, 'latest_charge', intent.latestChargeId, (id) => {
      const charge = lookup.get('charges', id);
      return charge === undefined ? null : presentCharge(lookup, charge);
    }),
    metadata: intent.metadata,
    on_behalf_of: null,
    payment_method: presentExpandable(options, 'payment_method', intent.paymentMethodId, (id) => {
      const method = lookup.get('paymentMethods', id);
      return method === undefined ? null : presentPaymentMethod(method);
    }),
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    review: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  };
}

export function presentPaymentMethod(method: PaymentMethodRecord) {
  return {
    id: method.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: presentBillingDetails(method),
    card: {
      brand: method.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: method.cvcGiven ? 'unchecked' : null,
      },
      country: method.country,
      display_brand: method.brand,
      exp_month: method.expMonth,
      exp_year: method.expYear,
      funding: method.funding,
      generated_from: null,
      last4: method.last4,
      networks: { available: [method.brand], preferred: null },
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: method.created,
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

export function presentCharge(lookup: Pick<Change, 'get'>, charge: ChargeRecord) {
  const method = lookup.get('paymentMethods', charge.paymentMethodId);
  const row = method?.testCard == null ? undefined : cardByNumber(method.testCard);
  const paid = charge.status === 'succeeded';
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: paid ? charge.amount : 0,
    amount_refunded: charge.amountRefunded,
    application_fee_amount: null,
    billing_details: method === undefined ? null : presentBillingDetails(method),
    calculated_statement_descriptor: 'CAR HOUSE TEST',
    captured: paid,
    created: charge.created,
    currency: charge.currency,
    customer: null,
    description: charge.description,
    disputed: (charge.disputeIds ?? []).length > 0,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    outcome: {
      network_status: paid
        ? 'approved_by_network'
        : charge.failure?.blocked
          ? 'not_sent_to_network'
          : 'declined_by_network',
      reason: charge.failure?.declineCode ?? null,
      risk_level: row?.risk ?? 'normal',
      seller_message: paid ? 'Payment complete.' : 'The payment was declined.',
      type: paid ? 'authorized' : charge.failure?.blocked ? 'blocked' : 'issuer_declined',
    },
    paid,
    payment_intent: charge.intentId,
    payment_method: charge.paymentMethodId,
    payment_method_details: {
      card: {
        brand: method?.brand ?? 'unknown',
        checks: {
          address_line1_check: null,
          address_postal_code_check: null,
          cvc_check: method?.cvcGiven ? (row?.cvcCheck ?? 'pass') : null,
        },
        country: method?.country ?? null,
        exp_month: method?.expMonth ?? 0,
        exp_year: method?.expYear ?? 0,
        funding: method?.funding ?? 'credit',
        last4: method?.last4 ?? '',
        network: method?.brand ?? 'unknown',
      },
      type: 'card',
    },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: paid && charge.amountRefunded === charge.amount,
    status: charge.status,
  };
}

export function presentRefund(refund: RefundRecord) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.chargeId,
    created: refund.created,
    currency: refund.currency,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    ...(refund.failureReason === null ? {} : { failure_reason: refund.failureReason }),
    metadata: refund.metadata,
    payment_intent: refund.intentId,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  };
}

export function presentDispute(dispute: DisputeRecord) {
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: [],
    charge: dispute.chargeId,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: { due_by: null, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: dispute.status.startsWith('warning_'),
    livemode: false,
    metadata: {},
    payment_intent: dispute.intentId,
    reason: dispute.reason,
    status: dispute.status,
  };
}

/** A warning is actionable until the charge is refunded. */
export function presentWarning(lookup: Pick<Change, 'get'>, warning: DisputeRecord) {
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

export function presentEvent(event: EventRecord) {
  return {
    id: event.id,
    object: 'event',
    ...(event.account === undefined ? {} : { account: event.account }),
    api_version: event.apiVersion,
    created: event.created,
    data: { object: event.object },
    livemode: false,
    pending_webhooks: event.delivery === 'pending' ? 1 : 0,
    request: event.request,
    type: event.type,
  };
}

function presentNextAction(lookup: Lookup, challengeId: string) {
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      stripe_js: lookup.challengeUrl(challengeId),
      source: 'src_sandbox',
    },
  };
}

function presentBillingDetails(method: PaymentMethodRecord) {
  return {
    address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
    email: method.email,
    name: method.name,
    phone: null,
    tax_id: null,
  };
}

function presentExpandable<T>(
  options: PresentOptions,
  field: string,
  id: string | null,
  load: (id: string) => T,
): T | string | null {
  return id !== null && options.expand.includes(field) ? load(id) : id;
}
