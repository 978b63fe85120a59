import type { User } from '@carhouse/contract/accounts';
import type { Call } from '@carhouse/contract/call';
import { ApiError, type Client } from '@carhouse/contract/client';
import type { factorProofOptions, proveFactor } from '@carhouse/contract/factors';
import type { confirmSession } from '@carhouse/contract/passwords';
import { useSyncExternalStore } from 'react';

/**
 * Why the user must sign in again: the session has ended, is too old for the call, or has not proved a second factor.
 */
export type ReauthenticationReason = 'session-ended' | 'not-recent' | 'factor-unproved';
/** `back`: the same user has signed in. `left`: the user cancelled, or another user has signed in. */
type Answer = 'back' | 'left';

/** A request for the dialog. Only one dialog is open at a time; all calls that fail meanwhile wait for its result. */
export type ReauthenticationRequest = {
  readonly reason: ReauthenticationReason;
  readonly person: User;
  /** Whether the dialog asks the user to confirm the action before the call is repeated. */
  readonly repeats: boolean;
  readonly settle: (answer: Answer) => void;
};

let person: User | undefined;
let question: (ReauthenticationRequest & { readonly answer: Promise<Answer> }) | undefined;
const requestListeners = new Set<() => void>();

/**
 * Stores the signed-in user of the page. Their name is then known after the session has ended. The function works only
 * in a browser.
 */
export function rememberUser(user: User | null): void {
  person = user ?? undefined;
}

/** Asks the user to sign in again, in the dialog of the root component. Visitors are not asked. */
export function requestReauthentication(reason: ReauthenticationReason, repeats: boolean): Promise<Answer> {
  if (person === undefined) return Promise.resolve('left');
  if (question !== undefined) return question.answer;
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const settle = (answer: Answer): void => {
    question = undefined;
    notifyListeners();
    resolve(answer);
  };
  question = { reason, person, repeats, settle, answer: promise };
  notifyListeners();
  return promise;
}

/** Returns the request of the open dialog, if there is one. */
export function useReauthenticationRequest(): ReauthenticationRequest | undefined {
  return useSyncExternalStore(
    watch,
    () => question,
    () => undefined,
  );
}

function watch(changed: () => void): () => void {
  requestListeners.add(changed);
  return () => requestListeners.delete(changed);
}

function notifyListeners(): void {
  for (const changed of requestListeners) changed();
}

/**
 * Makes a client for which the end of the session does not lose a change: the call waits while the user signs in again,
 * and is repeated if the same user signs in. For the page, the call only takes longer, so the page keeps its state.
 */
export function createReauthenticatingClient(client: Client, ask: typeof requestReauthentication): Client {
  return (call, ...args) => repeatAfterSignIn(() => client(call, ...args), call, ask);
}

/**
 * Runs `work`, which makes a call. When the server refuses the call because it needs a new sign-in or a proof of a
 * second factor, the user is asked for it, and `work` runs again.
 * @throws the error of `work` when the user cancels, or when the refusal needs no new sign-in and no proof
 */
export async function repeatAfterSignIn<T>(
  work: () => Promise<T>,
  call: Pick<Call, 'method' | 'path'>,
  ask: typeof requestReauthentication,
): Promise<T> {
  const requestedReasons: ReauthenticationReason[] = [];
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const reason = reasonOf(error, call);
      // The user is asked at most once for each reason. A sign-in may be followed by the request for the second factor.
      if (reason === undefined || requestedReasons.includes(reason)) throw error;
      requestedReasons.push(reason);
      if ((await ask(reason, reason === 'session-ended')) === 'left') throw error;
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

/** Reads after the end of the session are handled by `watchSession`, because they need not be repeated. */
function reasonOf(error: unknown, { method, path }: Pick<Call, 'method' | 'path'>): ReauthenticationReason | undefined {
  // The calls that the dialog itself makes are excluded, because they would wait for their own result.
  if (!(error instanceof ApiError) || pathsOfDialogs.includes(path)) return undefined;
  if (error.code === 'RECENT_SIGN_IN_REQUIRED') return 'not-recent';
  if (error.code === 'SECOND_FACTOR_PROOF_REQUIRED') return 'factor-unproved';
  return error.code === 'UNAUTHENTICATED' && method !== 'GET' ? 'session-ended' : undefined;
}
