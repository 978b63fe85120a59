import { intentOf } from '@carhouse/server/testing/card-charge';
import { openAgent } from '../http-client.ts';
import { type BenchRun, type Figures, measureJobs, summarise } from '../samples.ts';
import type { ServerProcess } from '../server-process.ts';
import { type BenchUser, listCars, signUpUsers } from '../users.ts';

const buyerCount = 150;
const runCount = 5;
const concurrency = 16;

type Order = { readonly buyer: BenchUser; readonly bookingId: string; clientSecret: string };

/**
 * Measures the payment of a booking. Opening the charge holds the car and calls the card provider. The card is then
 * confirmed at the provider, which is not measured. Settling calls the provider and marks the car as sold. The sandbox
 * provider runs in the same process and sends its webhooks at the same time, as in every start of the product.
 */
export async function benchPayment(server: ServerProcess): Promise<Figures[]> {
  const agent = openAgent(concurrency);
  const users = await signUpUsers(server, agent, { count: buyerCount, role: 'Buyer' });
  await signUpUsers(server, agent, { count: 1, role: 'Seller' });
  const form = JSON.parse((await users[0]?.client.send('GET', '/api/v1/card-form'))?.body ?? '{}') as CardFormAnswer;
  const chargeOpeningRuns: BenchRun[] = [];
  const settlementRuns: BenchRun[] = [];
  for (let run = 0; run < runCount; run += 1) {
    const cars = await listCars(server, buyerCount);
    const orders: Order[] = [];
    for (const [place, buyer] of users.entries()) orders.push(await bookCar(buyer, cars[place] ?? ''));
    chargeOpeningRuns.push(
      await measureJobs(
        orders.map((order) => () => openCharge(order)),
        concurrency,
      ),
    );
    await measureJobs(
      orders.map((order) => () => confirm(order, form)),
      4,
    );
    settlementRuns.push(
      await measureJobs(
        orders.map((order) => () => settleOrder(order)),
        concurrency,
      ),
    );
  }
  agent.destroy();
  return [
    summarise('payment: open the charge', concurrency, chargeOpeningRuns),
    summarise('payment: settle', concurrency, settlementRuns),
  ];
}

type CardFormAnswer = { readonly publishableKey: string; readonly scriptUrl: string };

async function bookCar(buyer: BenchUser, productId: string): Promise<Order> {
  const body = { productId, meetingDate: 'Saturday', buyerNumber: '9123 4567' };
  const answer = await buyer.client.send('POST', '/api/bookingData', { token: buyer.token, body });
  if (answer.status !== 200) throw new Error(`Booking answered ${answer.status}: ${answer.body}`);
  return { buyer, bookingId: String(JSON.parse(answer.body).insertedId), clientSecret: '' };
}

async function openCharge(order: Order): Promise<void> {
  const { client, token } = order.buyer;
  const answer = await client.send('POST', '/api/create-payment-intent', {
    token,
    body: { paymentId: order.bookingId },
  });
  if (answer.status !== 200) throw new Error(`Opening the charge answered ${answer.status}: ${answer.body}`);
  order.clientSecret = String(JSON.parse(answer.body).clientSecret);
}

/** Sends the card as the card form of the browser does. */
async function confirm(order: Order, form: CardFormAnswer): Promise<void> {
  const providerRootUrl = form.scriptUrl.replace(/\/v3\/.*$/, '');
  const body = new URLSearchParams({
    client_secret: order.clientSecret,
    key: form.publishableKey,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '242',
  }).toString();
  const intentId = intentOf(order.clientSecret);
  const path = `${providerRootUrl}/v1/payment_intents/${intentId}/confirm`;
  const answer = await order.buyer.client.send('POST', path, { body });
  if (answer.status !== 200) throw new Error(`The card answered ${answer.status}: ${answer.body}`);
}

async function settleOrder(order: Order): Promise<void> {
  const { client, token } = order.buyer;
  const body = { paymentId: order.bookingId, transactionId: intentOf(order.clientSecret) };
  const answer = await client.send('POST', '/api/payment', { token, body });
  if (answer.status !== 200) throw new Error(`Settling answered ${answer.status}: ${answer.body}`);
}
