import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeUser, password } from '../testing/builders.ts';
import { listingForm, makeImage } from '../testing/images.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** An override turns what stands after it around, in lists of others too; of zero-width spaces nothing is seen. */
const deceptive = ['Paid \u202e00.005$', 'Sold by \u2066Car House', '\u200b\u200b\u200b'];
const honest = ['Nur Aisyah binte Rahman', 'דוד לוי', 'عمر', "O'Brien-Tan Ⅲ", '李明'];

it.each(deceptive)('a name, a title and a place are shown as they are written: %j is refused', async (text) => {
  const seller = await makeUser(server, 'Seller');
  const email = `new${Math.abs(text.length)}-${seller.name.slice(-6)}@people.example`;
  const payload = { name: text, email, password, image: '' };
  const signUp = await server.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload });
  expect([signUp.statusCode, signUp.json().errors?.[0]?.path]).toEqual([422, 'name']);
  const renamed = await call(server, seller, 'PUT', '/api/v1/me', { name: text });
  expect([renamed.status, renamed.body.code]).toEqual([422, 'INVALID']);
  for (const field of ['title', 'location']) {
    const form = listingForm([await makeImage(server, seller)], { [field]: text });
    const answer = await call(server, seller, 'POST', '/api/v1/listings', form);
    expect([field, answer.status, answer.body.code]).toEqual([field, 422, 'INVALID']);
  }
});

it.each(honest)('a name in any script stays: %s', async (name) => {
  const buyer = await makeUser(server, 'Buyer');
  expect((await call(server, buyer, 'PUT', '/api/v1/me', { name })).status).toBe(200);
});
