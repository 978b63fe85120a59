import { randomUUID } from 'node:crypto';
import { makeClientAddress } from '@carhouse/bench/http-client';
import type { ExchangeAnswer, RequestOptions } from '@carhouse/bench/http-exchange';
import type { SignedInUser } from '@carhouse/server/testing/many-users';
import type { VisitKind } from './visitor-mix.ts';

/** A request of one arrival, and what is done with a good answer to it. */
export type VisitRequest = {
  /** What is asked; another step of a purchase than the arrival wanted, when no order waits for that one. */
  readonly kind: VisitKind;
  readonly request: RequestOptions;
  onGood?(answer: ExchangeAnswer): void;
  /** Called when there was no good answer, also not to a retry. */
  onBad?(): void;
};

/** Number of client addresses of visitors. Each has limits of its own, as in life. */
export const visitorAddressCount = 10_000;

/** A change as the browser sends it, with a key under which it may be repeated. */
export function changeOf(path: string, user: SignedInUser, body: object): RequestOptions {
  return {
    path,
    headers: { ...headersOf(user), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    change: { method: 'POST', body: JSON.stringify(body) },
    keepsBody: true,
  };
}

/** A user has an address of their own, which follows from their id. */
export function headersOf({ id, token }: SignedInUser): Readonly<Record<string, string>> {
  const index = visitorAddressCount + (Number.parseInt(id.slice(0, 8), 16) % visitorAddressCount);
  return { 'x-forwarded-for': makeClientAddress(index), authorization: token };
}
