import { setTimeout as wait } from 'node:timers/promises';
import type { SandboxKeys } from '../startup/sandbox-keys.ts';
import { makeConfirmationRequest, readIntentId } from './card-charge.ts';
import type { SignedInUser } from './many-users.ts';

export type WriteKind = 'booking' | 'cancellation' | 'wish' | 'payment';

/**
 * One write and its result for the caller: acknowledged, refused, or interrupted. An interrupted write may exist or
 * not. `id` is the id of the booking or wish that was written.
 */
export type HistoryEntry = {
  readonly kind: WriteKind;
  readonly outcome: 'ok' | 'refused' | 'unknown';
  readonly id: string;
};

export type LoadOptions = {
  readonly url: string;
  readonly keys: SandboxKeys;
  readonly buyers: readonly SignedInUser[];
  /** Unsold listings. Each write uses one car. */
  readonly cars: readonly string[];
  readonly random: () => number;
  readonly historyEntries: HistoryEntry[];
};

/**
 * Lets every buyer book, wish, cancel and pay, one write after the other, until the server is killed or no listing remains.
 */
export async function writeUntilKilled(options: LoadOptions): Promise<void> {
  const { url, keys, buyers, random, historyEntries } = options;
  const cars = [...options.cars];

  async function performWrite(
    kind: WriteKind,
    buyer: SignedInUser,
    path: string,
    body: object,
    existingId?: string,
  ): Promise<string | null> {
    let answer: Response;
    let parsedBody: { insertedId?: string };
    try {
      const headers = { 'content-type': 'application/json', authorization: buyer.token };
      answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      parsedBody = (await answer.json()) as { insertedId?: string };
    } catch (error) {
      historyEntries.push({ kind, outcome: 'unknown', id: existingId ?? '' });
      throw error;
    }
    const id = existingId ?? parsedBody.insertedId ?? '';
    // A 503 may come after the commit, when the connection broke before the database could confirm it.
    const outcome = answer.status === 200 ? 'ok' : answer.status >= 500 ? 'unknown' : 'refused';
    historyEntries.push({ kind, outcome, id });
    return outcome === 'ok' ? id : null;
  }

  async function payBooking(buyer: SignedInUser, bookingId: string): Promise<void> {
    const headers = { 'content-type': 'application/json', authorization: buyer.token };
    const paymentStartAnswer = await fetch(`${url}/api/create-payment-intent`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ paymentId: bookingId }),
    });
    const { clientSecret } = (await paymentStartAnswer.json()) as { clientSecret?: string };
    if (clientSecret === undefined) return;
    const transactionId = readIntentId(clientSecret);
    const { path, fields } = makeConfirmationRequest(keys.publishableKey, clientSecret);
    const confirmationAnswer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
      body: new URLSearchParams(fields).toString(),
    });
    await confirmationAnswer.arrayBuffer();
    await performWrite('payment', buyer, '/api/payment', { paymentId: bookingId, transactionId }, bookingId);
  }

  async function writeUntilEnd(buyer: SignedInUser): Promise<void> {
    for (let productId = cars.pop(); productId !== undefined; productId = cars.pop()) {
      const order = { productId, meetingDate: 'any', buyerNumber: '9123 4567' };
      const bookingId = await performWrite('booking', buyer, '/api/bookingData', order);
      if (bookingId === null) {
        // The call was refused temporarily; a later try may use the listing.
        cars.push(productId);
        await wait(20);
        continue;
      }
      if (random() < 0.4) await performWrite('wish', buyer, '/api/wishLists', { productId });
      if (random() < 0.5) await payBooking(buyer, bookingId);
      else
        await performWrite(
          'cancellation',
          buyer,
          `/api/v1/bookings/${bookingId}/cancellation`,
          { reason: 'changed' },
          bookingId,
        );
    }
  }

  await Promise.allSettled(buyers.map(writeUntilEnd));
}
