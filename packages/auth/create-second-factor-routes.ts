import type { SignedToken } from './new-session.ts';
import type { OpenidHooks } from './openid-sign-in.ts';
import type { RequestIdentity } from './request-identity.ts';
import {
  finishSecondStep,
  getAnyPasskeyOptions,
  getPasskeyOptions,
  type SecondStepTools,
  type StepCaller,
  signInWithPasskey,
} from './second-step.ts';
import { readPasskeyAnswer, readSecondStep, readStepToken } from './second-step-fields.ts';
import { readUserAgent } from './user-agent.ts';

/** The client of a request. `bucket` is the client's address or subnet, by which limits count. */
type Caller = { readonly bucket: string; readonly identity: RequestIdentity };

/** A call below /api/auth: its method, and the function that answers it. */
export type IdentityCall = {
  readonly method: 'GET' | 'POST';
  readonly answer: (request: Request, caller: Caller, hooks?: OpenidHooks) => Promise<Response>;
};

type ResponseTools = {
  readonly readJson: (request: Request) => Promise<unknown>;
  readonly answerJson: (body: unknown, cookies: readonly string[]) => Response;
  /** Returns the response of a finished sign-in, with the user, the cookie and the token. */
  readonly answerTokenOwner: (signedToken: SignedToken) => Promise<Response>;
};

/**
 * Returns the calls below /api/auth that finish a sign-in by a second factor, and the calls for a sign-in by a passkey
 * alone.
 */
export function createSecondFactorRoutes(
  tools: SecondStepTools,
  { readJson, answerJson, answerTokenOwner: answerOwner }: ResponseTools,
): Readonly<Record<string, IdentityCall>> {
  return {
    '/sign-in/second-step': {
      method: 'POST',
      answer: async (request, caller) => {
        const { token, answer } = readSecondStep(await readJson(request));
        return answerOwner(await finishSecondStep(tools, token, answer, makeSecondStepCaller(request, caller)));
      },
    },
    '/sign-in/second-step/passkey': {
      method: 'POST',
      answer: async (request) => answerJson(await getPasskeyOptions(tools, readStepToken(await readJson(request))), []),
    },
    '/sign-in/passkey': {
      method: 'POST',
      answer: async (request, caller) => {
        const response = readPasskeyAnswer(await readJson(request));
        return answerOwner(await signInWithPasskey(tools, response, makeSecondStepCaller(request, caller)));
      },
    },
    '/sign-in/passkey/challenge': {
      method: 'POST',
      answer: async () => answerJson(await getAnyPasskeyOptions(tools), []),
    },
  };
}

function makeSecondStepCaller({ headers }: Request, { bucket }: Caller): StepCaller {
  return { bucket, userAgent: readUserAgent(headers) };
}
