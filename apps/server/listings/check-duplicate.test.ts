import { makeImageOfShapes, makeJpeg } from '@carhouse/images/testing/test-images';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, makeUser, type TestUser } from '../testing/builders.ts';
import { makeImage, makeListingForm, makeProductForm } from '../testing/images.ts';
import { payOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { upload } from '../testing/uploads.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const postCar = async (seller: TestUser, changedFields: object = {}, image?: string): Promise<Answer> => {
  const images = [image ?? (await makeImage(server, seller))];
  return call(server, seller, 'POST', '/api/v1/listings', makeListingForm(images, changedFields));
};

const readRefusalReason = ({ body }: Answer): unknown => (body.errors as { code: string }[] | undefined)?.[0]?.code;

const listRecordedDuplicates = async (id: unknown): Promise<readonly { first_id: string; reason: string }[]> =>
  (
    await server.context.pool.query(
      'SELECT first_id, reason FROM listing_duplicate WHERE listing_id = $1 ORDER BY reason',
      [id],
    )
  ).rows;

async function uploadAndReadUrl(seller: TestUser, bytes: Buffer): Promise<string> {
  const { data } = (await upload(server, seller, bytes)).body as unknown as { data: { url: string } };
  return data.url;
}

describe('a car that its seller offers already', () => {
  it('is refused at the second of fifty identical forms, with the id of the first', async () => {
    const seller = await makeUser(server, 'Seller');
    const firstAnswer = await call(
      server,
      seller,
      'POST',
      '/api/products',
      makeProductForm(await makeImage(server, seller)),
    );
    expect(firstAnswer.status).toBe(200);
    const secondCarAnswer = await call(
      server,
      seller,
      'POST',
      '/api/products',
      makeProductForm(await makeImage(server, seller)),
    );
    expect([secondCarAnswer.status, secondCarAnswer.body.code]).toEqual([409, 'DUPLICATE_LISTING']);
    expect(secondCarAnswer.body.errors).toEqual([{ path: '_id', code: 'facts', message: firstAnswer.body.insertedId }]);
  });

  it('is refused however the model is spelled, and once of many that arrive together', async () => {
    const seller = await makeUser(server, 'Seller');
    const answers = await Promise.all(
      ['SF90 Stradale', 'sf-90 stradale', 'SF 90  STRADALE'].map((title) => postCar(seller, { title })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  it('is refused by its plate and by its picture, whatever it is said to cost', async () => {
    const seller = await makeUser(server, 'Seller');
    const imageUrl = await makeImage(server, seller);
    await postCar(seller, { title: 'Portofino', description: 'Plate SBA 1234 G.' }, imageUrl);
    const samePlateAnswer = await postCar(seller, {
      title: 'Purosangue',
      resalePrice: 1,
      description: 'It is sba1234g',
    });
    const sameImageAnswer = await postCar(
      seller,
      { title: 'Portofino', resalePrice: 2, yearOfPurchase: 2020 },
      imageUrl,
    );
    expect([samePlateAnswer, sameImageAnswer].map(readRefusalReason)).toEqual(['plate', 'pictures']);
    expect((await postCar(seller, { title: 'Amalfi', resalePrice: 3 }, imageUrl)).status).toBe(201);
  });

  it('is refused by its picture in another size and quality', async () => {
    const seller = await makeUser(server, 'Seller');
    const [largeImage, smallImage] = [await makeImageOfShapes(1, 1200, 90), await makeImageOfShapes(1, 700, 60)];
    expect((await postCar(seller, { title: '296 GTB' }, await uploadAndReadUrl(seller, largeImage))).status).toBe(201);
    const secondAnswer = await postCar(
      seller,
      { title: '296 GTB', resalePrice: 5 },
      await uploadAndReadUrl(seller, smallImage),
    );
    expect(readRefusalReason(secondAnswer)).toBe('pictures');
    const otherImage = await uploadAndReadUrl(seller, await makeImageOfShapes(2, 700, 60));
    expect((await postCar(seller, { title: '296 GTB', resalePrice: 6 }, otherImage)).status).toBe(201);
  });

  it('is refused where a draft, a withdrawn car or another one becomes it', async () => {
    const seller = await makeUser(server, 'Seller');
    const draftListingId = (await postCar(seller, { title: '812', status: 'draft' })).body.insertedId;
    const withdrawnCarId = (await postCar(seller, { title: '812' })).body.insertedId;
    await call(server, seller, 'POST', `/api/v1/listings/${String(withdrawnCarId)}/withdrawal`, {});
    const otherListingId = (await postCar(seller, { title: '812', resalePrice: 7 })).body.insertedId;
    expect((await postCar(seller, { title: '812' })).status).toBe(201);
    const imageUrl = await makeImage(server, seller);
    const answers = [
      await call(server, seller, 'POST', `/api/v1/listings/${String(draftListingId)}/publication`, {}),
      await call(server, seller, 'POST', `/api/v1/listings/${String(withdrawnCarId)}/relisting`, {}),
      await call(
        server,
        seller,
        'PUT',
        `/api/v1/listings/${String(otherListingId)}`,
        makeListingForm([imageUrl], { title: '812' }),
      ),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('DUPLICATE_LISTING'));
  });

  it('is refused where it is given the picture of another one', async () => {
    const seller = await makeUser(server, 'Seller');
    const imageUrl = await makeImage(server, seller);
    await postCar(seller, { title: 'Daytona' }, imageUrl);
    const otherListingId = (await postCar(seller, { title: 'Daytona', resalePrice: 8 })).body.insertedId;
    const images = [imageUrl];
    const answer = await call(server, seller, 'PUT', `/api/v1/listings/${String(otherListingId)}/photos`, {
      photos: images,
    });
    expect([answer.status, readRefusalReason(answer)]).toEqual([409, 'pictures']);
    const { body } = await call(server, null, 'GET', `/api/productById/${String(otherListingId)}`);
    expect(body.image).not.toBe(imageUrl);
  });

  it('may come again when the first is sold or withdrawn', async () => {
    const seller = await makeUser(server, 'Seller');
    const { insertedId } = (await postCar(seller, { title: 'F80' })).body;
    await call(server, seller, 'POST', `/api/v1/listings/${String(insertedId)}/withdrawal`, {});
    expect((await postCar(seller, { title: 'F80' })).status).toBe(201);
  });
});

describe('a car that its new seller has marked as sold', () => {
  const changeStatus = (seller: TestUser, id: unknown, statusChange: 'sale' | 'relisting'): Promise<Answer> =>
    call(server, seller, 'POST', `/api/v1/listings/${String(id)}/${statusChange}`, {});

  it('is not listed again beside its public page, by plate, picture or facts; its listing comes back instead', async () => {
    const seller = await makeUser(server, 'Seller');
    const imageUrl = await makeImage(server, seller);
    const { insertedId } = (await postCar(seller, { title: 'Amalfi', description: 'Plate SBA 1234 G' }, imageUrl)).body;
    expect((await changeStatus(seller, insertedId, 'sale')).status).toBe(200);
    const duplicateAnswers = [
      await postCar(seller, { title: 'Luce', resalePrice: 1, description: 'sba1234g' }),
      await postCar(seller, { title: 'amalfi', resalePrice: 2 }, imageUrl),
      await postCar(seller, { title: 'Amalfi', status: 'draft' }),
    ];
    const secondDraftId = duplicateAnswers[2]?.body.insertedId;
    duplicateAnswers.push(
      await call(server, seller, 'POST', `/api/v1/listings/${String(secondDraftId)}/publication`, {}),
    );
    expect(duplicateAnswers.map(({ status }) => status)).toEqual([409, 409, 201, 409]);
    expect(
      [duplicateAnswers[0], duplicateAnswers[1], duplicateAnswers[3]].map(
        (answer) => answer && readRefusalReason(answer),
      ),
    ).toEqual(['plate', 'pictures', 'facts']);
    expect(duplicateAnswers[0]?.body.detail).toContain('You have marked this car as sold.');
    expect((await changeStatus(seller, insertedId, 'relisting')).body).toMatchObject({ modifiedCount: 1 });
    const { body } = await call(server, null, 'GET', `/api/productById/${String(insertedId)}`);
    expect(body.status).toBe('available');
  });

  it('may be listed again by a verified seller, whose marked sales do not count', async () => {
    const seller = await makeUser(server, 'Seller', { verified: true });
    const { insertedId } = (await postCar(seller, { title: 'Testarossa' })).body;
    expect((await changeStatus(seller, insertedId, 'sale')).status).toBe(200);
    expect((await postCar(seller, { title: 'Testarossa' })).status).toBe(201);
    expect((await changeStatus(seller, insertedId, 'relisting')).body.code).toBe('DUPLICATE_LISTING');
  });

  it('is on sale once when it is listed again and put back at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const seller = await makeUser(server, 'Seller', { verified: true });
      const { insertedId } = (await postCar(seller, { title: 'Enzo' })).body;
      await changeStatus(seller, insertedId, 'sale');
      const imageUrl = await makeImage(server, seller);
      const carForm = makeListingForm([imageUrl], { title: 'Enzo' });
      const answers = await Promise.all([
        changeStatus(seller, insertedId, 'relisting'),
        call(server, seller, 'POST', '/api/v1/listings', carForm),
      ]);
      expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual([
        'DUPLICATE_LISTING',
      ]);
    }
  });

  it('stays sold when a user has paid for it here', async () => {
    const seller = await makeUser(server, 'Seller');
    const { car: listingId } = await payOrder(server, seller);
    expect(await changeStatus(seller, listingId, 'relisting')).toMatchObject({
      status: 409,
      body: { code: 'CAR_ALREADY_SOLD' },
    });
    const ownCarsAnswer = await call(server, seller, 'GET', '/api/products');
    expect(ownCarsAnswer.body).toMatchObject([{ _id: listingId, isMarkedSale: false }]);
  });
});

describe('a car that another seller offers', () => {
  it('is listed, and noted for the admins by plate, picture and facts', async () => {
    const [firstSeller, otherSeller] = [await makeUser(server, 'Seller'), await makeUser(server, 'Seller')];
    const image = await makeJpeg(600, 400);
    const originalAnswers = [
      await postCar(firstSeller, { title: 'Plated', description: 'SBA1111C' }),
      await postCar(firstSeller, { title: 'Pictured' }, await uploadAndReadUrl(firstSeller, image)),
      await postCar(firstSeller, { title: 'Driven', facts: { mileageKm: 41_000 } }),
    ];
    const duplicateAnswers = [
      await postCar(otherSeller, { title: 'Another', description: 'sba 1111 c', resalePrice: 11 }),
      await postCar(otherSeller, { title: 'Other words', resalePrice: 12 }, await uploadAndReadUrl(otherSeller, image)),
      await postCar(otherSeller, { title: 'driven', facts: { mileageKm: 41_000 } }),
    ];
    expect(duplicateAnswers.map(({ status }) => status)).toEqual([201, 201, 201]);
    for (const [index, reason] of ['plate', 'pictures', 'facts'].entries()) {
      expect(await listRecordedDuplicates(duplicateAnswers[index]?.body.insertedId)).toEqual([
        { first_id: originalAnswers[index]?.body.insertedId, reason },
      ]);
    }
  });

  it('is not noted for a model and price alone', async () => {
    const [firstSeller, otherSeller] = [await makeUser(server, 'Seller'), await makeUser(server, 'Seller')];
    await postCar(firstSeller, { title: 'Common' });
    expect(await listRecordedDuplicates((await postCar(otherSeller, { title: 'Common' })).body.insertedId)).toEqual([]);
  });

  it('is on the admins’ list until one of them decides that they are two cars', async () => {
    const [firstSeller, otherSeller, admin] = [
      await makeUser(server, 'Seller'),
      await makeUser(server, 'Seller'),
      await makeUser(server, 'admin'),
    ];
    const firstCarId = (await postCar(firstSeller, { title: 'Listed', facts: { mileageKm: 9 } })).body.insertedId;
    const secondCarId = (await postCar(otherSeller, { title: 'Listed', facts: { mileageKm: 9 } })).body.insertedId;
    const readDuplicatePairs = async () =>
      (
        (await call(server, admin, 'GET', '/api/v1/duplicates')).body.pairs as {
          second: { _id: unknown };
          first: { _id: unknown; seller: string };
          reason: string;
        }[]
      ).filter((duplicatePair) => duplicatePair.second._id === secondCarId);
    expect(await readDuplicatePairs()).toMatchObject([
      { reason: 'facts', first: { _id: firstCarId, seller: firstSeller.name } },
    ]);
    const settleDuplicatePair = () =>
      call(server, admin, 'POST', `/api/v1/duplicates/${String(secondCarId)}/settlement`, { firstId: firstCarId });
    expect([(await settleDuplicatePair()).body, (await settleDuplicatePair()).body]).toEqual([
      { modifiedCount: 1 },
      { modifiedCount: 0 },
    ]);
    expect(await readDuplicatePairs()).toEqual([]);
  });
});
