import { randomBytes } from 'node:crypto';
import { publicName } from '@carhouse/domain/account/public-name';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type CarOptions, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterAll(() => server.close());

async function makeCarWithImage(key: string, options: CarOptions): Promise<ListingId> {
  const id = await makeCar(server, seller, options);
  await server.context.pool.query('INSERT INTO image VALUES ($1, 960, 640) ON CONFLICT DO NOTHING', [key]);
  await server.context.pool.query('INSERT INTO listing_image VALUES ($1, 0, $2)', [id, key]);
  return id;
}

/** Sends the payload of the specification's client: a copy of the `productById` answer, without a product id. */
async function bookByDetails(details: object): Promise<Answer> {
  buyer = await makeUser(server, 'Buyer');
  return call(server, buyer, 'POST', '/api/bookingData', {
    productImg: '',
    productCategory: 'Ferrari',
    resellPrice: '868000',
    sellerName: seller.name,
    sellerEmail: publicName(seller.id),
    sellerLocation: 'Bukit Timah',
    meetingDate: 'Sat',
    buyerNumber: '9123 4567',
    buyerName: buyer.name,
    buyerEmail: buyer.email,
    ...details,
  });
}

const readBookedCarId = async (answer: Answer): Promise<unknown> =>
  (await call(server, buyer, 'GET', `/api/payment/${String(answer.body.insertedId)}`)).body.productId;
const notResolvedAnswer = { status: 422, body: { code: 'LISTING_NOT_RESOLVED' } };

describe('a booking that names no product', () => {
  it('means the one available car of this seller with this model and picture', async () => {
    const key = randomBytes(16).toString('hex');
    const car = await makeCarWithImage(key, { title: 'Portofino' });
    await makeCarWithImage(randomBytes(16).toString('hex'), { title: 'Portofino' });
    await makeCar(server, seller, { title: 'Portofino' });
    for (const productImg of [`/media/${key}-960.webp`, `http://127.0.0.1:3000/media/${key}-480.webp`]) {
      const answer = await bookByDetails({ productModel: 'Portofino', productImg });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(await readBookedCarId(answer)).toBe(car);
    }
  });

  it('means the seller by the public name that the product was answered with', async () => {
    const car = await makeCarWithImage(randomBytes(16).toString('hex'), { title: 'Named' });
    const firstBuyer = await makeUser(server, 'Buyer');
    const product = (await call(server, firstBuyer, 'GET', `/api/productById/${car}`)).body;
    expect(product.email).not.toContain('@');
    const copiedProduct = { productModel: product.title, productImg: product.image, sellerEmail: product.email };
    const answer = await bookByDetails(copiedProduct);
    expect(await readBookedCarId(answer)).toBe(car);
    const order = await call(server, buyer, 'GET', `/api/payment/${String(answer.body.insertedId)}`);
    expect(order.body.sellerEmail).toBe(seller.email);
  });

  it.each(['', null, undefined])('means the car without a picture where the picture is %j', async (productImg) => {
    const title = `SF90 ${String(productImg)}`;
    await makeCarWithImage(randomBytes(16).toString('hex'), { title });
    const car = await makeCar(server, seller, { title });
    expect(await readBookedCarId(await bookByDetails({ productModel: title, productImg }))).toBe(car);
  });

  it('means the seller by address, in any case, where the buyer has seen it in a booking', async () => {
    const car = await makeCar(server, seller, { title: 'Purosangue' });
    const carDetails = { productModel: 'Purosangue', productImg: '', sellerEmail: seller.email.toUpperCase() };
    const booking = { ...carDetails, meetingDate: 'Sat', buyerNumber: '9123 4567' };
    buyer = await makeUser(server, 'Buyer');
    expect(await call(server, buyer, 'POST', '/api/bookingData', booking)).toMatchObject(notResolvedAnswer);
    const bookingWithId = { ...booking, productId: await makeCar(server, seller, { title: 'Seen' }) };
    expect((await call(server, buyer, 'POST', '/api/bookingData', bookingWithId)).status).toBe(200);
    const answer = await call(server, buyer, 'POST', '/api/bookingData', booking);
    expect(await readBookedCarId(answer)).toBe(car);
  });

  it('does not reveal whose e-mail address it is: the response is the same for a right and a wrong one', async () => {
    await makeCar(server, seller, { title: 'Asked about' });
    const otherBuyer = await makeUser(server, 'Buyer');
    const answers = [];
    for (const address of [seller.email, 'nobody@people.example']) {
      const wish = { authorEmail: address, productTitle: 'Asked about', productImage: '' };
      const booking = {
        sellerEmail: address,
        productModel: 'Asked about',
        meetingDate: 'Sat',
        buyerNumber: '91234567',
      };
      for (const [url, body] of [
        ['/api/wishLists', wish],
        ['/api/bookingData', booking],
      ] as const) {
        const refusal = await call(server, otherBuyer, 'POST', url, body);
        answers.push({ ...refusal.body, status: refusal.status, requestId: '' });
      }
    }
    expect(answers[0]).toMatchObject({ code: 'LISTING_NOT_RESOLVED' });
    expect(answers).toEqual(Array(4).fill(answers[0]));
  });

  it('is not resolved when two cars match', async () => {
    await makeCar(server, seller, { title: 'F8' });
    await makeCar(server, seller, { title: 'F8' });
    expect(await bookByDetails({ productModel: 'F8' })).toMatchObject(notResolvedAnswer);
  });

  it('is not resolved when no available car matches', async () => {
    await makeCar(server, seller, { title: '812', status: 'sold' });
    await makeCar(server, seller, { title: '812', status: 'withdrawn' });
    expect(await bookByDetails({ productModel: '812' })).toMatchObject(notResolvedAnswer);
    expect(await bookByDetails({ productModel: 'Enzo' })).toMatchObject(notResolvedAnswer);
    await makeCar(server, seller, { title: 'Dino' });
    expect(await bookByDetails({ productModel: 'Dino', sellerEmail: 'nobody@people.example' })).toMatchObject(
      notResolvedAnswer,
    );
    expect(await bookByDetails({ productModel: 'dino' })).toMatchObject(notResolvedAnswer);
  });

  it('is not resolved by a picture that is not ours', async () => {
    await makeCar(server, seller, { title: 'F12' });
    const answer = await bookByDetails({ productModel: 'F12', productImg: 'https://evil.example/x.png' });
    expect(answer).toMatchObject(notResolvedAnswer);
  });

  it('is not resolved without a seller or a model', async () => {
    await makeCar(server, seller, { title: 'F40' });
    expect(await bookByDetails({})).toMatchObject(notResolvedAnswer);
    expect(await bookByDetails({ productModel: 'F40', sellerEmail: undefined })).toMatchObject(notResolvedAnswer);
  });

  it('is not resolved when the seller is suspended', async () => {
    const otherSeller = await makeUser(server, 'Seller');
    await makeCar(server, otherSeller, { title: 'F50' });
    await server.context.pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [otherSeller.id]);
    expect(await bookByDetails({ productModel: 'F50', sellerEmail: otherSeller.email })).toMatchObject(
      notResolvedAnswer,
    );
  });
});
