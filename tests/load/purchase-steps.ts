import type { ExchangeResponse } from '@carhouse/bench/http-exchange';
import { makeConfirmationRequest, readIntentId } from '@carhouse/server/testing/card-charge';
import type { SignedInUser } from '@carhouse/server/testing/many-users';
import type { LoadData } from './load-task.ts';
import { makeChangeRequest, makeUserHeaders, type VisitRequest } from './visit-request.ts';

type Order = { readonly buyer: SignedInUser; readonly bookingId: string };
type OpenedCharge = Order & { readonly clientSecret: string };

/**
 * Purchases in which each step is a separate arrival: an arrival continues an order that waits for this step. When no
 * order waits for the step, the arrival makes an earlier step instead, so each arrival sends exactly one request. An
 * order whose step failed waits for the same step again.
 */
export class PurchaseSteps {
  readonly #origin: string;
  readonly #cars: Iterator<string>;
  readonly #publishableKey: string;
  readonly #chooseBuyer: () => SignedInUser;
  readonly #booked: Order[] = [];
  readonly #opened: OpenedCharge[] = [];
  readonly #charged: OpenedCharge[] = [];

  constructor(loadData: LoadData, publishableKey: string, chooseBuyer: () => SignedInUser) {
    this.#origin = loadData.origin;
    this.#cars = loadData.carsToOrder.values();
    this.#publishableKey = publishableKey;
    this.#chooseBuyer = chooseBuyer;
  }

  makeStep(kind: 'book' | 'openCharge' | 'card' | 'pay'): VisitRequest {
    if (kind === 'pay') {
      const charge = this.#charged.shift();
      return charge === undefined ? this.makeStep('card') : this.#makePayment(charge);
    }
    if (kind === 'card') {
      const charge = this.#opened.shift();
      return charge === undefined ? this.makeStep('openCharge') : this.#makeCard(charge);
    }
    if (kind === 'openCharge') {
      const order = this.#booked.shift();
      return order === undefined ? this.makeStep('book') : this.#makeCharge(order);
    }
    return this.#makeBooking();
  }

  #makeBooking(): VisitRequest {
    const { value: productId } = this.#cars.next();
    if (productId === undefined) throw new Error('All cars are ordered: take more with --listings.');
    const buyer = this.#chooseBuyer();
    const body = { productId, meetingDate: 'Saturday', buyerNumber: '9123 4567' };
    return {
      kind: 'book',
      request: makeChangeRequest('/api/bookingData', buyer, body),
      onGood: (answer) => void this.#booked.push({ buyer, bookingId: readText(answer, 'insertedId') }),
    };
  }

  #makeCharge(order: Order): VisitRequest {
    return {
      kind: 'openCharge',
      request: makeChangeRequest('/api/create-payment-intent', order.buyer, { paymentId: order.bookingId }),
      onGood: (answer) => void this.#opened.push({ ...order, clientSecret: readText(answer, 'clientSecret') }),
      onBad: () => void this.#booked.push(order),
    };
  }

  #makeCard(charge: OpenedCharge): VisitRequest {
    const { authorization: _session, ...headers } = makeUserHeaders(charge.buyer);
    const { path, fields } = makeConfirmationRequest(this.#publishableKey, charge.clientSecret);
    return {
      kind: 'card',
      request: {
        path,
        headers: { ...headers, origin: this.#origin, 'content-type': 'application/x-www-form-urlencoded' },
        write: { method: 'POST', body: new URLSearchParams(fields).toString() },
      },
      onGood: () => void this.#charged.push(charge),
      onBad: () => void this.#opened.push(charge),
    };
  }

  #makePayment(charge: OpenedCharge): VisitRequest {
    const body = { paymentId: charge.bookingId, transactionId: readIntentId(charge.clientSecret) };
    return {
      kind: 'pay',
      request: makeChangeRequest('/api/payment', charge.buyer, body),
      onBad: () => void this.#charged.push(charge),
    };
  }
}

/** @throws Error when the answer has no such field. */
function readText({ body }: ExchangeResponse, field: string): string {
  const value = (JSON.parse(body) as Readonly<Record<string, unknown>>)[field];
  if (typeof value !== 'string') throw new Error(`The answer has no ${field}: ${body.slice(0, 200)}`);
  return value;
}
