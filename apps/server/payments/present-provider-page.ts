import type { Context } from '../context.ts';

/**
 * Returns the URL of the page of a charge at Stripe, for admins; null with the sandbox provider, which has no web pages.
 * Source: https://docs.stripe.com/dashboard/basics (URLs of the dashboard; `test/` in test mode).
 */
export function presentProviderPage({ cardForm }: Pick<Context, 'cardForm'>, intentId: string): string | null {
  if (cardForm.scriptUrl !== null) return null;
  return `https://dashboard.stripe.com/${cardForm.testMode ? 'test/' : ''}payments/${encodeURIComponent(intentId)}`;
}
