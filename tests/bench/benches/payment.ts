import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { startOwnSandbox } from '@carhouse/server/startup/own-sandbox';
import { deriveSandboxKeys } from '@carhouse/server/startup/sandbox-keys';
import { bookCar, type CardOrder, confirmCard, openCharge, readCardForm, settleOrder } from '../card-orders.ts';
import { openAgent } from '../http-client.ts';
import { type BenchRun, type Figures, measureJobs, summarise } from '../samples.ts';
import { makeDataDir, type ServerProcess, startServer } from '../server-process.ts';
import { listCars, signUpUsers } from '../users.ts';

const buyerCount = 150;
const runCount = 5;
const concurrency = 16;

/**
 * Measures the payment of a booking. Opening the charge holds the car and calls the card provider. The card is then
 * confirmed at the provider, which is not measured. Settling marks the car as sold. The sandbox provider runs in the
 * server's process and sends its events at the same time, as in every start of the product. The events have therefore
 * settled most charges before the buyer's report. `benchSettling` measures the charges that the buyer's report settles
 * itself.
 */
export async function benchPayment(server: ServerProcess): Promise<Figures[]> {
  const { chargeOpeningRuns, settlingRuns } = await runPayments(server, async () => {});
  return [
    summarise('payment: open the charge', concurrency, chargeOpeningRuns),
    summarise('payment: settle', concurrency, settlingRuns),
  ];
}

/**
 * Measures settling by the buyer's report when no event of the provider has come, so that the call does all the work. The
 * sandbox provider runs in this process and sends no events.
 */
export async function benchSettling(): Promise<Figures[]> {
  const secret = randomBytes(32).toString('hex');
  const sandboxDataDir = await makeDataDir();
  const sandbox = await startOwnSandbox({ keys: deriveSandboxKeys(secret), dataDir: sandboxDataDir, log: () => {} });
  const server = await startServer({ SANDBOX_CARDS_URL: sandbox.url, SANDBOX_CARDS_SECRET: secret });
  try {
    const { settlingRuns } = await runPayments(server, () => waitForMails(server));
    return [summarise('settling: without an event', concurrency, settlingRuns)];
  } finally {
    await server.close();
    await sandbox.close();
    await rm(sandboxDataDir, { recursive: true, force: true });
  }
}

async function runPayments(
  server: ServerProcess,
  waitBeforeSettling: () => Promise<void>,
): Promise<{ readonly chargeOpeningRuns: readonly BenchRun[]; readonly settlingRuns: readonly BenchRun[] }> {
  const agent = openAgent(concurrency);
  const users = await signUpUsers(server, agent, { count: buyerCount, role: 'Buyer' });
  await signUpUsers(server, agent, { count: 1, role: 'Seller' });
  const form = await readCardForm(users[0]);
  const measureForOrders = (
    orders: readonly CardOrder[],
    runPaymentStep: (order: CardOrder) => Promise<void>,
    atOnce = concurrency,
  ) =>
    measureJobs(
      orders.map((order) => () => runPaymentStep(order)),
      atOnce,
    );
  const chargeOpeningRuns: BenchRun[] = [];
  const settlingRuns: BenchRun[] = [];
  for (let runIndex = 0; runIndex < runCount; runIndex += 1) {
    const cars = await listCars(server, buyerCount);
    const orders: CardOrder[] = [];
    for (const [buyerIndex, buyer] of users.entries()) orders.push(await bookCar(buyer, cars[buyerIndex] ?? ''));
    chargeOpeningRuns.push(await measureForOrders(orders, openCharge));
    await measureForOrders(orders, (order) => confirmCard(order, form), 4);
    await waitBeforeSettling();
    settlingRuns.push(await measureForOrders(orders, settleOrder));
  }
  agent.destroy();
  return { chargeOpeningRuns, settlingRuns };
}

/** Waits until the mails about the bookings have been sent, so that they take no time of what is measured next. */
async function waitForMails(server: ServerProcess): Promise<void> {
  const sql = "SELECT FROM outbox WHERE state IN ('waiting', 'sending') AND next_try_at <= now() LIMIT 1";
  while ((await server.pool.query(sql)).rows.length > 0) await wait(100);
}
