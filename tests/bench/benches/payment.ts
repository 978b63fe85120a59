import { bookCar, type CardOrder, confirmCard, openCharge, readCardForm, settleOrder } from '../card-orders.ts';
import { openAgent } from '../http-client.ts';
import { type BenchRun, type Figures, measureJobs, summarise } from '../samples.ts';
import type { ServerProcess } from '../server-process.ts';
import { listCars, signUpUsers } from '../users.ts';

const buyerCount = 150;
const runCount = 5;
const concurrency = 16;

/**
 * Measures the payment of a booking. Opening the charge holds the car and calls the card provider. The card is then
 * confirmed at the provider, which is not measured. Settling calls the provider and marks the car as sold. The sandbox
 * provider runs in the same process and sends its webhooks at the same time, as in every start of the product.
 */
export async function benchPayment(server: ServerProcess): Promise<Figures[]> {
  const agent = openAgent(concurrency);
  const users = await signUpUsers(server, agent, { count: buyerCount, role: 'Buyer' });
  await signUpUsers(server, agent, { count: 1, role: 'Seller' });
  const form = await readCardForm(users[0]);
  const chargeOpeningRuns: BenchRun[] = [];
  const settlementRuns: BenchRun[] = [];
  for (let run = 0; run < runCount; run += 1) {
    const cars = await listCars(server, buyerCount);
    const orders: CardOrder[] = [];
    for (const [place, buyer] of users.entries()) orders.push(await bookCar(buyer, cars[place] ?? ''));
    chargeOpeningRuns.push(
      await measureJobs(
        orders.map((order) => () => openCharge(order)),
        concurrency,
      ),
    );
    await measureJobs(
      orders.map((order) => () => confirmCard(order, form)),
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
