import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeCar, makeUser, password } from '../testing/builders.ts';
import { makeImage, makeListingForm } from '../testing/images.ts';
import { makeCarList } from '../testing/import-test-client.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadList } from '../testing/uploads.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/**
 * Names with characters that deceive other users: an override character reverses the text after it, and zero-width
 * spaces are invisible.
 */
const deceptiveNames = [
  'Paid \u202e00.005$',
  'Sold by \u2066Car House',
  '\u200b\u200b\u200b',
  '\u3164\u115f\u1160\uffa0',
  '\u2800\ufffc',
  `A${'\u0489'.repeat(150)}`,
  'A\u200f\u061c',
  'A\u2028B',
  'A\u{e0041}\u{e0042}',
];
const acceptedNames = [
  'ศิริพร นุ่มนวล',
  'नित्या',
  'Nguye\u0302\u0303n',
  'Nur Aisyah binte Rahman',
  'דוד לוי',
  'عمر',
  "O'Brien-Tan Ⅲ",
  '李明',
];

it.each(deceptiveNames)('a name, a title and a place are shown as they are written: %j is refused', async (text) => {
  const seller = await makeUser(server, 'Seller');
  const email = `new${Math.abs(text.length)}-${seller.name.slice(-6)}@people.example`;
  const payload = { name: text, email, password, image: '' };
  const signUpAnswer = await server.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload });
  expect([signUpAnswer.statusCode, signUpAnswer.json().errors?.[0]?.path]).toEqual([422, 'name']);
  const renameAnswer = await call(server, seller, 'PUT', '/api/v1/me', { name: text });
  expect([renameAnswer.status, renameAnswer.body.code]).toEqual([422, 'INVALID']);
  for (const field of ['title', 'location']) {
    const carForm = makeListingForm([await makeImage(server, seller)], { [field]: text });
    const answer = await call(server, seller, 'POST', '/api/v1/listings', carForm);
    expect([field, answer.status, answer.body.code]).toEqual([field, 422, 'INVALID']);
  }
});

it.each(acceptedNames)('a name in any script stays: %s', async (name) => {
  const buyer = await makeUser(server, 'Buyer');
  expect((await call(server, buyer, 'PUT', '/api/v1/me', { name })).status).toBe(200);
});

it('direction marks of a copied number and of a reason are removed, and an invisible one is refused', async () => {
  const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
  const bookingFields = {
    productId: await makeCar(server, seller),
    meetingDate: '\u202eSat',
    buyerNumber: '\u202a9123 4567\u202c',
  };
  expect((await call(server, buyer, 'POST', '/api/bookingData', bookingFields)).status).toBe(200);
  const { rows } = await server.context.pool.query(
    'SELECT meeting_date, buyer_number FROM booking WHERE buyer_id = $1',
    [buyer.id],
  );
  expect(rows).toEqual([{ meeting_date: 'Sat', buyer_number: '9123 4567' }]);
  const admin = await makeUser(server, 'admin');
  const suspendSeller = (reason: string) =>
    call(server, admin, 'POST', `/api/v1/accounts/${buyer.id}/suspension`, { reason });
  expect((await suspendSeller('\u3164\u3164')).status).toBe(422);
  expect((await suspendSeller('A \u202ereason')).status).toBe(200);
});

it('the file name of an import has no signs that turn the text around it', async () => {
  const seller = await makeUser(server, 'Seller');
  const renamedUploadAnswer = await uploadList(server, seller, makeCarList(1), 'cars\u202egnp.csv');
  expect(renamedUploadAnswer.body.fileName).toBe('carsgnp.csv');
  const otherListAnswer = await uploadList(server, await makeUser(server, 'Seller'), makeCarList(1), '\u3164\u2800');
  expect(otherListAnswer.body.fileName).toBe('cars.csv');
});
