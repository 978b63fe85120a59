import type { User } from '@carhouse/contract/accounts';
import type { Call } from '@carhouse/contract/call';
import { ApiError, type Client } from '@carhouse/contract/client';
import { confirmSession } from '@carhouse/contract/passwords';
import { useSyncExternalStore } from 'react';

/** Why somebody has to say once more who he is: the session is over, or too old for what he asks. */
export type ReturnReason = 'session-ended' | 'not-recent';
/** `back`: the same person is signed in. `left`: he does not want to, or is somebody else now. */
type Answer = 'back' | 'left';

/** One question at a time; all calls that fail meanwhile wait for its answer. */
export type ReturnQuestion = {
  readonly reason: ReturnReason;
  readonly person: User;
  /** Whether something is done again afterwards, which is asked first. */
  readonly repeats: boolean;
  readonly settle: (answer: Answer) => void;
};

let person: User | undefined;
let question: (ReturnQuestion & { readonly answer: Promise<Answer> }) | undefined;
const watchers = new Set<() => void>();

/** Remembers who was let into the page, so that the end of the session finds a name. Browser only. */
export function rememberPerson(user: User | null): void {
  person = user ?? undefined;
}

/** Asks the person to sign in again, in the dialog of the root. Visitors are not asked. */
export function askToReturn(reason: ReturnReason, repeats: boolean): Promise<Answer> {
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

/** The open question, if there is one. */
export function useReturnQuestion(): ReturnQuestion | undefined {
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
 * A client whose changes survive the end of the session: the call waits while the person signs in again, and is sent once
 * more when it is the same person. Everything that a screen holds stays, because its call is only slow.
 */
export function returningClient(client: Client, ask: typeof askToReturn): Client {
  return async (call, ...given) => {
    try {
      return await client(call, ...given);
    } catch (error) {
      const reason = reasonOf(error, call);
      if (reason === undefined || (await ask(reason, reason === 'session-ended')) === 'left') throw error;
      return client(call, ...given);
    }
  };
}

/** Reading after the end of the session is `watchSession`'s: it does nothing that would have to be repeated. */
function reasonOf(error: unknown, { method, path }: Call): ReturnReason | undefined {
  // The answer to the question may be refused with the same code: to people without a password.
  if (!(error instanceof ApiError) || path === confirmSession.path) return undefined;
  if (error.code === 'RECENT_SIGN_IN_REQUIRED') return 'not-recent';
  return error.code === 'UNAUTHENTICATED' && method !== 'GET' ? 'session-ended' : undefined;
}
