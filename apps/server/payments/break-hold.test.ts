import type { ListingId } from '@carhouse/domain/listing/listing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sumTotalsByBooking } from '../testing/audit-charges.ts';
import { type Answer, bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let server: TestServer;
let seller: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer(undefined, undefined, { HOLD_COOLDOWN_MINUTES: '30' });
  [seller, admin] = [await makeUser(server, 'Seller'), await makeUser(server, 'admin')];
});
afterEach(() => {
  server.sandbox.faults.clear();
  server.setClock(() => new Date());
});
afterAll(() => server.close());

type HeldOrder = { readonly buyer: TestUser; readonly car: ListingId; readonly id: string; readonly secret: string };

async function makeHeldCar(of = seller): Promise<HeldOrder> {
  const buyer = await makeUser(server, 'Buyer');
  const car = await makeCar(server, of);
  const id = await bookListing(server, buyer, car);
  const openedPayment = await openPayment(buyer, id);
  expect(openedPayment.status).toBe(200);
  return { buyer, car, id, secret: String(openedPayment.body.clientSecret) };
}

const openPayment = (buyer: TestUser, paymentId: string): Promise<Answer> =>
  call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
const breakHold = (caller: TestUser | null, car: ListingId, reason = 'Hoarding'): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/listings/${car}/hold-break`, { reason });
const withdraw = (caller: TestUser, car: ListingId): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/listings/${car}/withdrawal`, {});
const readOrder = async (caller: TestUser, id: string) =>
  (await call(server, caller, 'GET', `/api/payment/${id}`)).body;
const unexpectedStateBody = { error: { code: 'payment_intent_unexpected_state' } };

describe('an admin breaks a hold', () => {
  it('with a reason that admins read; the charge is cancelled and its buyer cannot take it up again', async () => {
    const { buyer, car, id, secret } = await makeHeldCar();
    expect((await breakHold(admin, car)).body).toEqual({ modifiedCount: 1, sold: false });
    expect((await confirmCard(server, secret)).body).toMatchObject(unexpectedStateBody);
    expect(await openPayment(buyer, id)).toMatchObject({ status: 429, body: { code: 'HOLD_COOLDOWN' } });
    const nextBuyer = await makeUser(server, 'Buyer');
    expect((await openPayment(nextBuyer, await bookListing(server, nextBuyer, car))).status).toBe(200);
    const { rows } = await server.context.pool.query(
      "SELECT actor_id, noun_id, after::text FROM audit_entry WHERE action = 'break-hold' AND after->>'listingId' = $1",
      [car],
    );
    expect(rows).toEqual([{ actor_id: admin.id, noun_id: expect.any(String), after: expect.any(String) }]);
    // An audit entry can never be deleted, so the text that the admin typed is stored only with the attempt.
    expect(rows[0].after).not.toContain('Hoarding');
    const { body } = await call(server, admin, 'GET', `/api/v1/audit?noun=payment_attempt&nounId=${rows[0].noun_id}`);
    const entries = body.entries as unknown as { action: string; after: object }[];
    expect(entries.find(({ action }) => action === 'break-hold')?.after).toMatchObject({ reason: 'Hoarding' });
  });

  it('and nobody else does; a car that nobody holds has none to break', async () => {
    const { buyer, car } = await makeHeldCar();
    expect((await breakHold(null, car)).status).toBe(401);
    for (const caller of [buyer, seller]) expect((await breakHold(caller, car)).status).toBe(403);
    expect((await breakHold(admin, car, '')).status).toBe(422);
    expect((await breakHold(admin, await makeCar(server, seller))).body.code).toBe('NO_HOLD');
    expect((await breakHold(admin, 'x' as ListingId)).status).toBe(404);
  });

  it('but no charge that has succeeded', async () => {
    const { buyer, car, id, secret } = await makeHeldCar();
    await confirmCard(server, secret);
    expect((await breakHold(admin, car)).body).toEqual({ modifiedCount: 0, sold: true });
    expect((await readOrder(buyer, id)).paid).toBe(true);
  });
});

describe('an admin withdraws a car that a buyer is holding', () => {
  it('at once: the hold is broken, the charge cancelled, the booking closed', async () => {
    const { buyer, car, id, secret } = await makeHeldCar();
    expect(await withdraw(seller, car)).toMatchObject({ status: 409, body: { code: 'CAR_RESERVED' } });
    expect((await withdraw(admin, car)).body).toEqual({ modifiedCount: 1 });
    expect((await confirmCard(server, secret)).body).toMatchObject(unexpectedStateBody);
    expect(await readOrder(buyer, id)).toMatchObject({ status: 'cancelled', hold: null });
  });

  it('while the buyer asks for it again and again, and others join in', async () => {
    const { buyer, car, id } = await makeHeldCar();
    const otherBuyers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const otherBuyer = await makeUser(server, 'Buyer');
        return { buyer: otherBuyer, id: await bookListing(server, otherBuyer, car) };
      }),
    );
    let isRacing = true;
    const concurrentPaymentPromises = [{ buyer, id }, ...otherBuyers].map(async (each) => {
      while (isRacing) await openPayment(each.buyer, each.id);
    });
    const answer = await withdraw(admin, car);
    isRacing = false;
    await Promise.all(concurrentPaymentPromises);
    expect(answer.body).toEqual({ modifiedCount: 1 });
    server.setClock(() => new Date(Date.now() + 20 * 60_000));
    await reconcilePayments(server.context);
    const openAttemptsResult = await server.context.pool.query(
      "SELECT 1 FROM payment_attempt WHERE listing_id = $1 AND state = 'open'",
      [car],
    );
    expect(openAttemptsResult.rowCount).toBe(0);
  });

  it('also while the provider is away; a card that is charged then gets its money back', async () => {
    const { buyer, car, id, secret } = await makeHeldCar();
    server.sandbox.faults.addApiFault({ kind: '500', on: /cancel$/ });
    expect((await withdraw(admin, car)).body).toEqual({ modifiedCount: 1 });
    server.sandbox.faults.clear();
    await confirmCard(server, secret);
    const paymentReport = { paymentId: id, transactionId: secret.split('_secret_')[0] };
    expect((await call(server, buyer, 'POST', '/api/payment', paymentReport)).body.code).toBe('PAYMENT_REFUNDED');
    expect(sumTotalsByBooking(server.sandbox.account).get(id)).toEqual({ charges: 1, refunds: 1 });
  });

  it('but a charge that has succeeded has bought the car', async () => {
    const { buyer, car, id, secret } = await makeHeldCar();
    await confirmCard(server, secret);
    expect((await withdraw(admin, car)).body.code).toBe('CAR_ALREADY_SOLD');
    expect((await readOrder(buyer, id)).paid).toBe(true);
  });
});

describe('an admin suspends', () => {
  const suspendAccount = (id: string): Promise<Answer> =>
    call(server, admin, 'POST', `/api/v1/accounts/${id}/suspension`, { reason: 'Complaints' });

  it.each(['buyer', 'seller'] as const)('the %s of a held car at once, and the charge is cancelled', async (party) => {
    const owner = await makeUser(server, 'Seller');
    const { buyer, secret } = await makeHeldCar(owner);
    expect((await suspendAccount((party === 'buyer' ? buyer : owner).id)).status).toBe(200);
    expect((await confirmCard(server, secret)).body).toMatchObject(unexpectedStateBody);
  });
});
