import { postUser } from '@carhouse/contract/accounts';
import { ApiError, type Client } from '@carhouse/contract/client';
import { googleBuyer } from '@carhouse/contract/credentials';
import type { SecondStep } from '@carhouse/contract/passwords';
import { texts } from '@carhouse/contract/texts';
import { sessionMessages } from '#messages/shared';
import type { ClearUserAndNavigate } from './session.ts';
import { toastError } from './toasts.tsx';

export type FieldFault = { readonly path: string; readonly message: string };

/**
 * An error response of the identity service, with the message of that service. Status 0 means that no response arrived.
 */
export class IdentityError extends Error {
  readonly status: number;
  readonly code: string;
  /** The errors that belong to single fields of the form. */
  readonly errors: readonly FieldFault[];

  constructor(status: number, code: string, message: string, errors: readonly FieldFault[] = []) {
    super(message);
    this.name = 'IdentityError';
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

export type SignUpFacts = { name: string; email: string; password: string; image: string };

/**
 * Signs in with a password, or returns the second step that the account requires.
 * @throws IdentityError for wrong credentials.
 */
export async function signIn(email: string, password: string): Promise<SecondStep | undefined> {
  const response = await callIdentity('sign-in/email', { email, password });
  if (response.status !== 202) return undefined;
  return ((await response.json()) as { secondStep: SecondStep }).secondStep;
}

/** The user's answer to the second step of a sign-in. `passkey` is the browser's response to the passkey challenge. */
export type SecondStepAnswer =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: unknown };

/** Completes a sign-in with the second factor. @throws IdentityError */
export async function finishSignIn(token: string, answer: SecondStepAnswer): Promise<void> {
  await callIdentity('sign-in/second-step', { token, ...answer });
}

/**
 * Requests the options for a passkey as the second step (PublicKeyCredentialRequestOptionsJSON).
 * @throws IdentityError
 */
export async function requestSecondStepChallenge(token: string): Promise<unknown> {
  return (await callIdentity('sign-in/second-step/passkey', { token })).json();
}

/** Requests the challenge for a sign-in with only a passkey. @throws IdentityError */
export async function requestPasskeyChallenge(): Promise<unknown> {
  return (await callIdentity('sign-in/passkey/challenge', {})).json();
}

/** Signs in with only a passkey. @throws IdentityError */
export async function signInWithPasskey(passkey: unknown): Promise<void> {
  await callIdentity('sign-in/passkey', { passkey });
}

/** Makes the first call of the sign-up, which creates the account and its session. @throws IdentityError */
export async function signUp(signUpFacts: SignUpFacts): Promise<void> {
  await callIdentity('sign-up/email', signUpFacts);
}

/**
 * Starts a sign-in with Google or another provider.
 * @returns the URL of the provider's sign-in page.
 * @throws IdentityError
 */
export async function startOpenidSignIn(provider: string, returnPath: string): Promise<string> {
  const { url } = (await (await callIdentity('sign-in/openid', { provider, from: returnPath })).json()) as {
    url: string;
  };
  return url;
}

/**
 * Makes the specification's call after a sign-in with a provider, which makes a new user a Buyer.
 * @throws ApiError
 */
export async function saveGoogleBuyer(client: Client): Promise<void> {
  await client(googleBuyer);
}

/**
 * Makes the second call of the sign-up, which sets the role. A role can be set only once. The error `ROLE_ALREADY_SET`
 * counts as success.
 * @throws ApiError
 */
export async function saveUserRecord(
  client: Client,
  record: { name: string; email: string; role: string; photoURL: string },
): Promise<void> {
  try {
    await client(postUser, { body: record });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ROLE_ALREADY_SET') return;
    throw error;
  }
}

/**
 * Signs out.
 * @returns whether the session has ended, by this call or before it
 */
export async function signOut(): Promise<boolean> {
  try {
    await callIdentity('sign-out', {});
    return true;
  } catch (error) {
    return error instanceof IdentityError && error.status !== 0 && error.status < 500;
  }
}

async function callIdentity(path: string, body: object): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      credentials: 'same-origin',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
  } catch {
    throw new IdentityError(0, 'NETWORK', sessionMessages.unreachable);
  }
  if (!response.ok) throw await readIdentityError(response);
  return response;
}

type RefusalBody = { code?: string; message?: string; detail?: string; errors?: readonly FieldFault[] };

async function readIdentityError(response: Response): Promise<IdentityError> {
  const body = (await response.json().catch(() => ({}))) as RefusalBody;
  const errorMessage = body.message ?? body.detail ?? sessionMessages.wrong;
  return new IdentityError(response.status, body.code ?? 'UNKNOWN', errorMessage, body.errors ?? []);
}

/** Signs out, shows a toast with the style of an error (specification, section 8) and opens `/login`. */
export async function signOutToLogin(leavePage: ClearUserAndNavigate): Promise<void> {
  if (!(await signOut())) {
    toastError(sessionMessages.signOutFailed);
    return;
  }
  await leavePage('/login');
  toastError(texts.toasts.signedOut);
}
