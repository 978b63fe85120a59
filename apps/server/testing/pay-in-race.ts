import { makeCardFields, readIntentId } from './card-charge.ts';
import type { SignedInUser } from './many-users.ts';
import type { CallResult } from './node-caller.ts';
import type { RaceTestbed } from './race-testbed.ts';

/** Sends a call to any node until it is answered with status 200 or one of these error codes. */
export type CallUntilAnswered = (
  caller: SignedInUser,
  path: string,
  body: object,
  finalErrorCodes: readonly string[],
) => Promise<CallResult>;

/** How a charge is paid. The bank of a disputed card disputes the charge at once. */
export type PaymentKind = 'card' | 'disputed-card' | 'paynow';

type PaymentTestbed = Pick<RaceTestbed, 'sandbox' | 'keys'>;
type BookingToPay = { readonly buyer: SignedInUser; readonly bookingId: string };

/** Pays the whole price of a booking, or the next part of it, while nodes end and answers are lost. */
export async function payInRace(
  testbed: PaymentTestbed,
  callUntilAnswered: CallUntilAnswered,
  { paymentKind, ...bookingToPay }: BookingToPay & { readonly paymentKind: PaymentKind },
): Promise<void> {
  const tryToPay = paymentKind === 'paynow' ? payByCode : payByCard;
  const number = paymentKind === 'disputed-card' ? '4000000000000259' : '4242424242424242';
  while (!(await tryToPay(testbed, callUntilAnswered, bookingToPay, number)));
}

/** @returns whether the charge is paid, or the booking was paid before. */
async function payByCard(
  testbed: PaymentTestbed,
  callUntilAnswered: CallUntilAnswered,
  { buyer, bookingId }: BookingToPay,
  number: string,
): Promise<boolean> {
  const start = await callUntilAnswered(buyer, '/api/create-payment-intent', { paymentId: bookingId }, [
    'ALREADY_PAID',
  ]);
  if (start.status !== 200) return true;
  const secret = String(start.body.clientSecret);
  await confirmCard(testbed, secret, number);
  const payment = { paymentId: bookingId, transactionId: readIntentId(secret) };
  const report = await callUntilAnswered(buyer, '/api/payment', payment, ['PAYMENT_PENDING', 'PAYMENT_REFUNDED']);
  return report.status === 200;
}

/** @returns whether the charge is paid, or the booking was paid before. */
async function payByCode(
  testbed: PaymentTestbed,
  callUntilAnswered: CallUntilAnswered,
  { buyer, bookingId }: BookingToPay,
): Promise<boolean> {
  const url = `/api/v1/bookings/${bookingId}`;
  const start = await callUntilAnswered(buyer, `${url}/paynow-code`, {}, ['ALREADY_PAID', 'ILLEGAL_TRANSITION']);
  if (start.status !== 200) return start.body.code === 'ALREADY_PAID';
  const { pageUrl } = start.body.code as { readonly pageUrl: string };
  await approveCode(testbed, pageUrl);
  const { body } = await callUntilAnswered(buyer, `${url}/payment-check`, {}, []);
  return body.state === 'paid';
}

/** The buyer pays the code in the app of their bank. */
async function approveCode({ sandbox }: PaymentTestbed, pageUrl: string): Promise<void> {
  const payNowCodeId = new URL(pageUrl).pathname.split('/').at(-1) ?? '';
  const body = new URLSearchParams({ result: 'approve' });
  const answer = await fetch(`${sandbox.url}/paynow/${payNowCodeId}`, {
    method: 'POST',
    body,
    redirect: 'manual',
  }).catch(() => null);
  await answer?.arrayBuffer();
}

async function confirmCard({ sandbox, keys }: PaymentTestbed, clientSecret: string, number: string): Promise<void> {
  const intentId = readIntentId(clientSecret);
  const form = new URLSearchParams(makeCardFields(keys.publishableKey, clientSecret, number));
  const url = `${sandbox.url}/v1/payment_intents/${intentId}/confirm`;
  const answer = await fetch(url, { method: 'POST', body: form }).catch(() => null);
  await answer?.arrayBuffer();
}
