import { createHash } from 'node:crypto';
import type { CardMethodRecord, PaymentMethodRecord } from '../ledger/records.ts';

/** A payment method in the format of the API. */
export function presentPaymentMethod(method: PaymentMethodRecord) {
  return {
    id: method.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: presentBillingDetails(method),
    ...(method.type === 'paynow' ? { paynow: {}, type: 'paynow' } : { card: presentCard(method), type: 'card' }),
    created: method.created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
  };
}

function presentCard(method: CardMethodRecord) {
  return {
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
    fingerprint: computeFingerprint(method),
    funding: method.funding,
    generated_from: null,
    last4: method.last4,
    networks: { available: [method.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}

/**
 * A text that is equal for every use of the same card. The text is null for a card that is no test card, because its
 * number is not stored.
 */
export function computeFingerprint({ testCard }: Pick<CardMethodRecord, 'testCard'>): string | null {
  return testCard === null ? null : createHash('sha256').update(testCard).digest('hex').slice(0, 16);
}

/** The billing details of a payment method, which its charges also contain. */
export function presentBillingDetails(method: PaymentMethodRecord) {
  return {
    address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
    email: method.email,
    name: method.name,
    phone: null,
    tax_id: null,
  };
}
