import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { makeImage, makeListingForm } from '../testing/images.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let image: string;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  image = await makeImage(server, seller);
});
afterAll(() => server.close());

const editCarAs = (
  caller: TestUser | null,
  car: string,
  changedFields: object = {},
  images = [image],
): Promise<Answer> =>
  call(
    server,
    caller,
    'PUT',
    `/api/v1/listings/${car}`,
    makeListingForm(images, { title: `Roma ${car.slice(-8)}`, ...changedFields }),
  );
const readPrice = async (car: string): Promise<unknown> =>
  (await call(server, null, 'GET', `/api/productById/${car}`)).body.resalePrice;

describe('editing a car', () => {
  it('changes its terms, facts and pictures, and answers with the changed car', async () => {
    const car = await makeCar(server, seller, { facts: { mileageKm: 41_000, colour: 'Rosso' } });
    const secondImage = await makeImage(server, seller);
    const changedFields = {
      title: ' Roma Spider ',
      resalePrice: 799_000.5,
      originalPrice: null,
      facts: { mileageKm: 42_000 },
    };
    const answer = await editCarAs(seller, car, changedFields, [secondImage, image]);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        title: 'Roma Spider',
        resalePrice: 799_000.5,
        originalPrice: null,
        image: secondImage,
        images: [secondImage, image],
        facts: { mileageKm: 42_000, colour: null },
        status: 'available',
      },
    });
    expect((await editCarAs(seller, car, {}, [image])).body.images).toEqual([image]);
  });

  it('writes nothing when nothing is changed', async () => {
    const car = await makeCar(server, seller);
    const fieldsWithNewFacts = { facts: { mileageKm: 42_000 } };
    expect((await editCarAs(seller, car, fieldsWithNewFacts)).status).toBe(200);
    const { pool } = server.context;
    const readStoredRows = async (): Promise<unknown> => {
      const { rows } = await pool.query(
        `SELECT (SELECT row_to_json(l)::text FROM listing l WHERE id = $1) AS listing,
                (SELECT array_agg(i::text ORDER BY position) FROM listing_image i WHERE listing_id = $1) AS images,
                (SELECT count(*)::int FROM audit_entry WHERE noun_id = $1::text) AS entries`,
        [car],
      );
      return rows;
    };
    const rowsBeforeChange = await readStoredRows();
    for (let editIndex = 0; editIndex < 3; editIndex += 1)
      expect((await editCarAs(seller, car, fieldsWithNewFacts)).status).toBe(200);
    expect(await readStoredRows()).toEqual(rowsBeforeChange);
    // Changing only the description, only the location or only the facts is a change too.
    for (const editFields of [
      { description: 'Other words.' },
      { location: 'Jurong' },
      { facts: { mileageKm: 43_000 } },
    ]) {
      const rowsBeforeEdit = await readStoredRows();
      expect((await editCarAs(seller, car, editFields)).status).toBe(200);
      expect(await readStoredRows()).not.toEqual(rowsBeforeEdit);
    }
  });

  it('lets a picture stay that the car shows already, no matter who made it, and takes no other’s', async () => {
    const otherSeller = await makeUser(server, 'Seller');
    const car = await makeCar(server, seller);
    const [drawnImage, strangersImage] = [await makeImage(server, otherSeller), await makeImage(server, otherSeller)];
    const key = /media\/([a-f0-9]+)-/.exec(drawnImage)?.[1] ?? '';
    await server.context.database
      .insertInto('listing_image')
      .values({ listing_id: car, position: 0, image_key: key })
      .execute();
    expect((await editCarAs(seller, car, {}, [image, drawnImage])).body.images).toEqual([image, drawnImage]);
    expect(await editCarAs(seller, car, {}, [image, strangersImage])).toMatchObject({
      status: 422,
      body: { code: 'IMAGE_NOT_YOURS' },
    });
    expect(await editCarAs(seller, car, {}, [])).toMatchObject({ status: 422, body: { detail: 'Photo is Required' } });
    const noImagesAnswer = await call(server, seller, 'PUT', `/api/v1/listings/${car}/photos`, { photos: [] });
    expect(noImagesAnswer).toMatchObject({ status: 422, body: { errors: [{ path: 'photos' }] } });
  });

  it('is for its seller, and for a car that is not sold', async () => {
    const car = await makeCar(server, seller);
    expect((await editCarAs(null, car)).status).toBe(401);
    expect((await editCarAs(await makeUser(server, 'Buyer'), car)).status).toBe(403);
    const otherSeller = await makeUser(server, 'Seller');
    expect((await editCarAs(otherSeller, car)).status).toBe(404);
    expect((await call(server, otherSeller, 'GET', `/api/v1/listings/${car}/edition`)).status).toBe(404);
    const soldCarId = await makeCar(server, seller, { status: 'sold' });
    expect(await editCarAs(seller, soldCarId)).toMatchObject({ status: 409, body: { code: 'CAR_ALREADY_SOLD' } });
  });

  it.each([
    { status: 'sold' },
    { sellerId: '0190f3a1-0000-7000-8000-00000000abcd' },
    { author: 'Another' },
    { verification: 'Verified' },
    { resalePrice: '1e5' },
    { images: undefined },
    { category: 'Bugatti' },
    { category: 'Porsche' },
  ])('refuses %j', async (changedFields) => {
    const car = await makeCar(server, seller);
    expect((await editCarAs(seller, car, changedFields)).status).toBe(422);
    expect(await readPrice(car)).toBe(868_000);
  });

  it('leaves a car in a brand that was closed meanwhile, and moves none into it', async () => {
    const admin = await makeUser(server, 'admin');
    const closedBrand = { name: 'Lotus', listable: false };
    await call(server, admin, 'POST', '/api/v1/brands', { ...closedBrand, listable: true });
    const ownCarId = await makeCar(server, seller, { brand: 'Lotus' });
    await call(server, admin, 'POST', '/api/v1/brands', closedBrand);
    expect((await editCarAs(seller, ownCarId, { category: 'Lotus' })).status).toBe(200);
    expect((await editCarAs(seller, await makeCar(server, seller), { category: 'Lotus' })).status).toBe(422);
  });
});

describe('the price of a car', () => {
  it('changes for new bookings only: an open one is charged at its own price', async () => {
    const [car, earlyBuyer, lateBuyer] = [
      await makeCar(server, seller, { dollars: 90_000 }),
      await makeUser(server, 'Buyer'),
      await makeUser(server, 'Buyer'),
    ];
    const bookingId = await bookListing(server, earlyBuyer, car);
    expect((await editCarAs(seller, car, { resalePrice: 95_000 })).status).toBe(200);
    expect((await call(server, earlyBuyer, 'GET', `/api/payment/${bookingId}`)).body.resellPrice).toBe(90_000);
    const bookingIdAtHigherPrice = await bookListing(server, lateBuyer, car);
    expect((await call(server, lateBuyer, 'GET', `/api/payment/${bookingIdAtHigherPrice}`)).body.resellPrice).toBe(
      95_000,
    );
    const paymentStartAnswer = await call(server, earlyBuyer, 'POST', '/api/create-payment-intent', {
      paymentId: bookingId,
    });
    const intent = (await confirmCard(server, String(paymentStartAnswer.body.clientSecret))).body;
    expect(intent).toMatchObject({ amount: 9_000_000, status: 'succeeded' });
  });

  it('stays while a buyer is paying, and so does the car; the description may change', async () => {
    const [car, buyer] = [await makeCar(server, seller), await makeUser(server, 'Buyer')];
    expect((await editCarAs(seller, car)).status).toBe(200);
    const bookingId = await bookListing(server, buyer, car);
    await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });
    const refusal = await editCarAs(seller, car, { resalePrice: 1 });
    expect(refusal).toMatchObject({ status: 409, body: { code: 'CAR_RESERVED' } });
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
    for (const editFields of [{ title: 'Scrap bicycle' }, { category: 'audi' }, { yearOfPurchase: 1970 }]) {
      expect(await editCarAs(seller, car, editFields)).toMatchObject({ status: 409, body: { code: 'CAR_RESERVED' } });
    }
    expect((await editCarAs(seller, car, { description: 'New tyres.' })).status).toBe(200);
    await call(server, buyer, 'POST', `/api/v1/bookings/${bookingId}/cancellation`, {});
    expect((await editCarAs(seller, car, { resalePrice: 860_000 })).status).toBe(200);
  });

  it('is the old or the new one when a person books at the same moment, never another', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [car, buyer] = [await makeCar(server, seller, { dollars: 90_000 }), await makeUser(server, 'Buyer')];
      const [booking, editAnswer] = await Promise.all([
        bookListing(server, buyer, car),
        editCarAs(seller, car, { resalePrice: 95_000 }),
      ]);
      expect(editAnswer.status).toBe(200);
      const orderBody = (await call(server, buyer, 'GET', `/api/payment/${booking}`)).body;
      expect([90_000, 95_000]).toContain(orderBody.resellPrice);
      expect(await readPrice(car)).toBe(95_000);
    }
  });
});
