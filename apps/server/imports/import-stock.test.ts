import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../testing/builders.ts';
import { createImportTestClient } from '../testing/import-test-client.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadExaminedCarList } from '../testing/uploads.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterAll(() => server.close());

const list = `Stock no,Car,Price,Reg date,Mileage
r1,Ferrari Roma,"$900,000 ",28-May-21,"4,000 km"
f1,Ford Focus RS,72000,18-Nov-2016,51000
s1,Audi A6,soon,18-Nov-2016,1000
`;

it('a list is checked without a change, then its cars are for sale, and the same list changes nothing', async () => {
  const importClient = createImportTestClient(server, seller);
  const id = await uploadExaminedCarList(server, seller, list);
  expect((await importClient.begin(id, 'check')).status).toBe(202);
  await importClient.work(id);
  expect(await importClient.read(id)).toMatchObject({ state: 'checked', counts: { imported: 2, rejected: 1 } });
  expect(await importClient.countCars()).toBe(0);

  expect((await importClient.begin(id, 'start')).status).toBe(202);
  await importClient.work(id);
  expect(await importClient.read(id)).toMatchObject({ state: 'done', counts: { imported: 2, rejected: 1 } });
  expect(await importClient.countCars()).toBe(2);

  const secondId = await uploadExaminedCarList(server, seller, `${list}\n`);
  await importClient.begin(secondId, 'start');
  await importClient.work(secondId);
  expect(await importClient.read(secondId)).toMatchObject({ state: 'done', counts: { imported: 0, unchanged: 2 } });
});
