import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiFault } from '../faults.ts';
import type { AnswerRecord } from '../ledger/records.ts';
import { type Params, readTexts } from '../params.ts';
import type { PresentOptions } from '../present-options.ts';
import { beginStep, commitStep, type SandboxContext } from '../sandbox-context.ts';
import type { Step } from '../step.ts';
import {
  makeAccountInvalidError,
  makeInvalidRequestError,
  StripeError,
  type StripeErrorBody,
} from '../stripe-error.ts';
import { applyCallFaults, tamperWithResponse, waitForFault } from './apply-faults.ts';
import { authorize, type KeyKind } from './authorize.ts';

export type ApiCall = {
  step: Step;
  params: Params;
  /** The id in the path of the call. */
  id: string;
  /** The second id in the path of the call. `subId` is empty when the path has only one id. */
  subId: string;
  /**
   * The connected account for which the call is made (`Stripe-Account`). `account` is null for the platform's own
   * account.
   */
  account: string | null;
  viewer: KeyKind;
  presentOptions: PresentOptions;
  sandbox: SandboxContext;
};
export type ApiAnswer = { status: number; body: unknown };
export type ApiHandler = (call: ApiCall) => ApiAnswer;
export type RouteOptions = {
  /** The kinds of API key with which the call is allowed. By default, the call is allowed only with the secret key. */
  allowedKeys?: readonly KeyKind[];
  /** Whether the call can be made for a connected account. */
  isAllowedForAccounts?: boolean;
};

/**
 * The time in seconds for which a stored response is repeated: a day, as Stripe documents. After a day the idempotency
 * key can be used again.
 */
export const ANSWER_LIFETIME_SECONDS = 24 * 60 * 60;

/**
 * Turns a handler into a route. The route checks the API key, applies faults and idempotency, then runs the handler in
 * one synchronous step. The response is sent when all its data is on disk. The stored response of an idempotent call is
 * written in the same step as its effects.
 */
export function createApiRoute(sandbox: SandboxContext, handler: ApiHandler, options: RouteOptions = {}) {
  const { allowedKeys = ['secret'], isAllowedForAccounts = false } = options;
  const runningKeys = new Set<string>();

  return async function route(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const params: Params = { ...(request.query as Params), ...((request.body ?? {}) as Params) };
    const viewer = authorize(request.headers.authorization, params, sandbox);
    if (!allowedKeys.includes(viewer)) throw makeSecretKeyRequiredError();
    const account = readHeader(request, 'stripe-account') ?? null;
    if (account !== null) assertAccount(sandbox, account, isAllowedForAccounts);

    const path = request.url.split('?')[0] ?? '';
    const activeFaults = sandbox.faults.takeApiFaults(
      `${request.method} ${path.slice(Math.max(0, path.indexOf('/v1/')))}`,
    );
    const key = request.method === 'POST' ? readHeader(request, 'idempotency-key') : undefined;
    if (key !== undefined) void reply.header('idempotency-key', key);
    const keyScope = account === null ? viewer : `${viewer}:${account}`;
    const answerId = key === undefined ? null : `${keyScope}:${key}`;
    if (answerId !== null && runningKeys.has(answerId)) throw makeKeyInUseError(key ?? '');
    if (answerId !== null) runningKeys.add(answerId);
    try {
      await applyCallFaults(activeFaults, reply.raw, (request.params as { id?: string }).id ?? '');
      await waitForFault(activeFaults);
      if (reply.raw.destroyed) return await reply.hijack();
      const fingerprint = answerId === null ? '' : hashText(`${path}\n${JSON.stringify(params)}`);
      const answer =
        (answerId === null ? null : readStoredAnswer(sandbox, answerId, fingerprint, key ?? '', reply)) ??
        (await runHandler(request, { params, viewer, account }, key, answerId, fingerprint));
      return await sendAnswer(reply, answer, activeFaults);
    } finally {
      if (answerId !== null) runningKeys.delete(answerId);
    }
  };

  async function runHandler(
    request: FastifyRequest,
    caller: Pick<ApiCall, 'params' | 'viewer' | 'account'>,
    key: string | undefined,
    answerId: string | null,
    fingerprint: string,
  ): Promise<{ status: number; text: string }> {
    const step = beginStep(sandbox, { id: request.id, idempotency_key: key ?? null });
    const { params, viewer } = caller;
    const { id = '', subId = '' } = request.params as { id?: string; subId?: string };
    const answer = performCall(step, {
      ...caller,
      step,
      id,
      subId,
      presentOptions: { viewer, expand: readTexts(params, 'expand').map((name) => name.replace(/^data\./, '')) },
      sandbox,
    });
    const text = JSON.stringify(answer.body, null, 2);
    // Every visitor has the publishable key and could fill the store with repeated requests. For the publishable key,
    // only the responses of requests that changed data are stored.
    if (answerId !== null && (viewer === 'secret' || step.writes.length > 0)) {
      step.put('answers', { id: answerId, fingerprint, status: answer.status, body: text, created: step.now });
    }
    await commitStep(sandbox, step);
    // A response must not contain data that a crash could lose.
    await sandbox.recordStore.waitUntilStored();
    return { status: answer.status, text };
  }

  /**
   * Runs the handler. An error that depends on the account's state is stored as the response under the idempotency key.
   * After an error in the parameters, the idempotency key can be used again.
   */
  function performCall(step: Step, call: ApiCall): ApiAnswer {
    try {
      return handler(call);
    } catch (error) {
      if (error instanceof StripeError && step.writes.length === 0 && isStoredError(error)) {
        return { status: error.status, body: { error: error.body } };
      }
      throw error;
    }
  }
}

/** The error response of a failed call that changed data, such as a decline. */
export function makeErrorAnswer(status: number, error: StripeErrorBody): ApiAnswer {
  return { status, body: { error } };
}

function isStoredError(error: StripeError): boolean {
  return [
    'payment_intent_unexpected_state',
    'charge_already_refunded',
    'charge_disputed',
    'balance_insufficient',
    'insufficient_capabilities_for_transfer',
    'payouts_not_allowed',
  ].includes(error.body.code ?? '');
}

/** Throws 403 for an account that is not connected, and 400 for a call that is emulated for the platform only. */
function assertAccount(sandbox: SandboxContext, account: string, isAllowedForAccounts: boolean): void {
  if (sandbox.recordStore.get('accounts', account) === undefined) throw makeAccountInvalidError(account);
  if (!isAllowedForAccounts)
    throw makeInvalidRequestError('This call is not emulated for connected accounts (Stripe-Account).');
}

function readStoredAnswer(
  sandbox: SandboxContext,
  answerId: string,
  fingerprint: string,
  key: string,
  reply: FastifyReply,
) {
  const savedAnswer: AnswerRecord | undefined = sandbox.recordStore.get('answers', answerId);
  if (savedAnswer === undefined || sandbox.forgottenAnswers.has(savedAnswer)) return null;
  if (savedAnswer.created + ANSWER_LIFETIME_SECONDS < sandbox.now().getTime() / 1000) return null;
  if (savedAnswer.fingerprint !== fingerprint) {
    throw new StripeError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  void reply.header('idempotent-replayed', 'true');
  return { status: savedAnswer.status, text: savedAnswer.body };
}

function sendAnswer(
  reply: FastifyReply,
  answer: { status: number; text: string },
  activeFaults: readonly ApiFault[],
): FastifyReply {
  if (activeFaults.some((fault) => fault.kind === 'rst_after_create')) {
    reply.raw.socket?.resetAndDestroy();
    return reply.hijack();
  }
  const text = tamperWithResponse(answer.text, activeFaults);
  const isTruncated = activeFaults.some((fault) => fault.kind === 'truncated');
  return reply
    .code(answer.status)
    .type('application/json')
    .send(isTruncated ? text.slice(0, text.length / 2) : text);
}

function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  const singleValue = Array.isArray(value) ? value[0] : value;
  if (singleValue === undefined || singleValue === '') return undefined;
  if (singleValue.length > 255) {
    throw new StripeError(400, { type: 'idempotency_error', message: 'Idempotency keys have at most 255 characters.' });
  }
  return singleValue;
}

function makeKeyInUseError(key: string): StripeError {
  return new StripeError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}

function makeSecretKeyRequiredError(): StripeError {
  return new StripeError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
}

function hashText(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
