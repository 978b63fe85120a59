import { cardForm } from '@carhouse/contract/payments';
import type { APIRequestContext } from '@playwright/test';
import { readSuccessBody } from './accounts.ts';

/**
 * Confirms a payment through the API with the same calls as the card form.
 * @returns the id of the charge.
 */
export async function chargeCard(
  buyer: APIRequestContext,
  clientSecret: string,
  number = '4242424242424242',
): Promise<string> {
  const { publishableKey } = await readSuccessBody<{ publishableKey: string }>(await buyer.get(cardForm.path));
  const [intent = ''] = clientSecret.split('_secret_');
  await readSuccessBody(
    await buyer.post(`/sandbox-card-provider/v1/payment_intents/${intent}/confirm`, {
      headers: { authorization: `Bearer ${publishableKey}` },
      form: {
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number.replaceAll(' ', ''),
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2034',
        'payment_method_data[card][cvc]': '242',
      },
    }),
  );
  return intent;
}
