import { randomUUID } from 'node:crypto';
import { makeClientAddress } from '@carhouse/bench/http-client';
import type { ExchangeResponse, RequestOptions } from '@carhouse/bench/http-exchange';
import type { SignedInUser } from '@carhouse/server/testing/many-users';
import type { VisitKind } from './visitor-mix.ts';

/** A request for one arrival, and the functions that are called after its answer. */
export type VisitRequest = {
  /**
   * Kind of the request. The request may be for an earlier step of a purchase, when no order waits for the chosen step.
   */
  readonly kind: VisitKind;
  readonly request: RequestOptions;
  onGood?(answer: ExchangeResponse): void;
  /** Called when neither the request nor its retry got a good answer. */
  onBad?(): void;
};

/**
 * Number of client addresses of visitors. The server applies its limits to each address separately, as for real
 * visitors.
 */
export const visitorAddressCount = 10_000;

/** A change as the browser sends it, with a key under which it may be repeated. */
export function makeChangeRequest(path: string, user: SignedInUser, body: object): RequestOptions {
  return {
    path,
    headers: { ...makeUserHeaders(user), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    write: { method: 'POST', body: JSON.stringify(body) },
    shouldReadBody: true,
  };
}

/** Makes the headers of a user, whose client IP address is derived from the user's id. */
export function makeUserHeaders({ id, token }: SignedInUser): Readonly<Record<string, string>> {
  const index = visitorAddressCount + (Number.parseInt(id.slice(0, 8), 16) % visitorAddressCount);
  return { 'x-forwarded-for': makeClientAddress(index), authorization: token };
}
