import { call, makeUser, type TestUser } from './builders.ts';
import { deliverMails, readMailsTo } from './mailbox.ts';
import { enrolAuthenticatorApp, proveByApp } from './second-step.ts';
import type { TestServer } from './test-server.ts';

const path = '/api/v1/me/payout-account';

/**
 * Makes a seller with a confirmed address and an authenticator app, whose session has just proved this second factor.
 */
export async function makeSellerWithSecondFactor(server: TestServer): Promise<TestUser> {
  const seller = await makeUser(server, 'Seller');
  await server.context.pool.query('UPDATE account SET email_verified = true WHERE id = $1', [seller.id]);
  const { token } = await enrolAuthenticatorApp(server, seller.email, seller.token);
  return { ...seller, token: await proveByApp(server, seller.email, token) };
}

/**
 * Requests the mail by which a seller confirms that they want to be paid. @returns the token of the link in the mail.
 */
export async function requestPayoutLinkToken(server: TestServer, seller: TestUser): Promise<string> {
  const answer = await call(server, seller, 'POST', `${path}/confirmation-link`);
  if (answer.status !== 202) throw new Error(`The link answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  await deliverMails(server);
  return (await readMailsTo(server, seller.email)).at(-1)?.token ?? '';
}

/** Makes a seller who has confirmed by mail that they want to be paid, and who has not started the provider's form. */
export async function makeConfirmedSeller(server: TestServer): Promise<TestUser> {
  const seller = await makeSellerWithSecondFactor(server);
  const token = await requestPayoutLinkToken(server, seller);
  const answer = await call(server, seller, 'POST', `${path}/confirmation`, { token });
  if (answer.status !== 200) throw new Error(`Confirming answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return seller;
}

/** Opens the provider's form as a seller's browser does. @returns the address of the form. */
export async function openPayoutForm(server: TestServer, seller: TestUser): Promise<string> {
  const answer = await call(server, seller, 'POST', `${path}/onboarding`);
  if (answer.status !== 200) throw new Error(`Starting answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return followLink(server, String(answer.body.url));
}

/** Opens a link to a page of the provider. @returns the address to which the form leads. */
export async function followLink(server: TestServer, pageLink: string): Promise<string> {
  const answer = await fetch(toServerUrl(server, pageLink), { redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`The page of the provider answered ${answer.status}.`);
  return new URL(location, pageLink).href;
}

/**
 * Sends a form of the provider: `fill` completes it with test data, `leave` saves it incomplete, `bank` changes the bank
 * account. @returns the address to which the browser is sent; null when the form is shown again.
 */
export async function sendPayoutForm(
  server: TestServer,
  formAddress: string,
  action: 'fill' | 'leave' | 'submit' | 'bank',
  fields: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  const body = new URLSearchParams({ ...fields, action });
  const answer = await fetch(toServerUrl(server, formAddress), { method: 'POST', body, redirect: 'manual' });
  return answer.headers.get('location');
}

/** The provider's pages are at the public address of the server; tests use another address. */
function toServerUrl(server: TestServer, address: string): string {
  const { pathname, search } = new URL(address);
  return `${server.url}${pathname}${search}`;
}

export type PaidSeller = TestUser & { readonly providerAccountId: string };

/**
 * Makes a seller who can be paid. @param bankNumber the number of the seller's bank account; payouts to some numbers
 * fail.
 */
export async function makePaidSeller(server: TestServer, bankNumber = '000123456'): Promise<PaidSeller> {
  const seller = await makeConfirmedSeller(server);
  await sendPayoutForm(server, await openPayoutForm(server, seller), 'fill', { account_number: bankNumber });
  const answer = await call(server, seller, 'POST', `${path}/check`);
  if (answer.body.state !== 'active') throw new Error(`The account is ${JSON.stringify(answer.body)}`);
  return { ...seller, providerAccountId: await readProviderAccountId(server, seller) };
}

/** Returns the provider's id of a seller's account. */
export async function readProviderAccountId(server: TestServer, seller: TestUser): Promise<string> {
  const { rows } = await server.context.pool.query<{ id: string }>(
    'SELECT provider_account_id AS id FROM payout_account WHERE seller_id = $1',
    [seller.id],
  );
  return rows[0]?.id ?? '';
}
