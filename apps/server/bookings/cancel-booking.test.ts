import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, book, call, confirmCard, makeCar, makePerson, type Person } from '../testing/builders.ts';
import { openTestHouse, type TestHouse } from '../testing/test-house.ts';

let house: TestHouse;
let seller: Person;

beforeAll(async () => {
  house = await openTestHouse();
  seller = await makePerson(house, 'Seller');
});
afterAll(() => house.close());

const cancel = (who: Person | null, id: string, reason?: string): Promise<Answer> =>
  call(house, who, 'POST', `/api/v1/bookings/${id}/cancellation`, reason === undefined ? {} : { reason });
const order = async (buyer: Person, id: string) => (await call(house, buyer, 'GET', `/api/payment/${id}`)).body;

async function openPayment(buyer: Person, paymentId: string): Promise<Answer> {
  return call(house, buyer, 'POST', '/api/create-payment-intent', { paymentId });
}

describe('cancelling a booking', () => {
  it('lets the buyer go, once, and book the car again', async () => {
    const buyer = await makePerson(house, 'Buyer');
    const car = await makeCar(house, seller);
    const id = await book(house, buyer, car);
    expect((await cancel(buyer, id, 'Found another')).body).toEqual({ modifiedCount: 1 });
    expect((await cancel(buyer, id)).body).toEqual({ modifiedCount: 0 });
    expect(await order(buyer, id)).toMatchObject({
      status: 'cancelled',
      closeReason: 'Cancelled by the buyer: Found another',
    });
    expect(await book(house, buyer, car)).not.toBe(id);
  });

  it('frees the car for the next buyer at once, and the old card form cannot pay any more', async () => {
    const [first, second] = [await makePerson(house, 'Buyer'), await makePerson(house, 'Buyer')];
    const car = await makeCar(house, seller);
    const [a, b] = [await book(house, first, car), await book(house, second, car)];
    const held = String((await openPayment(first, a)).body.clientSecret);
    expect((await openPayment(second, b)).body.code).toBe('CAR_RESERVED');
    await cancel(first, a);
    expect((await openPayment(second, b)).status).toBe(200);
    expect((await confirmCard(house, held)).body.error).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  it('is possible for the seller of the car, who is named in the reason', async () => {
    const buyer = await makePerson(house, 'Buyer');
    const id = await book(house, buyer, await makeCar(house, seller));
    expect((await cancel(seller, id)).status).toBe(200);
    expect((await order(buyer, id)).closeReason).toBe('Cancelled by the seller.');
  });

  it('is not possible for strangers, visitors, or once it is paid', async () => {
    const buyer = await makePerson(house, 'Buyer');
    const id = await book(house, buyer, await makeCar(house, seller));
    expect((await cancel(null, id)).status).toBe(401);
    expect((await cancel(await makePerson(house, 'Buyer'), id)).status).toBe(404);
    expect((await cancel(await makePerson(house, 'Seller'), id)).status).toBe(404);
    expect((await cancel(buyer, 'x')).status).toBe(404);
    const secret = String((await openPayment(buyer, id)).body.clientSecret);
    await confirmCard(house, secret);
    await call(house, buyer, 'POST', '/api/payment', { paymentId: id, transactionId: secret.split('_secret_')[0] });
    expect(await cancel(buyer, id)).toMatchObject({ status: 409, body: { code: 'ILLEGAL_TRANSITION' } });
    expect((await order(buyer, id)).paid).toBe(true);
  });

  it('racing with the payment ends paid or refunded, never charged for nothing', async () => {
    for (let round = 0; round < 12; round += 1) {
      const buyer = await makePerson(house, 'Buyer');
      const id = await book(house, buyer, await makeCar(house, seller));
      const secret = String((await openPayment(buyer, id)).body.clientSecret);
      const intent = secret.split('_secret_')[0];
      const charged = confirmCard(house, secret).then(({ status }) => status === 200);
      const told = charged.then(() =>
        call(house, buyer, 'POST', '/api/payment', { paymentId: id, transactionId: intent }),
      );
      await Promise.all([told, round % 2 === 0 ? cancel(buyer, id) : told.then(() => cancel(seller, id))]);
      const refunds = house.sandbox.account.refunds().filter((refund) => refund.payment_intent === intent).length;
      const { paid } = await order(buyer, id);
      const expected = paid ? 0 : (await charged) ? 1 : 0;
      expect(refunds).toBe(expected);
      if (paid) expect(await charged).toBe(true);
    }
  });
});
