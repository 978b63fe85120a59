import { randomUUID } from 'node:crypto';
import { makeClientAddress } from '@carhouse/bench/http-client';
import type { ExchangeAnswer, RequestOptions } from '@carhouse/bench/http-exchange';
import type { SignedInUser } from '@carhouse/server/testing/many-users';
import type { VisitKind } from './visitor-mix.ts';

/** A request of one arrival, and what is done with a good answer to it. */
export type VisitRequest = {
  /** Kind of the request. For a purchase it may be an earlier step, when no order waits for the chosen step. */
  readonly kind: VisitKind;
  readonly request: RequestOptions;
  onGood?(answer: ExchangeAnswer): void;
  /** Called when neither the request nor its retry got a good answer. */
  onBad?(): void;
};

/** Number of client addresses of visitors. Each address has its own limits, like a real visitor. */
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

/** A user has an address of their own, which follows from their id. */
export function makeUserHeaders({ id, token }: SignedInUser): Readonly<Record<string, string>> {
  const index = visitorAddressCount + (Number.parseInt(id.slice(0, 8), 16) % visitorAddressCount);
  return { 'x-forwarded-for': makeClientAddress(index), authorization: token };
}
