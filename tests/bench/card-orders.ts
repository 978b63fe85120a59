import { makeCardFields, readIntentId } from '@carhouse/server/testing/card-charge';
import type { BenchUser } from './users.ts';

export type CardOrder = { readonly buyer: BenchUser; readonly bookingId: string; clientSecret: string };

/** What a browser needs for the card form. */
export type CardForm = { readonly publishableKey: string; readonly scriptUrl: string };

/** Reads the settings of the card form. */
export async function readCardForm(buyer: BenchUser | undefined): Promise<CardForm> {
  return JSON.parse((await buyer?.client.send('GET', '/api/v1/card-form'))?.body ?? '{}') as CardForm;
}

/** Books a car. */
export async function bookCar(buyer: BenchUser, productId: string): Promise<CardOrder> {
  const body = { productId, meetingDate: 'Saturday', buyerNumber: '9123 4567' };
  const answer = await buyer.client.send('POST', '/api/bookingData', { token: buyer.token, body });
  if (answer.status !== 200) throw new Error(`Booking answered ${answer.status}: ${answer.body}`);
  return { buyer, bookingId: String(JSON.parse(answer.body).insertedId), clientSecret: '' };
}

/** Opens the charge of the order, which also reserves the car for the buyer. */
export async function openCharge(order: CardOrder): Promise<void> {
  const { client, token } = order.buyer;
  const answer = await client.send('POST', '/api/create-payment-intent', {
    token,
    body: { paymentId: order.bookingId },
  });
  if (answer.status !== 200) throw new Error(`Opening the charge answered ${answer.status}: ${answer.body}`);
  order.clientSecret = String(JSON.parse(answer.body).clientSecret);
}

/** Sends the card as the card form of the browser does. */
export async function confirmCard(order: CardOrder, form: CardForm): Promise<void> {
  const providerRootUrl = form.scriptUrl.replace(/\/v3\/.*$/, '');
  const body = new URLSearchParams(makeCardFields(form.publishableKey, order.clientSecret)).toString();
  const intentId = readIntentId(order.clientSecret);
  const path = `${providerRootUrl}/v1/payment_intents/${intentId}/confirm`;
  const answer = await order.buyer.client.send('POST', path, { body });
  if (answer.status !== 200) throw new Error(`The card answered ${answer.status}: ${answer.body}`);
}

/** Completes the payment, which sells the car. */
export async function settleOrder(order: CardOrder): Promise<void> {
  const { client, token } = order.buyer;
  const body = { paymentId: order.bookingId, transactionId: readIntentId(order.clientSecret) };
  const answer = await client.send('POST', '/api/payment', { token, body });
  if (answer.status !== 200) throw new Error(`Settling answered ${answer.status}: ${answer.body}`);
}
