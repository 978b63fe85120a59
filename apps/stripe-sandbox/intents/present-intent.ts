import { presentCharge } from '../charges/present-charge.ts';
import type { IntentRecord } from '../ledger/records.ts';
import { presentPaymentMethod } from '../payment-methods/present-payment-method.ts';
import {
  type PresentOptions,
  presentExpandable,
  secretKeyOptions,
  type TransactionLookup,
} from '../present-options.ts';
import type { Step } from '../step.ts';

type RecordLookup = TransactionLookup & Pick<Step, 'makeChallengeUrl' | 'makePaynowUrl'>;

/** A payment intent in the format of the API. Field names and types: docs.stripe.com/api. */
export function presentIntent(lookup: RecordLookup, intent: IntentRecord, options: PresentOptions = secretKeyOptions) {
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
    next_action: presentNextAction(lookup, intent),
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
    customer_account: null,
    excluded_payment_method_types: null,
    latest_charge: presentExpandable(options, 'latest_charge', intent.latestChargeId, (id, innerOptions) => {
      const charge = lookup.get('charges', id);
      return charge === undefined ? null : presentCharge(lookup, charge, innerOptions);
    }),
    managed_payments: { enabled: false },
    metadata: intent.metadata,
    on_behalf_of: null,
    payment_method: presentExpandable(options, 'payment_method', intent.paymentMethodId, (id) => {
      const method = lookup.get('paymentMethods', id);
      return method === undefined ? null : presentPaymentMethod(method);
    }),
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
      ...(intent.paymentMethodTypes.includes('paynow') ? { paynow: {} } : {}),
    },
    review: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: intent.transferGroup ?? null,
  };
}

function presentNextAction(lookup: RecordLookup, intent: IntentRecord) {
  if (intent.challengeId !== null) {
    return {
      type: 'use_stripe_sdk',
      use_stripe_sdk: {
        type: 'three_d_secure_redirect',
        stripe_js: lookup.makeChallengeUrl(intent.challengeId),
        source: 'src_sandbox',
      },
    };
  }
  if (intent.paynow == null) return null;
  const url = lookup.makePaynowUrl(intent.paynow.id, intent.paynow.shopUrl);
  return {
    type: 'paynow_display_qr_code',
    // As in Stripe's test mode, the QR code contains the URL of a page that pays the code.
    paynow_display_qr_code: {
      data: url,
      hosted_instructions_url: url,
      image_url_png: `${url}.png`,
      image_url_svg: `${url}.svg`,
    },
  };
}
