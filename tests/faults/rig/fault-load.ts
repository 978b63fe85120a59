import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { makeConfirmationRequest, readIntentId } from '@carhouse/server/testing/card-charge';
import { makeManyCars, makeManyUsers, type SignedInUser } from '@carhouse/server/testing/many-users';
import { createSeededRandom } from '@carhouse/server/testing/seeded';
import type { FaultTestbed } from './fault-testbed.ts';
import { type Attempt, type ClientHistory, isSuccess, type RecordedWrite, type WriteKind } from './history.ts';

/** Milliseconds after which a client of the load gives up. */
const clientTimeoutMs = 15_000;
/** Milliseconds between two actions of one person. */
const actionIntervalMs = 60;
/** Additional time in milliseconds that a person waits after an action that failed. */
const pauseAfterFailureMs = 150;
const personAndCarCounts = { buyers: 24, buyersAtOnce: 6, sellers: 12, cars: 1_500 } as const;

export type LoadPeople = {
  readonly buyers: readonly SignedInUser[];
  readonly sellers: readonly SignedInUser[];
  /** Cars that nobody has ordered. */
  readonly cars: string[];
};

/** Makes the people and the cars of a load. */
export async function makeLoadPeople({
  pool,
  sessionSecret,
}: Pick<FaultTestbed, 'pool' | 'sessionSecret'>): Promise<LoadPeople> {
  const buyers = await makeManyUsers(pool, sessionSecret, 'Buyer', personAndCarCounts.buyers);
  const sellers = await makeManyUsers(pool, sessionSecret, 'Seller', personAndCarCounts.sellers);
  const prices = Array.from({ length: personAndCarCounts.cars }, (_, index) => 40_000 + index);
  return { buyers, sellers, cars: [...(await makeManyCars(pool, sellers[0]?.id ?? '', prices))] };
}

/** A request of a client. */
type ClientRequest = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
};

/** One client of an experiment. The client records every request. */
export class FaultClient {
  readonly #origin: string;
  readonly #history: ClientHistory;
  readonly #address: string;
  readonly #timeoutMs: number;

  /** @param clientNumber number of the client, from which its own address follows. */
  constructor(origin: string, history: ClientHistory, clientNumber: number, timeoutMs = clientTimeoutMs) {
    this.#origin = origin;
    this.#timeoutMs = timeoutMs;
    this.#history = history;
    this.#address = `198.18.${Math.floor(clientNumber / 250)}.${(clientNumber % 250) + 1}`;
  }

  /** Sends a request. @returns the answer; status 0 when there was none. */
  async send(
    kind: Attempt['kind'],
    path: string,
    init: ClientRequest = {},
  ): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
    const startMs = performance.now();
    const name = `${init.method ?? 'GET'} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replace(/pi_\w+/, ':intent')}`;
    const recordAttempt = (status: number, code: string, hasRetryAfter: boolean): void => {
      this.#history.attempts.push({ kind, name, status, code, hasRetryAfter, startMs, endMs: performance.now() });
    };
    try {
      const headers = { 'x-forwarded-for': this.#address, ...init.headers };
      const signal = AbortSignal.timeout(this.#timeoutMs);
      const answer = await fetch(`${this.#origin}${path}`, { ...init, headers, signal });
      const text = await answer.text();
      const body = parseObject(text);
      recordAttempt(answer.status, typeof body.code === 'string' ? body.code : '', answer.headers.has('retry-after'));
      return { status: answer.status, body };
    } catch (error) {
      const { name: reason, cause } = error as Error & { cause?: { code?: string } };
      recordAttempt(0, cause?.code ?? reason, false);
      return { status: 0, body: {} };
    }
  }

  /** Sends a write with a new idempotency key, and records its outcome. */
  async sendWrite(
    kind: WriteKind,
    token: string,
    request: Pick<RecordedWrite, 'path' | 'body' | 'marker'>,
  ): Promise<RecordedWrite> {
    const write: RecordedWrite = {
      kind,
      token,
      ...request,
      key: randomUUID(),
      startMs: performance.now(),
      outcome: 'unknown',
      id: '',
    };
    this.#history.writes.push(write);
    await this.sendAgain(write);
    return write;
  }

  /** Sends a write for the first time or once more, and records its outcome. */
  async sendAgain(write: RecordedWrite): Promise<void> {
    const { status, body } = await this.send('write', write.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: write.token,
        'idempotency-key': write.key,
      },
      body: JSON.stringify(write.body),
    });
    if (isSuccess(status)) {
      // A payment without an id is completed later; the audit of the charges checks that it was.
      const id = typeof body.insertedId === 'string' ? body.insertedId : '';
      const isPending = write.kind === 'payment' && id === '';
      write.outcome = isPending ? 'unknown' : 'ok';
      write.id = write.kind === 'booking' || write.kind === 'draft' || write.kind === 'wish' ? id : write.marker;
    } else if (status >= 400 && status < 500 && status !== 429 && body.code !== 'IDEMPOTENCY_KEY_IN_USE')
      write.outcome = 'refused';
  }
}

/** Orders a car for a buyer. */
export function bookCar(client: FaultClient, { token }: SignedInUser, productId: string): Promise<RecordedWrite> {
  const marker = `meeting ${randomUUID()}`;
  const body = { productId, meetingDate: marker, buyerNumber: '9123 4567' };
  return client.sendWrite('booking', token, { path: '/api/bookingData', body, marker });
}

/** Saves a draft for a seller. */
export function saveDraft(client: FaultClient, { token }: SignedInUser): Promise<RecordedWrite> {
  // Titles with long numbers are refused, because they may hold a telephone number.
  const marker = `Audi ${randomUUID().replaceAll(/[\d-]/g, (character) => 'ghijklmnopq'['0123456789-'.indexOf(character)] ?? '')}`;
  const terms = { title: marker, location: 'Bedok', category: 'Audi', resalePrice: 45_000, originalPrice: null };
  const years = { yearsOfUse: 4, yearOfPurchase: 2022 };
  const body = { ...terms, ...years, description: 'One owner.', images: [], status: 'draft' };
  return client.sendWrite('draft', token, { path: '/api/v1/listings', body, marker });
}

/**
 * Opens the charge of a booking. @returns the client secret of the charge; undefined when the server did not open the
 * charge.
 */
export async function openCharge(
  client: FaultClient,
  { token }: SignedInUser,
  paymentId: string,
): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json', authorization: token };
  const body = JSON.stringify({ paymentId });
  const { body: charge } = await client.send('other', '/api/create-payment-intent', { method: 'POST', headers, body });
  return typeof charge.clientSecret === 'string' ? charge.clientSecret : undefined;
}

/** Confirms a charge with a card, as the page does it. @returns whether the card was charged. */
export async function confirmCharge(
  client: FaultClient,
  { keys, origin }: Pick<FaultTestbed, 'keys' | 'origin'>,
  secret: string,
): Promise<boolean> {
  const { path, fields } = makeConfirmationRequest(keys.publishableKey, secret);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin };
  const body = new URLSearchParams(fields).toString();
  const { status } = await client.send('other', path, { method: 'POST', headers, body });
  return isSuccess(status);
}

/** Pays a booking by card. @returns the payment; undefined when the charge was not opened or not confirmed. */
export async function payBooking(
  client: FaultClient,
  testbed: Pick<FaultTestbed, 'keys' | 'origin'>,
  buyer: SignedInUser,
  bookingId: string,
): Promise<RecordedWrite | undefined> {
  const secret = await openCharge(client, buyer, bookingId);
  if (secret === undefined || !(await confirmCharge(client, testbed, secret))) return undefined;
  const body = { paymentId: bookingId, transactionId: readIntentId(secret) };
  return client.sendWrite('payment', buyer.token, { path: '/api/payment', body, marker: bookingId });
}

export const signInPath = '/api/auth/sign-in/email';

/** Tries to sign in with an e-mail address that has no account. */
export function signIn(client: FaultClient, origin: string): ReturnType<FaultClient['send']> {
  const body = JSON.stringify({ email: 'nobody@faults.example', password: 'Wrong-Password-1' });
  const headers = { 'content-type': 'application/json', origin };
  return client.send('other', signInPath, { method: 'POST', headers, body });
}

export type RunningLoad = {
  /** Starts no further actions, and waits until the running actions have ended. */
  stop(): Promise<void>;
};

/** Starts buyers, sellers and visitors. @param seed seed for the random choices of the people. */
export function startLoad(
  testbed: Pick<FaultTestbed, 'origin' | 'keys'>,
  people: LoadPeople,
  history: ClientHistory,
  seed = 1,
): RunningLoad {
  const stopController = new AbortController();
  const random = createSeededRandom(seed);
  const clients = people.buyers.map((_, index) => new FaultClient(testbed.origin, history, index));
  const pause = (milliseconds: number): Promise<void> =>
    wait(milliseconds, undefined, { signal: stopController.signal }).catch(() => undefined);

  async function buyNextCar(index: number): Promise<boolean> {
    const [buyer, client, productId] = [people.buyers[index], clients[index], people.cars.pop()];
    if (buyer === undefined || client === undefined || productId === undefined) return false;
    const booking = await bookCar(client, buyer, productId);
    if (booking.outcome !== 'ok') return false;
    if (random() < 0.3) {
      const wish = { path: '/api/wishLists', body: { productId }, marker: `${buyer.id} ${productId}` };
      await client.sendWrite('wish', buyer.token, wish);
    }
    if (random() < 0.5) return (await payBooking(client, testbed, buyer, booking.id))?.outcome === 'ok';
    const cancellation = {
      path: `/api/v1/bookings/${booking.id}/cancellation`,
      body: { reason: 'changed' },
      marker: booking.id,
    };
    return (await client.sendWrite('cancellation', buyer.token, cancellation)).outcome === 'ok';
  }

  async function repeatUntilStop(action: (round: number) => Promise<boolean>, intervalMs: number): Promise<void> {
    for (let round = 0; !stopController.signal.aborted; round += 1)
      await pause((await action(round)) ? intervalMs : intervalMs + pauseAfterFailureMs);
  }

  const visitor = new FaultClient(testbed.origin, history, 900);
  const pages = ['/', '/api/v1/listings?brand=Audi', '/api/v1/brands', '/api/v1/listings?q=A6'];
  const actionLoops = [
    ...Array.from({ length: personAndCarCounts.buyersAtOnce }, (_, buyerOffset) =>
      repeatUntilStop(
        (round) => buyNextCar((buyerOffset + round * personAndCarCounts.buyersAtOnce) % personAndCarCounts.buyers),
        actionIntervalMs,
      ),
    ),
    repeatUntilStop(async (round) => {
      const seller = people.sellers[round % personAndCarCounts.sellers];
      const client = new FaultClient(testbed.origin, history, 800 + (round % personAndCarCounts.sellers));
      return seller !== undefined && (await saveDraft(client, seller)).outcome === 'ok';
    }, 200),
    repeatUntilStop(async (round) => {
      const path = pages[round % pages.length] ?? '/';
      const { status } = await visitor.send(path === '/' ? 'page' : 'read', path);
      return isSuccess(status);
    }, 150),
    // Sign-ins with an e-mail address that has no account, each from a different network.
    repeatUntilStop(async (round) => {
      const client = new FaultClient(testbed.origin, history, 5_000 + 250 * round);
      const { status } = await signIn(client, testbed.origin);
      return status === 401;
    }, 700),
  ];
  return {
    async stop() {
      stopController.abort();
      await Promise.all(actionLoops);
    },
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsedBody: unknown = JSON.parse(text);
    return typeof parsedBody === 'object' && parsedBody !== null ? (parsedBody as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
