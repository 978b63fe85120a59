import type { IntentRecord } from '../ledger/records.ts';
import {
  assertAllowedNames,
  flag,
  metadata,
  type Params,
  readGroup,
  readInteger,
  requiredText,
  text,
  texts,
} from '../params.ts';
import { recordEvent, type Step } from '../step.ts';
import { invalidRequestError } from '../stripe-error.ts';
import { presentIntent } from './present-intent.ts';

const PARAMS = [
  'allowed_payment_method_types',
  'amount',
  'automatic_payment_methods',
  'capture_method',
  'confirm',
  'currency',
  'description',
  'metadata',
  'payment_method',
  'payment_method_types',
  'receipt_email',
  'return_url',
  'transfer_group',
  'use_stripe_sdk',
];

/**
 * Creates an intent. Throws 400 for an amount outside 50 … 99,999,999 minor units or a parameter that is not emulated.
 */
export function createIntent(step: Step, params: Params): IntentRecord {
  assertAllowedNames(params, PARAMS);
  const amount = readInteger(params, 'amount');
  if (amount === undefined) throw invalidRequestError('Missing required param: amount.', 'parameter_missing', 'amount');
  const currency = requiredText(params, 'currency').toLowerCase();
  if (!/^[a-z]{3}$/.test(currency))
    throw invalidRequestError(`Invalid currency: ${currency}`, 'parameter_invalid', 'currency');
  assertAmount(amount);
  if ((text(params, 'capture_method') ?? 'automatic') === 'manual') {
    throw invalidRequestError('Manual capture is not emulated.', 'parameter_unknown', 'capture_method');
  }
  // The current API version has `allowed_payment_method_types`; callers of older versions send `payment_method_types`.
  for (const param of ['allowed_payment_method_types', 'payment_method_types']) {
    const other = texts(params, param).find((type) => type !== 'card');
    if (other !== undefined) {
      throw invalidRequestError(`The payment method type "${other}" is not emulated; use card.`, undefined, param);
    }
  }

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
    metadata: metadata(params),
    paymentMethodTypes: ['card'],
    automaticPaymentMethods: flag(readGroup(params, 'automatic_payment_methods'), 'enabled'),
    allowedPaymentMethodTypes: params.allowed_payment_method_types === undefined ? null : ['card'],
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

function assertAmount(amount: number): void {
  if (amount < 50) {
    throw invalidRequestError(
      'Amount must be no less than 50 minor units of the currency.',
      'amount_too_small',
      'amount',
    );
  }
  if (amount > 99_999_999) {
    throw invalidRequestError(
      'Amount must be no more than 99,999,999 minor units of the currency.',
      'amount_too_large',
      'amount',
    );
  }
}
