import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiFault } from '../faults.ts';
import { StripeError, type StripeErrorBody } from '../stripe-error.ts';

const failureResponses: Record<'500' | '429' | 'lock_timeout', { status: number; body: StripeErrorBody }> = {
  '500': { status: 500, body: { type: 'api_error', message: 'An unknown error occurred' } },
  '429': { status: 429, body: { type: 'rate_limit_error', code: 'rate_limit', message: 'Too many requests' } },
  lock_timeout: {
    status: 429,
    body: {
      type: 'invalid_request_error',
      code: 'lock_timeout',
      message:
        'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
    },
  },
};

/** A response of a proxy in front of the API: HTML instead of JSON, with status 502. */
export class HtmlFailure extends Error {
  readonly status = 502;
}

/**
 * Applies the faults that end a call before its handler runs. The function throws, or waits until the client has
 * disconnected.
 * @param id the id in the path; empty when there is none.
 */
export async function applyCallFaults(
  activeFaults: readonly ApiFault[],
  response: ServerResponse,
  id: string,
): Promise<void> {
  for (const fault of activeFaults) {
    if (fault.kind === 'other_account' && id !== '') {
      const message = `No such object: '${id}'`;
      throw new StripeError(404, { type: 'invalid_request_error', code: 'resource_missing', message });
    }
    if (fault.kind === '500' || fault.kind === '429' || fault.kind === 'lock_timeout') {
      const failure = failureResponses[fault.kind];
      throw new StripeError(failure.status, failure.body);
    }
    if (fault.kind === '502_html') throw new HtmlFailure('Bad gateway');
    if (fault.kind === 'hang' && !response.destroyed) {
      await new Promise<void>((onClose) => {
        response.once('close', onClose);
      });
    }
  }
}

/** Waits for the time that the fault `slow_ms` sets. */
export async function waitForFault(activeFaults: readonly ApiFault[]): Promise<void> {
  for (const fault of activeFaults) if (fault.kind === 'slow_ms') await sleep(fault.ms);
}

/** The kinds of objects that a simulated fault may change in a response. */
const changedObjects = ['account', 'balance_transaction', 'payment_intent', 'payout', 'transfer', 'transfer_reversal'];

/** Changes the response according to the faults. Except for `wrong_shape`, only some kinds of objects are changed. */
export function tamperWithResponse(text: string, activeFaults: readonly ApiFault[]): string {
  if (activeFaults.some((fault) => fault.kind === 'wrong_shape'))
    return JSON.stringify({ object: 'country_spec', id: 'SG' });
  const wrongFields = activeFaults.filter((fault) =>
    ['amount_tampered', 'wrong_currency', 'livemode_true', 'lie'].includes(fault.kind),
  );
  if (wrongFields.length === 0) return text;
  const body: unknown = JSON.parse(text);
  for (const object of changedObjectsIn(body)) {
    for (const wrongFieldFault of wrongFields) {
      if (wrongFieldFault.kind === 'amount_tampered') {
        object.amount = Number(object.amount) + wrongFieldFault.by;
        if (object.status === 'succeeded') object.amount_received = object.amount;
      }
      if (wrongFieldFault.kind === 'wrong_currency') object.currency = wrongFieldFault.currency;
      if (wrongFieldFault.kind === 'livemode_true') object.livemode = true;
      if (wrongFieldFault.kind === 'lie') Object.assign(object, wrongFieldFault.fields);
    }
  }
  return JSON.stringify(body, null, 2);
}

function changedObjectsIn(body: unknown): Record<string, unknown>[] {
  if (typeof body !== 'object' || body === null) return [];
  const record = body as Record<string, unknown>;
  if (changedObjects.includes(String(record.object))) return [record];
  return Array.isArray(record.data) ? record.data.flatMap(changedObjectsIn) : [];
}
