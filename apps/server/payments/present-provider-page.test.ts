import { expect, it } from 'vitest';
import { presentProviderPage } from './present-provider-page.ts';

const of = (scriptUrl: string | null, testMode: boolean) =>
  presentProviderPage({ cardForm: { publishableKey: 'pk', scriptUrl, testMode } }, 'pi_1/2');

it('is the page at Stripe in its mode, and nothing with the sandbox', () => {
  expect(of(null, true)).toBe('https://dashboard.stripe.com/test/payments/pi_1%2F2');
  expect(of(null, false)).toBe('https://dashboard.stripe.com/payments/pi_1%2F2');
  expect(of('/sandbox-card-provider/v3/stripe.js', true)).toBeNull();
});
