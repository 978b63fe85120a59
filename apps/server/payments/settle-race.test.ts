import { openPool } from '@carhouse/database/connection/connect';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { dumpRows } from '../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { settlePayment } from './settle-payment.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

/**
 * Makes four cars of one seller. The same five buyers book each car in a different order, and the card of one of these
 * buyers is charged.
 */
async function makeChargedCars(): Promise<{ seller: TestUser; buyers: TestUser[]; intentIds: string[] }> {
  const seller = await makeUser(server, 'Seller');
  const buyers = await Promise.all(Array.from({ length: 5 }, () => makeUser(server, 'Buyer')));
  const intentIds: string[] = [];
  for (let carCount = 0; carCount < 4; carCount += 1) {
    const car = await makeCar(server, seller);
    const orderedBuyers = carCount % 2 === 0 ? buyers : buyers.toReversed();
    const bookings: string[] = [];
    for (const buyer of orderedBuyers) bookings.push(await bookListing(server, buyer, car));
    const [payer, paymentId] = [orderedBuyers[4], bookings[4]];
    if (payer === undefined) throw new Error('no buyer');
    const openedPayment = await call(server, payer, 'POST', '/api/create-payment-intent', { paymentId });
    const secret = String(openedPayment.body.clientSecret);
    await confirmCard(server, secret);
    intentIds.push(secret.split('_secret_')[0] ?? '');
  }
  return { seller, buyers, intentIds };
}

describe('settling', () => {
  it('gives the payment of another call that has settled the charge while the provider answered', async () => {
    const { intentIds } = await makeChargedCars();
    const intentId = intentIds[0] ?? '';
    const providerAnswerDeferred = Promise.withResolvers<void>();
    const slowProvider = {
      ...server.context.cardProvider,
      findIntent: async (id: string) => {
        await providerAnswerDeferred.promise;
        return server.context.cardProvider.findIntent(id);
      },
    };
    const settlementPromises = Array.from({ length: 3 }, () =>
      settlePayment({ ...server.context, cardProvider: slowProvider }, intentId),
    );
    const settlement = await settlePayment(server.context, intentId);
    const rowsBefore = await dumpRows(server);
    providerAnswerDeferred.resolve();
    expect(settlement.kind).toBe('paid');
    expect(await Promise.all(settlementPromises)).toEqual([settlement, settlement, settlement]);
    expect(await settlePayment(server.context, intentId)).toEqual(settlement);
    expect(await dumpRows(server)).toEqual(rowsBefore);
  });

  it('changes nothing while the totals of accounts stay locked, and settles once they are free', async () => {
    const { intentIds } = await makeChargedCars();
    const [firstIntent = '', intentId = ''] = intentIds;
    expect(await settlePayment(server.context, firstIntent)).toMatchObject({ kind: 'paid' });
    const rowsBefore = await dumpRows(server);
    // The server has the limits of production: it waits for a lock for half a second.
    const pool = openPool({ url: server.databaseUrl, applicationName: 'carhouse-test-locked' });
    const lockingClient = await server.context.pool.connect();
    try {
      await lockingClient.query('BEGIN');
      await lockingClient.query('SELECT FROM ledger_balance FOR UPDATE');
      await expect(settlePayment({ ...server.context, pool }, intentId)).rejects.toMatchObject({ code: '55P03' });
      await lockingClient.query('ROLLBACK');
    } finally {
      lockingClient.release();
      await pool.end();
    }
    expect(await dumpRows(server)).toEqual(rowsBefore);
    expect(await settlePayment(server.context, intentId)).toMatchObject({ kind: 'paid' });
  });

  it('neither fails nor makes fail what closes bookings of the same people at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { seller, buyers, intentIds } = await makeChargedCars();
      const removalPromises: Promise<Answer>[] = [
        call(server, admin, 'POST', `/api/v1/accounts/${seller.id}/suspension`, { reason: 'Complaints of buyers' }),
        ...buyers.slice(0, 2).map((buyer) => call(server, admin, 'DELETE', `/api/Buyer/${buyer.id}`)),
      ];
      const settlements = await Promise.all(intentIds.map((intentId) => settlePayment(server.context, intentId)));
      expect(settlements.filter(({ kind }) => kind !== 'paid' && kind !== 'refunded')).toEqual([]);
      expect((await Promise.all(removalPromises)).map(({ status }) => status)).toEqual([200, 200, 200]);
    }
  });
});
