import type { Client } from '@carhouse/contract/client';
import { addPasskey, passkeyOptions } from '@carhouse/contract/factors';
import { secondFactorMessages } from '#messages/second-factor';
import { requestPasskeyChallenge, requestSecondStepChallenge, signInWithPasskey } from '../../app/identity.ts';

/** Loads the WebAuthn library, which is needed only for passkeys. */
const loadPasskeyLibrary = () => import('@simplewebauthn/browser');

type PasskeyRequestOptions = Parameters<
  Awaited<ReturnType<typeof loadPasskeyLibrary>>['startAuthentication']
>[0]['optionsJSON'];
type PasskeyCreationOptions = Parameters<
  Awaited<ReturnType<typeof loadPasskeyLibrary>>['startRegistration']
>[0]['optionsJSON'];

/** Whether this browser supports passkeys. */
export function supportsPasskeys(): boolean {
  return typeof window !== 'undefined' && typeof window.PublicKeyCredential === 'function';
}

/**
 * Requests a passkey from the device, for a sign-in that waits for its second step.
 * @throws Error with a message for the user.
 */
export async function requestStepPasskey(token: string): Promise<unknown> {
  return requestPasskeyAnswer((await requestSecondStepChallenge(token)) as PasskeyRequestOptions);
}

/**
 * Requests a passkey from the device, with options that were fetched before. @throws Error with a message for the user.
 */
export async function answerPasskeyOptions(options: unknown): Promise<unknown> {
  return requestPasskeyAnswer(options as PasskeyRequestOptions);
}

/** Signs in with only a passkey. @throws Error with a message for the user. */
export async function loginWithPasskey(): Promise<void> {
  await signInWithPasskey(await requestPasskeyAnswer((await requestPasskeyChallenge()) as PasskeyRequestOptions));
}

/**
 * Makes a passkey on this device or on another one, and adds it to the account.
 * @returns the new recovery codes; the list is empty when there are no new codes.
 */
export async function makePasskey(client: Client, name: string): Promise<readonly string[]> {
  const { options } = await client(passkeyOptions);
  const { startRegistration } = await loadPasskeyLibrary();
  const passkey = await startRegistration({ optionsJSON: options as unknown as PasskeyCreationOptions }).catch(() => {
    throw new Error(secondFactorMessages.passkey.failed);
  });
  const { recoveryCodes } = await client(addPasskey, { body: { name, passkey: { ...passkey } } });
  return recoveryCodes;
}

async function requestPasskeyAnswer(options: PasskeyRequestOptions): Promise<unknown> {
  const { startAuthentication } = await loadPasskeyLibrary();
  return startAuthentication({ optionsJSON: options }).catch(() => {
    // Browsers have the same error for a cancelled dialog, an expired one, and a device without the passkey.
    throw new Error(secondFactorMessages.step.cancelled);
  });
}
