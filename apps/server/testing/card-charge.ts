import { sandboxProviderPath } from '../http/routing/provider-paths.ts';

/** The id of the charge to which a client's secret belongs. */
export function readIntentId(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}

/** The fields by which the card form of a page confirms a charge with the number of a card. */
export function makeCardFields(
  publishableKey: string,
  clientSecret: string,
  number = '4242424242424242',
): Readonly<Record<string, string>> {
  return {
    key: publishableKey,
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '242',
  };
}

/**
 * Makes the path and the form with which a page confirms a charge at the sandbox card provider with a card that
 * succeeds.
 */
export function makeConfirmationRequest(
  publishableKey: string,
  clientSecret: string,
): { readonly path: string; readonly fields: Readonly<Record<string, string>> } {
  return {
    path: `${sandboxProviderPath}/v1/payment_intents/${readIntentId(clientSecret)}/confirm`,
    fields: { key: publishableKey, client_secret: clientSecret, payment_method: 'pm_card_visa' },
  };
}
