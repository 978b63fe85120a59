import { randomBytes, randomInt } from 'node:crypto';
import { readRequestIdentity } from '@carhouse/auth/request-identity';
import { toFactColumns } from '@carhouse/database/listings/listing-row';
import type { AccountId, Actor, Role } from '@carhouse/domain/account/account';
import { type CarFacts, noFacts } from '@carhouse/domain/car/car-facts';
import type { ListingId, ListingStatus } from '@carhouse/domain/listing/listing';
import { cents } from '@carhouse/domain/money/money';
import { readIntentId } from './card-charge.ts';
import { enrolAuthenticatorApp, finishSignIn } from './second-step.ts';
import type { TestServer } from './test-server.ts';

/** A password that satisfies the rules of the specification. */
export const password = 'Test!Password1';

export type TestUser = {
  readonly id: AccountId;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** The access token for the Authorization header. */
  readonly token: string;
};

/** Returns the actor of this user, for tests that call use cases without their route. */
export async function findActor(server: TestServer, user: TestUser): Promise<Actor> {
  const actor = await server.context.identity.findActor(readRequestIdentity(['authorization', user.token]));
  if (actor === null) throw new Error(`${user.name} is not signed in.`);
  return actor;
}

/** Makes a signed-in user with this role. An admin gets a second factor, which was just proved. */
export async function makeUser(
  server: TestServer,
  role: Role,
  options: { verified?: boolean } = {},
): Promise<TestUser> {
  const name = `${role} ${randomBytes(6).toString('hex')}`;
  const email = `${name.replace(' ', '.').toLowerCase()}@people.example`;
  const verifiedAt = options.verified === true ? new Date() : null;
  const id = await server.context.identity.createAccount({ name, email, password, photoUrl: null, role, verifiedAt });
  const token = await signIn(server, email);
  return { id, name, email, role, token: role === 'admin' ? await addSecondFactor(server, email, token) : token };
}

/**
 * Adds an authenticator app to the user's account and signs them in with it.
 * @returns the token of the user's only session.
 */
export async function addSecondFactor(server: TestServer, email: string, token: string): Promise<string> {
  await enrolAuthenticatorApp(server, email, token);
  const sessionToken = await signIn(server, email);
  await server.app.inject({ method: 'DELETE', url: '/api/v1/me/sessions', headers: { authorization: sessionToken } });
  return sessionToken;
}

/** Makes a verified seller without a session, whose listings other users see. */
export async function makeVerifiedSeller(server: TestServer): Promise<TestUser> {
  const id = server.context.newId<'account'>();
  const name = `Shop ${randomBytes(6).toString('hex')}`;
  const email = `${name.replace(' ', '.').toLowerCase()}@people.example`;
  const now = new Date();
  await server.context.database
    .insertInto('account')
    .values({ id, name, email, role: 'Seller', verified_at: now, created_at: now, updated_at: now })
    .execute();
  return { id, name, email, role: 'Seller', token: '' };
}

export async function signIn(server: TestServer, email: string): Promise<string> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email, password },
    // Every user signs in from a different client address, because one address would reach its rate limit (RFC 2544 reserves
    // these addresses for tests).
    remoteAddress: `198.18.${randomInt(1, 255)}.${randomInt(1, 255)}`,
  });
  if (answer.statusCode === 202) {
    return finishSignIn(server, email, answer.json<{ secondStep: { token: string } }>().secondStep.token);
  }
  const token = answer.headers['set-auth-token'];
  if (typeof token !== 'string') throw new Error(`Sign-in answered ${answer.statusCode}: ${answer.body}`);
  return token;
}

export type CarOptions = {
  readonly brand?: string;
  readonly title?: string;
  readonly dollars?: number;
  readonly status?: ListingStatus;
  readonly postedAt?: Date;
  readonly facts?: Partial<CarFacts>;
};

/** Makes a listing of this seller: by default a Ferrari Roma for $868,000. */
export async function makeCar(server: TestServer, seller: TestUser, options: CarOptions = {}): Promise<ListingId> {
  const id = server.context.newId<'listing'>();
  const postedAt = options.postedAt ?? new Date();
  await server.context.database
    .insertInto('listing')
    .values({
      id,
      seller_id: seller.id,
      brand: options.brand ?? 'Ferrari',
      title: options.title ?? 'Roma',
      location: 'Bukit Timah',
      original_price_cents: cents(112_800_000n),
      resale_price_cents: cents(BigInt(Math.round((options.dollars ?? 868_000) * 100))),
      years_of_use: 5,
      year_of_purchase: 2021,
      description: 'One owner since new, full service history.',
      status: options.status ?? 'available',
      posted_at: postedAt,
      updated_at: postedAt,
      dealer_ref: null,
      dealer_row_hash: null,
      ...toFactColumns({ ...noFacts, ...options.facts }),
    })
    .execute();
  return id;
}

export type Answer = {
  readonly status: number;
  readonly body: Record<string, unknown> & unknown[];
  readonly headers: Record<string, unknown>;
};

/** Makes one API call as this user, or as a visitor. */
export async function call(
  server: TestServer,
  caller: TestUser | null,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
): Promise<Answer> {
  const answer = await server.app.inject({
    method,
    url,
    ...(caller === null ? {} : { headers: { authorization: caller.token } }),
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

/** Books a listing. @returns the id of the booking. */
export async function bookListing(server: TestServer, buyer: TestUser, productId: ListingId): Promise<string> {
  const answer = await call(server, buyer, 'POST', '/api/bookingData', {
    productId,
    meetingDate: 'Sat, after 3 pm',
    buyerNumber: '9123 4567',
  });
  if (answer.status !== 200) throw new Error(`Booking answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return String(answer.body.insertedId);
}

export type Card = {
  readonly number?: string;
  readonly expMonth?: number;
  readonly expYear?: number;
  readonly cvc?: string;
};

/** Confirms the charge at the card provider with a client secret, as a browser does. @returns the card provider's answer. */
export async function confirmCard(
  server: TestServer,
  clientSecret: string,
  card: Card = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const intentId = readIntentId(clientSecret);
  const cardForm = new URLSearchParams({
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number ?? '4242424242424242',
    'payment_method_data[card][exp_month]': String(card.expMonth ?? 12),
    'payment_method_data[card][exp_year]': String(card.expYear ?? 2034),
    'payment_method_data[card][cvc]': card.cvc ?? '242',
  });
  const answer = await fetch(`${server.sandbox.url}/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.context.cardForm.publishableKey}` },
    body: cardForm,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
