import { findTestCardRow } from '../cards/card-of-method.ts';
import type { CardMethodRecord, ChargeRecord } from '../ledger/records.ts';
import { computeFingerprint, presentBillingDetails } from '../payment-methods/present-payment-method.ts';
import {
  expandTransaction,
  type PresentOptions,
  secretKeyOptions,
  type TransactionLookup,
} from '../present-options.ts';
import { presentRefund } from '../refunds/present-refund.ts';

/** The number of refunds that a charge shows, the newest first. */
const SHOWN_REFUND_COUNT = 10;

/** A charge in the format of the API. */
export function presentCharge(
  lookup: TransactionLookup,
  charge: ChargeRecord,
  options: PresentOptions = secretKeyOptions,
) {
  const method = lookup.get('paymentMethods', charge.paymentMethodId);
  const row = findTestCardRow(method);
  const isPaid = charge.status === 'succeeded';
  const refundIds = charge.refundIds ?? [];
  const shownRefunds = refundIds
    .slice(-SHOWN_REFUND_COUNT)
    .toReversed()
    .map((id) => lookup.get('refunds', id));
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: isPaid ? charge.amount : 0,
    amount_refunded: charge.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: expandTransaction(lookup, options, charge.balanceTransactionId),
    billing_details: method === undefined ? null : presentBillingDetails(method),
    calculated_statement_descriptor: 'CAR HOUSE TEST',
    captured: isPaid,
    created: charge.created,
    currency: charge.currency,
    customer: null,
    description: charge.description,
    disputed: (charge.disputeIds ?? []).length > 0,
    failure_balance_transaction: null,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: isPaid
        ? 'approved_by_network'
        : charge.failure?.blocked
          ? 'not_sent_to_network'
          : 'declined_by_network',
      reason: charge.failure?.declineCode ?? null,
      risk_level: row?.risk ?? 'normal',
      seller_message: isPaid ? 'Payment complete.' : 'The payment was declined.',
      type: isPaid ? 'authorized' : charge.failure?.blocked ? 'blocked' : 'issuer_declined',
    },
    paid: isPaid,
    payment_intent: charge.intentId,
    payment_method: charge.paymentMethodId,
    payment_method_details:
      method?.type === 'paynow'
        ? { paynow: { reference: charge.id.slice(-12).toUpperCase() }, type: 'paynow' }
        : { card: presentCardOfCharge(charge, method), type: 'card' },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: isPaid && charge.amountRefunded === charge.amount,
    refunds: {
      object: 'list',
      data: shownRefunds.flatMap((refund) => (refund === undefined ? [] : [presentRefund(lookup, refund)])),
      has_more: refundIds.length > shownRefunds.length,
      total_count: refundIds.length,
      url: `/v1/charges/${charge.id}/refunds`,
    },
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.status,
    transfer_data: null,
    transfer_group: charge.transferGroup ?? null,
  };
}

function presentCardOfCharge(charge: ChargeRecord, method: CardMethodRecord | undefined) {
  const row = findTestCardRow(method);
  return {
    amount_authorized: charge.status === 'succeeded' ? charge.amount : null,
    authorization_code: null,
    brand: method?.brand ?? 'unknown',
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: method?.cvcGiven ? (row?.cvcCheck ?? 'pass') : null,
    },
    country: method?.country ?? null,
    exp_month: method?.expMonth ?? 0,
    exp_year: method?.expYear ?? 0,
    extended_authorization: { status: 'disabled' },
    fingerprint: method === undefined ? null : computeFingerprint(method),
    funding: method?.funding ?? 'credit',
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: method?.last4 ?? '',
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: method?.brand ?? 'unknown',
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: charge.amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: row?.authentication === 'required' ? completedAuthentication : null,
    transaction_link_id: null,
    wallet: null,
  };
}

/**
 * The result of a 3-D Secure challenge that the cardholder has completed. A charge exists only after a completed
 * challenge.
 */
const completedAuthentication = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
};
