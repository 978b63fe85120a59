import type { IntentRecord } from '../ledger/records.ts';
import {
  assertAllowedNames,
  type Params,
  readFlag,
  readGroup,
  readInteger,
  readMetadata,
  readRequiredText,
  readTexts,
  text,
} from '../params.ts';
import { EMULATED_METHOD_TYPES } from '../payment-methods/read-payment-method.ts';
import { recordEvent, type Step } from '../step.ts';
import { makeInvalidRequestError, type StripeError } from '../stripe-error.ts';
import { presentIntent } from './present-intent.ts';

const CREATE_PARAMETERS = [
  'allowed_payment_method_types',
  'amount',
  'automatic_payment_methods',
  'capture_method',
  'confirm',
  'currency',
  'description',
  'metadata',
  'payment_method',
  'payment_method_data',
  'payment_method_types',
  'receipt_email',
  'return_url',
  'transfer_group',
  'use_stripe_sdk',
];

/** In cents. Source: docs.stripe.com/payments/paynow. */
const MAX_PAYNOW_AMOUNT = 20_000_000;

/**
 * Creates an intent. Throws 400 for an amount outside 50 … 99,999,999 minor units or a parameter that is not emulated.
 */
export function createIntent(step: Step, params: Params): IntentRecord {
  assertAllowedNames(params, CREATE_PARAMETERS);
  const amount = readInteger(params, 'amount');
  if (amount === undefined)
    throw makeInvalidRequestError('Missing required param: amount.', 'parameter_missing', 'amount');
  const currency = readRequiredText(params, 'currency').toLowerCase();
  if (!/^[a-z]{3}$/.test(currency))
    throw makeInvalidRequestError(`Invalid currency: ${currency}`, 'parameter_invalid', 'currency');
  assertAmount(amount);
  if ((text(params, 'capture_method') ?? 'automatic') === 'manual') {
    throw makeInvalidRequestError('Manual capture is not emulated.', 'parameter_unknown', 'capture_method');
  }
  const types = readMethodTypes(params, amount, currency);

  const id = step.newId('pi');
  const intent: IntentRecord = {
    id,
    clientSecret: step.newId(`${id}_secret`),
    amount,
    currency,
    created: step.now,
    status: 'requires_payment_method',
    description: text(params, 'description') ?? null,
    receiptEmail: text(params, 'receipt_email') ?? null,
    metadata: readMetadata(params),
    paymentMethodTypes: types,
    automaticPaymentMethods: readFlag(readGroup(params, 'automatic_payment_methods'), 'enabled'),
    allowedPaymentMethodTypes:
      params.allowed_payment_method_types === undefined ? null : readTexts(params, 'allowed_payment_method_types'),
    transferGroup: text(params, 'transfer_group') ?? null,
    paymentMethodId: null,
    latestChargeId: null,
    lastPaymentError: null,
    challengeId: null,
    canceledAt: null,
    cancellationReason: null,
  };
  step.put('intents', intent);
  recordEvent(step, 'payment_intent.created', presentIntent(step, intent));
  return intent;
}

/**
 * The types of payment methods with which an intent can be paid, cards by default. The current API version has
 * `allowed_payment_method_types`; types that do not fit the intent are ignored. Callers of older versions send
 * `payment_method_types`, which must all fit the intent.
 */
function readMethodTypes(params: Params, amount: number, currency: string): string[] {
  const legacyMethodTypes = readTexts(params, 'payment_method_types');
  const allowedTypes = readTexts(params, 'allowed_payment_method_types');
  for (const type of [...legacyMethodTypes, ...allowedTypes]) {
    if (EMULATED_METHOD_TYPES.includes(type)) continue;
    throw makeInvalidRequestError(
      `The payment method type "${type}" is not emulated; use ${EMULATED_METHOD_TYPES.join(' or ')}.`,
      undefined,
      legacyMethodTypes.includes(type) ? 'payment_method_types' : 'allowed_payment_method_types',
    );
  }
  const fault = findPaynowError(amount, currency);
  if (legacyMethodTypes.includes('paynow') && fault !== null) throw fault;
  if (legacyMethodTypes.length > 0) return legacyMethodTypes;
  const usableTypes = allowedTypes.filter((type) => type !== 'paynow' || fault === null);
  if (allowedTypes.length > 0 && usableTypes.length === 0 && fault !== null) throw fault;
  return usableTypes.length === 0 ? ['card'] : usableTypes;
}

/** Why an intent cannot be paid with PayNow. The result is null when PayNow is possible. */
function findPaynowError(amount: number, currency: string): StripeError | null {
  if (currency !== 'sgd') {
    return makeInvalidRequestError(
      `The currency provided (${currency}) is invalid. Payments with paynow support the following currencies: sgd.`,
      undefined,
      'currency',
    );
  }
  if (amount <= MAX_PAYNOW_AMOUNT) return null;
  return makeInvalidRequestError(
    `Amount must be no more than ${MAX_PAYNOW_AMOUNT.toLocaleString('en')} minor units for paynow.`,
    'amount_too_large',
    'amount',
  );
}

function assertAmount(amount: number): void {
  if (amount < 50) {
    throw makeInvalidRequestError(
      'Amount must be no less than 50 minor units of the currency.',
      'amount_too_small',
      'amount',
    );
  }
  if (amount > 99_999_999) {
    throw makeInvalidRequestError(
      'Amount must be no more than 99,999,999 minor units of the currency.',
      'amount_too_large',
      'amount',
    );
  }
}
