import type { User } from '@carhouse/contract/accounts';
import type { Call } from '@carhouse/contract/call';
import { ApiError, type Client } from '@carhouse/contract/client';
import type { factorProofOptions, proveFactor } from '@carhouse/contract/factors';
import type { confirmSession } from '@carhouse/contract/passwords';
import { useSyncExternalStore } from 'react';

/**
 * Why the user must sign in again: the session has ended, is too old for the call, or lacks the proof of a second
 * factor.
 */
export type ReauthenticationReason = 'session-ended' | 'not-recent' | 'factor-unproved';
/** `back`: the same user has signed in. `left`: the user cancelled, or another user has signed in. */
type DialogAnswer = 'back' | 'left';

/**
 * A request for the dialog. Only one dialog is open at a time; all calls that fail while the dialog is open wait for
 * its result.
 */
export type ReauthenticationRequest = {
  readonly reason: ReauthenticationReason;
  readonly person: User;
  /** Whether the dialog asks the user to confirm the action before the call is repeated. */
  readonly isRepeatConfirmed: boolean;
  readonly closeWithAnswer: (answer: DialogAnswer) => void;
};

let rememberedPerson: User | undefined;
let pendingRequest: (ReauthenticationRequest & { readonly answer: Promise<DialogAnswer> }) | undefined;
const requestListeners = new Set<() => void>();

/**
 * Stores the signed-in user of the page. The dialog needs the name of the user after the session has ended. The
 * function works only in a browser.
 */
export function rememberUser(user: User | null): void {
  rememberedPerson = user ?? undefined;
}

/**
 * Asks the user to sign in again, in the dialog of the root component. Visitors without a session are not asked to sign
 * in.
 */
export function requestReauthentication(
  reason: ReauthenticationReason,
  isRepeatConfirmed: boolean,
): Promise<DialogAnswer> {
  if (rememberedPerson === undefined) return Promise.resolve('left');
  if (pendingRequest !== undefined) return pendingRequest.answer;
  const { promise, resolve } = Promise.withResolvers<DialogAnswer>();
  const closeWithAnswer = (answer: DialogAnswer): void => {
    pendingRequest = undefined;
    notifyListeners();
    resolve(answer);
  };
  pendingRequest = { reason, person: rememberedPerson, isRepeatConfirmed, closeWithAnswer, answer: promise };
  notifyListeners();
  return promise;
}

/** Returns the request of the open dialog; undefined when no dialog is open. */
export function useReauthenticationRequest(): ReauthenticationRequest | undefined {
  return useSyncExternalStore(
    watchRequest,
    () => pendingRequest,
    () => undefined,
  );
}

function watchRequest(onChange: () => void): () => void {
  requestListeners.add(onChange);
  return () => requestListeners.delete(onChange);
}

function notifyListeners(): void {
  for (const onChange of requestListeners) onChange();
}

/**
 * Makes a client for which the end of the session does not lose a change: the call waits while the user signs in again,
 * and is repeated if the same user signs in. For the page, the call only takes longer, so the page keeps its state.
 */
export function createReauthenticatingClient(client: Client, requestSignIn: typeof requestReauthentication): Client {
  return (call, ...args) => repeatAfterSignIn(() => client(call, ...args), call, requestSignIn);
}

/**
 * Runs `runCall`, which makes a call. When the server refuses the call because it needs a new sign-in or a proof of a
 * second factor, the user is asked for this sign-in or proof. `runCall` then runs again.
 * @throws the error of `runCall` when the user cancels, or when neither a new sign-in nor a proof would help
 */
export async function repeatAfterSignIn<T>(
  runCall: () => Promise<T>,
  call: Pick<Call, 'method' | 'path'>,
  requestSignIn: typeof requestReauthentication,
): Promise<T> {
  const askedReasons: ReauthenticationReason[] = [];
  for (;;) {
    try {
      return await runCall();
    } catch (error) {
      const reason = findReason(error, call);
      // The user is asked at most once for each reason. A sign-in may be followed by the request for the second factor.
      if (reason === undefined || askedReasons.includes(reason)) throw error;
      askedReasons.push(reason);
      if ((await requestSignIn(reason, reason === 'session-ended')) === 'left') throw error;
    }
  }
}

/**
 * The paths of the calls that the dialogs make. Only the types of the calls are imported, so that no page loads their
 * definitions at its start.
 */
type PathsOfDialogs = readonly [
  (typeof confirmSession)['path'],
  (typeof factorProofOptions)['path'],
  (typeof proveFactor)['path'],
];
const paths: PathsOfDialogs = [
  '/api/v1/me/confirmation',
  '/api/v1/me/second-factor/proof-options',
  '/api/v1/me/second-factor/proof',
];
const pathsOfDialogs: readonly string[] = paths;

/** `watchSession` handles reads after the end of the session, because reads need not be repeated. */
function findReason(
  error: unknown,
  { method, path }: Pick<Call, 'method' | 'path'>,
): ReauthenticationReason | undefined {
  // The calls that the dialog itself makes are excluded, because they would wait for their own result.
  if (!(error instanceof ApiError) || pathsOfDialogs.includes(path)) return undefined;
  if (error.code === 'RECENT_SIGN_IN_REQUIRED') return 'not-recent';
  if (error.code === 'SECOND_FACTOR_PROOF_REQUIRED') return 'factor-unproved';
  return error.code === 'UNAUTHENTICATED' && method !== 'GET' ? 'session-ended' : undefined;
}
