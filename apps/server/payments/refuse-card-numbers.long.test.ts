import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testCards } from '@carhouse/stripe-sandbox/cards/cards';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { openLog } from '../startup/open-log.ts';
import { bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { dumpRows } from '../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { reconcilePayments } from './reconcile-payments.ts';

/**
 * Matches the sandbox card provider's data file, which is not searched: a real provider's data would not be on this
 * machine.
 */
const sandboxFilePattern = /sandbox-card-provider/;

let server: TestServer;
const lines: string[] = [];

beforeAll(async () => {
  const log = openLog('trace', { write: (line: string) => void lines.push(line) });
  const startedServer = await startTestServer();
  server = {
    ...startedServer,
    app: await buildApp({ ...startedServer.context, log }, { sandboxUrl: startedServer.sandbox.url }),
  };
  startedServer.setWebhookDelivery(true);
});
afterAll(async () => {
  await server.app.close();
  await server.close();
});

/** Tries a card on a separate order, as the payment page does, and reports the result to the server. */
async function tryCard(buyer: TestUser, seller: TestUser, number: string): Promise<void> {
  const paymentId = await bookListing(server, buyer, await makeCar(server, seller, { dollars: 1_000 }));
  const openedPayment = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
  expect(openedPayment.status, JSON.stringify(openedPayment.body)).toBe(200);
  const secret = String(openedPayment.body.clientSecret);
  await confirmCard(server, secret, { number, cvc: number.startsWith('37') ? '2424' : '242' });
  await call(server, buyer, 'POST', '/api/payment', { paymentId, transactionId: secret.split('_secret_')[0] });
  // A declined order would count towards the limit of five open bookings.
  await call(server, buyer, 'POST', `/api/v1/bookings/${paymentId}/cancellation`, { reason: 'Another car.' });
}

async function readServerFiles(): Promise<string[]> {
  const folder = server.context.config.dataDir;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.filter((file) => !sandboxFilePattern.test(file)).map((file) => readFile(file, 'latin1')));
}

describe(`${testCards.length} cards that were tried`, () => {
  it('leave their numbers in no row, no file and no line of the log (I20)', { timeout: 600_000 }, async () => {
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    for (const { number } of testCards) {
      await tryCard(buyer, seller, number);
      // A card number typed into the wrong field is refused and not stored.
      const car = await makeCar(server, seller);
      const bookingFields = { productId: car, meetingDate: `my card is ${number}`, buyerNumber: '9123 4567' };
      expect((await call(server, buyer, 'POST', '/api/bookingData', bookingFields)).status, number).toBe(422);
    }
    await reconcilePayments(server.context);
    const { rows } = await server.context.pool.query('SELECT count(*)::int AS paid FROM payment');
    expect(rows[0].paid).toBeGreaterThan(20);
    expect(lines.length).toBeGreaterThan(testCards.length);
    const storedTexts = [...(await dumpRows(server)), ...(await readServerFiles()), ...lines].map((text) =>
      text.replace(/[ -]/g, ''),
    );
    const foundNumbers = testCards
      .map(({ number }) => number)
      .filter((number) => storedTexts.some((text) => text.includes(number)));
    expect(foundNumbers).toEqual([]);
  });
});
