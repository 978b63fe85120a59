import { randomBytes, randomInt } from 'node:crypto';
import { postUser } from '@carhouse/contract/accounts';
import { type APIRequestContext, type APIResponse, request } from '@playwright/test';
import { demoAdminEmail, demoPassword, newPassword } from './demo-users.ts';
import { retryWhenOverloaded } from './retry-when-overloaded.ts';

export type CreatedAccount = { readonly id: string; readonly name: string; readonly email: string };

/** Makes API calls with their own client address, because otherwise all tests would share the limits of one address. */
async function openRequestContext(homeAddress: string): Promise<APIRequestContext> {
  const url = process.env.CARHOUSE_URL ?? '';
  return withRetries(
    await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url, 'x-forwarded-for': homeAddress } }),
  );
}

/** Adds retries to API calls for requests that the server refused under overload. */
export function withRetries(calls: APIRequestContext): APIRequestContext {
  for (const method of ['get', 'post', 'put'] as const) {
    const sendRequest = calls[method].bind(calls);
    calls[method] = (url, options) =>
      retryWhenOverloaded(
        () => sendRequest(url, options),
        (answer) => ({ status: answer.status(), retryAfter: answer.headers()['retry-after'] }),
      );
  }
  return calls;
}

const makeClientIpAddress = (): string => `198.18.${randomInt(1, 255)}.${randomInt(1, 255)}`;

/** The body of a successful response. */
export async function readSuccessBody<Body>(answer: APIResponse): Promise<Body> {
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}

/** Returns API calls in the session of a user, who signs in through the API. */
export async function makeSignedInCalls(email: string, password: string): Promise<APIRequestContext> {
  const requestContext = await openRequestContext(makeClientIpAddress());
  await readSuccessBody(await requestContext.post('/api/auth/sign-in/email', { data: { email, password } }));
  return requestContext;
}

/** Runs `makeCalls` with API calls in the session of the demo admin. */
export async function runAsDemoAdmin<Result>(
  makeCalls: (admin: APIRequestContext) => Promise<Result>,
): Promise<Result> {
  const admin = await makeSignedInCalls(demoAdminEmail, demoPassword);
  try {
    return await makeCalls(admin);
  } finally {
    await admin.dispose();
  }
}

/** Signs up a user through the API. The user has no photo, so no external host is requested. */
export async function signUp(
  role: 'Seller' | 'Buyer',
  name: string,
): Promise<{ readonly calls: APIRequestContext; readonly account: CreatedAccount }> {
  const requestContext = await openRequestContext(makeClientIpAddress());
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@people.example`;
  const account = { name, email, password: newPassword, image: '' };
  await readSuccessBody(await requestContext.post('/api/auth/sign-up/email', { data: account }));
  const signUpAnswer = await requestContext.post(postUser.path, { data: { name, email, role, photoURL: '' } });
  const { insertedId } = await readSuccessBody<{ insertedId: string }>(signUpAnswer);
  return { calls: requestContext, account: { id: insertedId, name, email } };
}

/** Creates an account with a role and a unique name. */
export async function makeAccount(role: 'Seller' | 'Buyer', name?: string): Promise<CreatedAccount> {
  const { calls, account } = await signUp(role, name ?? `${role} ${randomBytes(4).toString('hex')}`);
  await calls.dispose();
  return account;
}
