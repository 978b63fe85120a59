import type Stripe from 'stripe';

export const RETURN_URL = 'http://127.0.0.1:3000/payouts?done=1';
export const REFRESH_URL = 'http://127.0.0.1:3000/payouts/refresh';

/** Creates a connected account as a marketplace does that owns the payouts of its sellers. */
export function createSellerAccount(stripe: Stripe, metadata: Record<string, string> = {}): Promise<Stripe.Account> {
  return stripe.accounts.create({
    controller: {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'express' },
    },
    country: 'SG',
    email: 'ada@example.com',
    capabilities: { transfers: { requested: true } },
    settings: { payouts: { schedule: { interval: 'manual' } } },
    metadata,
  });
}

/** Opens a link as a browser does that follows no redirects. Returns the status and the target of the redirect. */
export async function openPage(url: string): Promise<{ status: number; location: string; html: string }> {
  const answer = await fetch(url, { redirect: 'manual' });
  const location = answer.headers.get('location');
  return {
    status: answer.status,
    location: location === null ? '' : new URL(location, url).href,
    html: await answer.text(),
  };
}

/** Submits the form of a page with one of its buttons. `fields` contains the values that the person has entered. */
export async function submitPage(url: string, fields: Record<string, string>) {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() };
}

/** Opens the onboarding page of an account, and returns its URL. */
export async function openOnboarding(stripe: Stripe, accountId: string): Promise<string> {
  const link = await stripe.accountLinks.create({
    account: accountId,
    type: 'account_onboarding',
    refresh_url: REFRESH_URL,
    return_url: RETURN_URL,
  });
  return (await openPage(link.url)).location;
}

/**
 * Creates an account whose owner has completed the onboarding with test data. `fields` replaces some of the test data.
 */
export async function makeSeller(stripe: Stripe, fields: Record<string, string> = {}): Promise<Stripe.Account> {
  const { id } = await createSellerAccount(stripe);
  const answer = await submitPage(await openOnboarding(stripe, id), { ...fields, action: 'fill' });
  if (answer.location !== RETURN_URL) throw new Error(`the onboarding did not end: ${answer.status} ${answer.html}`);
  return stripe.accounts.retrieve(id);
}
