import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiFault } from '../faults.ts';
import { StripeError, type StripeErrorBody } from '../stripe-error.ts';

const failureResponseByFault: Record<'500' | '429' | 'lock_timeout', { status: number; body: StripeErrorBody }> = {
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
export class HtmlResponseError extends Error {
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
      const failure = failureResponseByFault[fault.kind];
      throw new StripeError(failure.status, failure.body);
    }
    if (fault.kind === '502_html') throw new HtmlResponseError('Bad gateway');
    if (fault.kind === 'hang' && !response.destroyed) {
      await new Promise<void>((onClose) => {
        response.once('close', onClose);
      });
    }
  }
}

/** Waits for the time that the fault `slow_ms` sets, if this fault is active. */
export async function waitForFault(activeFaults: readonly ApiFault[]): Promise<void> {
  for (const fault of activeFaults) if (fault.kind === 'slow_ms') await sleep(fault.ms);
}

/** The kinds of objects that a simulated fault may change in a response. */
const tamperedObjectNames = [
  'account',
  'balance_transaction',
  'payment_intent',
  'payout',
  'transfer',
  'transfer_reversal',
];

/**
 * Changes the text of a response according to the active faults. Except for `wrong_shape`, only some kinds of objects
 * are changed.
 */
export function tamperWithResponse(text: string, activeFaults: readonly ApiFault[]): string {
  if (activeFaults.some((fault) => fault.kind === 'wrong_shape'))
    return JSON.stringify({ object: 'country_spec', id: 'SG' });
  const wrongFieldFaults = activeFaults.filter((fault) =>
    ['amount_tampered', 'wrong_currency', 'livemode_true', 'lie'].includes(fault.kind),
  );
  if (wrongFieldFaults.length === 0) return text;
  const body: unknown = JSON.parse(text);
  for (const tamperedObject of findTamperedObjects(body)) {
    for (const wrongFieldFault of wrongFieldFaults) {
      if (wrongFieldFault.kind === 'amount_tampered') {
        tamperedObject.amount = Number(tamperedObject.amount) + wrongFieldFault.by;
        if (tamperedObject.status === 'succeeded') tamperedObject.amount_received = tamperedObject.amount;
      }
      if (wrongFieldFault.kind === 'wrong_currency') tamperedObject.currency = wrongFieldFault.currency;
      if (wrongFieldFault.kind === 'livemode_true') tamperedObject.livemode = true;
      if (wrongFieldFault.kind === 'lie') Object.assign(tamperedObject, wrongFieldFault.fields);
    }
  }
  return JSON.stringify(body, null, 2);
}

function findTamperedObjects(body: unknown): Record<string, unknown>[] {
  if (typeof body !== 'object' || body === null) return [];
  const record = body as Record<string, unknown>;
  if (tamperedObjectNames.includes(String(record.object))) return [record];
  return Array.isArray(record.data) ? record.data.flatMap(findTamperedObjects) : [];
}
