/**
 * The API calls that a browser may make, from a frame of the provider's own origin.
 *
 * @typedef {Record<string, any>} Json
 */

/** @param {string} publishableKey @param {string} clientSecret */
export function retrieveIntent(publishableKey, clientSecret) {
  return call(`payment_intents/${intentIdOf(clientSecret)}?${new URLSearchParams({ client_secret: clientSecret })}`, {
    headers: { authorization: `Bearer ${publishableKey}` },
  });
}

/** @param {string} publishableKey @param {string} clientSecret @param {Record<string, string>} method */
export function confirmIntent(publishableKey, clientSecret, method) {
  const body = new URLSearchParams({ key: publishableKey, client_secret: clientSecret, ...method });
  return call(`payment_intents/${intentIdOf(clientSecret)}/confirm`, { method: 'POST', body });
}

/** @param {string} publishableKey @param {Record<string, string>} method */
export function createPaymentMethod(publishableKey, method) {
  return call('payment_methods', { method: 'POST', body: new URLSearchParams({ key: publishableKey, ...method }) });
}

/** @param {string} path @param {RequestInit} options @returns {Promise<{ object: Json } | { error: Json }>} */
async function call(path, options) {
  try {
    const answer = await fetch(`../v1/${path}`, { ...options, credentials: 'omit' });
    const body = await answer.json();
    return answer.ok ? { object: body } : { error: body.error ?? notReached };
  } catch {
    return { error: notReached };
  }
}

const notReached = {
  type: 'api_connection_error',
  message: 'We could not reach the card provider. Your card may not have been charged. Please try again.',
};

/** @param {string} clientSecret */
function intentIdOf(clientSecret) {
  return encodeURIComponent(clientSecret.split('_secret_')[0] ?? '');
}
