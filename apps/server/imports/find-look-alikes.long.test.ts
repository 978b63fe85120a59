import { makeZip } from '@carhouse/database/testing/make-zip';
import { makeJpeg } from '@carhouse/images/testing/test-images';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { makeImage, makeListingForm } from '../testing/images.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { upload, uploadExaminedCarList } from '../testing/uploads.ts';
import { importCars } from './import-cars.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

async function importFile(seller: TestUser, content: Buffer | string, file = 'cars.csv') {
  const id = await uploadExaminedCarList(server, seller, content, file);
  const startAnswer = await call(server, seller, 'POST', `/api/v1/imports/${id}/start`, {});
  expect(startAnswer.status, JSON.stringify(startAnswer.body)).toBe(202);
  await importCars(server.context, id as never, new AbortController().signal);
  return (await call(server, seller, 'GET', `/api/v1/imports/${id}`)).body;
}

async function postCar(seller: TestUser, changedFields: object, image?: string): Promise<string> {
  const images = [image ?? (await makeImage(server, seller))];
  const facts = { mileageKm: 41_000 };
  const answer = await call(
    server,
    seller,
    'POST',
    '/api/v1/listings',
    makeListingForm(images, { facts, ...changedFields }),
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return String(answer.body.insertedId);
}

const compareTexts = (leftTexts: readonly string[], rightTexts: readonly string[]): number =>
  String(leftTexts) < String(rightTexts) ? -1 : 1;

type DuplicatePair = { readonly reason: string; readonly first: { _id: string }; readonly second: { title: string } };

/**
 * Returns the pairs of similar cars that admins see for a seller, each as the reason, the first car and the title of
 * the second car.
 */
async function listDuplicatesOf(seller: TestUser): Promise<string[][]> {
  const { body } = await call(server, admin, 'GET', '/api/v1/duplicates');
  const pairs = body.pairs as (DuplicatePair & { second: { seller: string } })[];
  return pairs
    .filter(({ second }) => second.seller === seller.name)
    .map(({ reason, first, second }) => [reason, first._id, second.title])
    .toSorted(compareTexts);
}

it('notes cars of an import that another seller offers: by plate, by facts, by a picture of the archive', async () => {
  const [firstSeller, secondSeller] = [await makeUser(server, 'Seller'), await makeUser(server, 'Seller')];
  const image = await makeJpeg(640, 480);
  const { data } = (await upload(server, firstSeller, image)).body as unknown as { data: { url: string } };
  const samePlateCarId = await postCar(firstSeller, { title: 'Roma', description: 'Plate SBA 1234 G.' });
  const sameFactsCarId = await postCar(firstSeller, {
    title: 'SF90 Stradale',
    resalePrice: 500_000,
    yearOfPurchase: 2021,
  });
  const sameImageCarId = await postCar(firstSeller, { title: '296 GTB', resalePrice: 7 }, data.url);
  const carListText = [
    'ref,make,model,price,year,mileage,description,photos',
    'p1,Ferrari,Portofino,1000,2016,1,now sba1234g,',
    'p2,Ferrari,SF 90 stradale,500000,2021,41000,,',
    'p3,Ferrari,812,1002,2016,3,,same.jpg',
    'p4,Ferrari,Amalfi,1003,2016,4,,',
    'p5,Ferrari,SF90 Stradale,500000,2021,41001,,',
  ].join('\n');
  const zip = makeZip({ 'cars.csv': carListText, 'same.jpg': image });
  expect(await importFile(secondSeller, zip, 'cars.zip')).toMatchObject({
    state: 'done',
    counts: { imported: 5, rejected: 0 },
  });
  expect(await listDuplicatesOf(secondSeller)).toEqual(
    [
      ['plate', samePlateCarId, 'Ferrari Portofino'],
      ['facts', sameFactsCarId, 'Ferrari SF 90 stradale'],
      ['pictures', sameImageCarId, 'Ferrari 812'],
    ].toSorted(compareTexts),
  );
});

it('notes a car that becomes one of another seller by a later list', async () => {
  const [firstSeller, secondSeller] = [await makeUser(server, 'Seller'), await makeUser(server, 'Seller')];
  const otherCarId = await postCar(firstSeller, { title: 'F12', resalePrice: 300_000, yearOfPurchase: 2015 });
  const makeListWithPrice = (price: number) =>
    `ref,make,model,price,year,mileage\nq1,Ferrari,F12,${price},2015,41000\n`;
  await importFile(secondSeller, makeListWithPrice(299_000));
  expect(await listDuplicatesOf(secondSeller)).toEqual([]);
  await importFile(secondSeller, makeListWithPrice(300_000));
  expect(await listDuplicatesOf(secondSeller)).toEqual([['facts', otherCarId, 'Ferrari F12']]);
});

it('refuses a row with the plate of a car that the same seller has on sale', async () => {
  const seller = await makeUser(server, 'Seller');
  await postCar(seller, { title: 'Roma', description: 'Plate SBA 7777 S.' });
  const carListText = 'ref,make,model,price,year,description\ns1,Ferrari,California,1000,2016,now sba7777s\n';
  const finishedImport = await importFile(seller, carListText);
  expect(finishedImport).toMatchObject({ state: 'done', counts: { imported: 0, rejected: 1 } });
  expect(JSON.stringify(finishedImport)).toContain('the same car is on sale already as Roma');
});

it('refuses rows that change into one car, and takes other changes of cars that looked alike before', async () => {
  const seller = await makeUser(server, 'Seller');
  const makeListWithMileages = (mileages: readonly number[], colour = 'red') =>
    `ref,make,model,price,year,mileage,colour\n${mileages.map((km, row) => `t${row},Ferrari,488,1000,2016,${km},${colour}`).join('\n')}\n`;
  expect(await importFile(seller, makeListWithMileages([1, 2, 3]))).toMatchObject({ counts: { imported: 3 } });
  expect(await importFile(seller, makeListWithMileages([1, 1, 1]))).toMatchObject({
    counts: { unchanged: 1, rejected: 2 },
  });
  expect(await importFile(seller, makeListWithMileages([5, 5, 3]))).toMatchObject({
    counts: { updated: 1, rejected: 1, unchanged: 1 },
  });
  // All cars get the same mileage. With equal mileages, the cars are like duplicates that were stored before the server
  // refused duplicates.
  await server.context.pool.query('UPDATE listing SET mileage_km = 5 WHERE seller_id = $1', [seller.id]);
  expect(await importFile(seller, makeListWithMileages([5, 5, 5], 'blue'))).toMatchObject({
    counts: { updated: 3, rejected: 0 },
  });
});
