import type { User } from '@carhouse/contract/accounts';
import type { Call } from '@carhouse/contract/call';
import { ApiError, type Client } from '@carhouse/contract/client';
import type { factorProofOptions, proveFactor } from '@carhouse/contract/factors';
import type { confirmSession } from '@carhouse/contract/passwords';
import { useSyncExternalStore } from 'react';

/** Why the user must sign in again: the session has ended, is too old for the call, or has not proved a second factor. */
export type ReauthenticationReason = 'session-ended' | 'not-recent' | 'factor-unproved';
/** `back`: the same user has signed in. `left`: the user cancelled, or another user has signed in. */
type Answer = 'back' | 'left';

/** A request for the dialog. Only one dialog is open at a time; all calls that fail meanwhile wait for its result. */
export type ReauthenticationRequest = {
  readonly reason: ReauthenticationReason;
  readonly person: User;
  /** Whether the user must confirm before the call is repeated. */
  readonly repeats: boolean;
  readonly settle: (answer: Answer) => void;
};

let person: User | undefined;
let question: (ReauthenticationRequest & { readonly answer: Promise<Answer> }) | undefined;
const watchers = new Set<() => void>();

/** Stores the user of the page, so that their name is known after the session has ended. It works only in a browser. */
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
    tell();
    resolve(answer);
  };
  question = { reason, person, repeats, settle, answer: promise };
  tell();
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
  watchers.add(changed);
  return () => watchers.delete(changed);
}

function tell(): void {
  for (const changed of watchers) changed();
}

/**
 * Makes a client whose changes survive the end of the session: a call waits while the user signs in again, and is repeated
 * if it is the same user. The page keeps its state, because for it the call only takes longer.
 */
export function reauthenticatingClient(client: Client, ask: typeof requestReauthentication): Client {
  return async (call, ...given) => {
    const asked: ReauthenticationReason[] = [];
    for (;;) {
      try {
        return await client(call, ...given);
      } catch (error) {
        const reason = reasonOf(error, call);
        // Each reason is asked for once: a sign-in may be followed by the request for the second factor.
        if (reason === undefined || asked.includes(reason)) throw error;
        asked.push(reason);
        if ((await ask(reason, reason === 'session-ended')) === 'left') throw error;
      }
    }
  };
}

/** The calls of the dialogs. Only their types are imported, so that no page loads their definitions at its start. */
type OfDialogs = readonly [
  (typeof confirmSession)['path'],
  (typeof factorProofOptions)['path'],
  (typeof proveFactor)['path'],
];
const paths: OfDialogs = [
  '/api/v1/me/confirmation',
  '/api/v1/me/second-factor/proof-options',
  '/api/v1/me/second-factor/proof',
];
const ofDialogs: readonly string[] = paths;

/** Reads after the end of the session are handled by `watchSession`, because they need not be repeated. */
function reasonOf(error: unknown, { method, path }: Call): ReauthenticationReason | undefined {
  // The calls that the dialog itself makes are excluded, because they would wait for their own result.
  if (!(error instanceof ApiError) || ofDialogs.includes(path)) return undefined;
  if (error.code === 'RECENT_SIGN_IN_REQUIRED') return 'not-recent';
  if (error.code === 'SECOND_FACTOR_PROOF_REQUIRED') return 'factor-unproved';
  return error.code === 'UNAUTHENTICATED' && method !== 'GET' ? 'session-ended' : undefined;
}
