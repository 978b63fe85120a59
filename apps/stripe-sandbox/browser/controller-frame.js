import { confirmIntent, createPaymentMethod, retrieveIntent } from './provider-calls.js';

/**
 * The hidden frame that calls the provider. The frame reads card data directly from the field frames, which have the
 * same origin, so the digits never pass through the shop's page.
 *
 * @typedef {{ part: string, reading: import('./card-input.js').Reading }} PartReading
 * @typedef {Window & { sandboxField?: { read(): PartReading[], showError(): void } }} FieldWindow
 */

const frameName = window.name;

addEventListener('message', (event) => {
  const order = event.data;
  if (event.source !== parent || order?.sandboxCardProvider !== frameName) return;
  void answer(order).then((found) => {
    parent.postMessage({ sandboxCardProvider: frameName, kind: 'answer', id: order.id, answer: found }, '*');
  });
});
parent.postMessage({ sandboxCardProvider: frameName, kind: 'loaded' }, '*');

/** @param {Record<string, any>} order */
async function answer(order) {
  const key = order.publishableKey;
  if (order.action === 'retrieve') return retrieveIntent(key, order.clientSecret);
  if (order.action === 'confirm' && order.paymentMethod !== undefined) {
    return confirmIntent(key, order.clientSecret, { payment_method: order.paymentMethod });
  }
  const collected =
    order.type === 'paynow' ? payNow(order.billingDetails ?? {}) : collect(order.fields, order.billingDetails ?? {});
  if ('error' in collected) return collected;
  if (order.action === 'createPaymentMethod') return createPaymentMethod(key, collected.method);
  return confirmIntent(key, order.clientSecret, nested('payment_method_data', collected.method));
}

/**
 * The payment method as form parameters, or the first error in it.
 * @param {string[]} fieldNames @param {Record<string, unknown>} billingDetails
 * @returns {{ method: Record<string, string> } | { error: Record<string, string> }}
 */
function collect(fieldNames, billingDetails) {
  const fields = fieldNames.map((name) => /** @type {FieldWindow | undefined} */ (Reflect.get(parent.frames, name)));
  const readings = fields.flatMap((field) => field?.sandboxField?.read() ?? []);
  const order = ['number', 'expiry', 'cvc'];
  const wrong = readings
    .toSorted((a, b) => order.indexOf(a.part) - order.indexOf(b.part))
    .find(({ reading }) => !reading.complete);
  if (wrong !== undefined) {
    for (const field of fields) field?.sandboxField?.showError();
    return { error: { type: 'validation_error', ...(wrong.reading.error ?? wrong.reading.incomplete) } };
  }
  const value = (/** @type {string} */ part) => readings.find((each) => each.part === part)?.reading.value ?? '';
  const [month = '', year = ''] = value('expiry').split('/');
  const method = {
    type: 'card',
    'card[number]': value('number'),
    'card[exp_month]': month,
    'card[exp_year]': year,
    'card[cvc]': value('cvc'),
  };
  return { method: { ...method, ...billingForm(billingDetails) } };
}

/** A PayNow payment method as form parameters. @param {Record<string, unknown>} billingDetails */
function payNow(billingDetails) {
  return { method: { type: 'paynow', ...billingForm(billingDetails) } };
}

/** @param {Record<string, unknown>} billingDetails @returns {Record<string, string>} */
function billingForm(billingDetails) {
  const given = ['name', 'email'].flatMap((name) => {
    const value = billingDetails[name];
    return typeof value === 'string' && value !== '' ? [[`billing_details[${name}]`, value]] : [];
  });
  return Object.fromEntries(given);
}

/**
 * Puts parameters below a prefix: `type` becomes `prefix[type]`, `card[number]` becomes `prefix[card][number]`.
 * @param {string} prefix @param {Record<string, string>} form
 */
function nested(prefix, form) {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [`${prefix}[${name.replace('[', '][').replace(/]?$/, ']')}`, value]),
  );
}
