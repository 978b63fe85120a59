import { findReadyMadeCard, readCard } from '../cards/read-card.ts';
import type { PaymentMethodRecord } from '../ledger/records.ts';
import { type Params, readGroup, text } from '../params.ts';
import type { Step } from '../step.ts';
import { makeInvalidRequestError, makeResourceMissingError } from '../stripe-error.ts';

/** The types of payment methods that are emulated. */
export const EMULATED_METHOD_TYPES: readonly string[] = ['card', 'paynow'];

/**
 * Maximum length of a name or an e-mail address, in characters. Browsers send name and e-mail address without a secret
 * key.
 */
const maxTextLength = 254;

/**
 * The payment method that a call names or describes: a ready-made `pm_card_…`, a payment method created before, or the
 * data of a new one. The function throws 402 for invalid card data and 404 for an unknown id. The card number is never
 * stored.
 */
export function readMethodOfCall(step: Step, params: Params): PaymentMethodRecord | null {
  const id = text(params, 'payment_method');
  if (id !== undefined) return findOrStoreMethod(step, id);
  if (params.payment_method_data === undefined) return null;
  return recordPaymentMethod(step, readGroup(params, 'payment_method_data'));
}

/**
 * Creates a payment method of `type=card`, `card[number|exp_month|exp_year|cvc]` or of `type=paynow`, and of
 * `billing_details[name|email]`, and records it.
 */
export function recordPaymentMethod(step: Step, data: Params): PaymentMethodRecord {
  const method = readPaymentMethod(step, data);
  step.put('paymentMethods', method);
  return method;
}

/**
 * Makes a payment method as `recordPaymentMethod` does, without recording it. The function throws 402 for invalid card
 * data, and 400 for a name or an e-mail address that is too long.
 */
export function readPaymentMethod(step: Step, data: Params): PaymentMethodRecord {
  const type = text(data, 'type') ?? '';
  if (!EMULATED_METHOD_TYPES.includes(type)) {
    throw makeInvalidRequestError(
      `The payment method type "${type}" is not emulated; use ${EMULATED_METHOD_TYPES.join(' or ')}.`,
      'parameter_unknown',
      'type',
    );
  }
  const methodDetails = type === 'paynow' ? { type: 'paynow' as const } : readCard(readGroup(data, 'card'), step.now);
  const billingFields = readGroup(data, 'billing_details');
  return {
    ...methodDetails,
    id: step.newId('pm'),
    created: step.now,
    name: readShortText(billingFields, 'name'),
    email: readShortText(billingFields, 'email'),
  };
}

function findOrStoreMethod(step: Step, id: string): PaymentMethodRecord {
  const paymentMethod = step.get('paymentMethods', id);
  if (paymentMethod !== undefined) return paymentMethod;
  const draftMethod = step.findDraft(id);
  if (draftMethod !== undefined) {
    step.put('paymentMethods', draftMethod);
    return draftMethod;
  }
  const card = findReadyMadeCard(id, step.now);
  if (card === undefined) throw makeResourceMissingError('PaymentMethod', id, 'payment_method');
  const method: PaymentMethodRecord = { ...card, id: step.newId('pm'), created: step.now, name: null, email: null };
  step.put('paymentMethods', method);
  return method;
}

function readShortText(billingFields: Params, name: string): string | null {
  const value = text(billingFields, name) ?? null;
  if (value !== null && value.length > maxTextLength) {
    throw makeInvalidRequestError(
      `Invalid string: at most ${maxTextLength} characters.`,
      'parameter_invalid_string',
      name,
    );
  }
  return value;
}
