import { showChallenge } from './challenge-dialog.js';
import { elementTypes, makeElement } from './element.js';
import { makeController } from './frame-link.js';

/**
 * `window.Stripe` for test mode: the part of Stripe.js that card forms and PayNow use. Results have the same fields as those of
 * Stripe.js: `{ paymentIntent }` or `{ error: { type, code, decline_code, message, payment_intent } }`.
 *
 * @typedef {ReturnType<typeof makeElement>} Element
 */

const AUTHENTICATION_FAILED = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/** @param {string} publishableKey */
function Stripe(publishableKey) {
  if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_test_')) {
    throw new Error('Please call Stripe() with your publishable key. The sandbox takes keys that start with pk_test_.');
  }
  const ask = makeController(publishableKey);

  /** @param {string} clientSecret */
  async function retrievePaymentIntent(clientSecret) {
    const answer = await ask({ action: 'retrieve', clientSecret });
    return answer.error ? { error: answer.error } : { paymentIntent: answer.object };
  }

  /** @param {string} clientSecret @param {Record<string, any>} [data] @param {{ handleActions?: boolean }} [options] */
  async function confirmCardPayment(clientSecret, data = {}, options = {}) {
    const { payment_method: method } = data;
    const order =
      typeof method === 'string'
        ? { paymentMethod: method }
        : { fields: fieldsOf(method?.card), billingDetails: plain(method?.billing_details) };
    const answer = await ask({ action: 'confirm', clientSecret, ...order });
    if (answer.error) return { error: answer.error };
    if (options.handleActions === false) return { paymentIntent: answer.object };
    return authenticate(clientSecret, answer.object);
  }

  /** @param {string} clientSecret @param {Record<string, any>} [data] @param {{ handleActions?: boolean }} [options] */
  async function confirmPayNowPayment(clientSecret, data = {}, options = {}) {
    const { payment_method: method } = data;
    const order =
      typeof method === 'string'
        ? { paymentMethod: method }
        : { type: 'paynow', billingDetails: plain(method?.billing_details) };
    const answer = await ask({ action: 'confirm', clientSecret, ...order });
    if (answer.error) return { error: answer.error };
    if (options.handleActions === false) return { paymentIntent: answer.object };
    return showPayNow(clientSecret, answer.object);
  }

  /** @param {string} clientSecret @param {any} intent */
  async function showPayNow(clientSecret, intent) {
    const code = intent.next_action?.paynow_display_qr_code;
    if (intent.status !== 'requires_action' || code === undefined) return { paymentIntent: intent };
    const view = { title: 'PayNow', close: 'Close without paying', height: '640px' };
    await showChallenge(pageOf(code.hosted_instructions_url), () => isOver(clientSecret), view);
    const answer = await retrievePaymentIntent(clientSecret);
    if (answer.error) return answer;
    const after = answer.paymentIntent;
    // As with Stripe.js, a buyer who closes the code has an intent that still waits for the payment.
    if (after.status !== 'requires_payment_method') return { paymentIntent: after };
    return { error: { ...(after.last_payment_error ?? AUTHENTICATION_FAILED), payment_intent: after } };
  }

  /** @param {string} clientSecret */
  async function isOver(clientSecret) {
    const { paymentIntent } = await retrievePaymentIntent(clientSecret);
    return paymentIntent !== undefined && paymentIntent.status !== 'requires_action';
  }

  /** @param {{ clientSecret: string }} data */
  async function handleNextAction({ clientSecret }) {
    const answer = await retrievePaymentIntent(clientSecret);
    if (answer.error) return answer;
    const isPayNow = answer.paymentIntent.next_action?.type === 'paynow_display_qr_code';
    return isPayNow ? showPayNow(clientSecret, answer.paymentIntent) : authenticate(clientSecret, answer.paymentIntent);
  }

  /** @param {string} clientSecret */
  async function handleCardAction(clientSecret) {
    const answer = await retrievePaymentIntent(clientSecret);
    return answer.error ? answer : authenticate(clientSecret, answer.paymentIntent);
  }

  /** @param {string} clientSecret @param {any} intent */
  async function authenticate(clientSecret, intent) {
    if (intent.status !== 'requires_action') return { paymentIntent: intent };
    const view = { title: '3-D Secure authentication', close: 'Close without authenticating', height: '320px' };
    await showChallenge(pageOf(intent.next_action.use_stripe_sdk.stripe_js), () => isOver(clientSecret), view);
    const answer = await retrievePaymentIntent(clientSecret);
    if (answer.error) return answer;
    const after = answer.paymentIntent;
    if (after.status === 'succeeded') return { paymentIntent: after };
    // The challenge was closed, failed or canceled, or the card was declined after the authentication. The intent has
    // the reason.
    return { error: { ...(after.last_payment_error ?? AUTHENTICATION_FAILED), payment_intent: after } };
  }

  /** @param {Record<string, any>} data */
  async function createPaymentMethod(data) {
    const answer = await ask({
      action: 'createPaymentMethod',
      fields: fieldsOf(data.card),
      billingDetails: plain(data.billing_details),
    });
    return answer.error ? { error: answer.error } : { paymentMethod: answer.object };
  }

  return {
    elements: makeElements,
    confirmCardPayment,
    confirmPayNowPayment,
    retrievePaymentIntent,
    handleCardAction,
    handleNextAction,
    createPaymentMethod,
    createToken: async () => ({ error: { type: 'invalid_request_error', message: 'Tokens are not emulated.' } }),
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

/** The URL of a page that the provider has named, which may be a path on the shop's origin. @param {string} address */
function pageOf(address) {
  return new URL(address, location.href).href;
}

function makeElements() {
  /** @type {Map<string, Element>} */
  const made = new Map();
  let brand = 'unknown';
  const group = {
    /** @param {'card' | 'cardNumber' | 'cardExpiry' | 'cardCvc'} type @param {Record<string, any>} [options] */
    create(type, options = {}) {
      if (!elementTypes.includes(type))
        throw new Error(`The sandbox has no "${type}" Element; it has ${elementTypes.join(', ')}.`);
      if (made.has(type)) throw new Error(`Can only create one Element of type ${type} per Elements object.`);
      const element = makeElement(type, options, {
        onBrand(now) {
          brand = now;
          made.get('cardCvc')?._setBrand(brand);
        },
        onDestroy: () => made.delete(type),
      });
      element.on('ready', () => type === 'cardCvc' && element._setBrand(brand));
      siblings.set(element, made);
      made.set(type, element);
      return element;
    },
    /** @param {string | { __elementType: string }} type */
    getElement: (type) => made.get(typeof type === 'string' ? type : type?.__elementType) ?? null,
    update() {},
    fetchUpdates: async () => ({}),
    submit: async () => ({}),
    on: () => group,
    off: () => group,
  };
  return group;
}

/**
 * The Elements that were created together. A call that names one of these Elements means the whole card.
 * @type {WeakMap<Element, Map<string, Element>>}
 */
const siblings = new WeakMap();

/** @param {Element | undefined} element @returns {string[]} */
function fieldsOf(element) {
  const all = element === undefined ? undefined : siblings.get(element);
  if (element === undefined || all === undefined) {
    throw new Error('You must pass a card Element: payment_method: { card: elements.getElement("cardNumber") }.');
  }
  const card = element._type === 'card' ? [element] : [...all.values()].filter((each) => each._type !== 'card');
  const names = card.map((each) => each._frameName());
  if (names.includes(undefined)) throw new Error('The card Element is not mounted yet. Wait for its ready event.');
  return names.map(String);
}

/** @param {unknown} value */
function plain(value) {
  return value === undefined ? {} : JSON.parse(JSON.stringify(value));
}

// The loader of @stripe/stripe-js compares this version with the release for which it was made.
Stripe.version = 'endive';
Object.assign(window, { Stripe });
