import type { Call } from '@carhouse/contract/call';
import { ApiError, type Client } from '@carhouse/contract/client';
import { confirmSession } from '@carhouse/contract/passwords';

/** Asks the person to prove once more who he is. @returns whether he did. */
type Question = () => Promise<boolean>;

let question: Question | undefined;
/** Several calls that are refused together ask once. */
let asked: Promise<boolean> | undefined;

/** Says who puts the question, while the page that can is shown. @returns what ends it. */
export function answerRecentSignIn(ask: Question): () => void {
  question = ask;
  return () => {
    if (question === ask) question = undefined;
  };
}

/**
 * The same client, but a call that the house refuses because the last sign-in is too long ago asks for the password first
 * and is then made again. Where nobody can ask, or the person does not want to, the refusal stays.
 */
export function withRecentSignIn(client: Client): Client {
  return async (call, ...given) => {
    try {
      return await client(call, ...given);
    } catch (error) {
      if (!isWanted(call, error) || !(await ask())) throw error;
      return client(call, ...given);
    }
  };
}

function isWanted(call: Call, error: unknown): boolean {
  // The answer to the question may be refused like this too: to people without a password.
  if (call.path === confirmSession.path || question === undefined) return false;
  return error instanceof ApiError && error.code === 'RECENT_SIGN_IN_REQUIRED';
}

async function ask(): Promise<boolean> {
  asked ??= question?.();
  try {
    return (await asked) === true;
  } finally {
    asked = undefined;
  }
}
