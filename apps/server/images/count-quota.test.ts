import { makeJpeg } from '@carhouse/images/testing/test-images';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeUser } from '../testing/builders.ts';
import { callWhileLocked } from '../testing/call-while-locked.ts';
import { signUpFromAddress } from '../testing/sign-up-from.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { upload } from '../testing/uploads.ts';
import { uploadQuotaBytes, uploadsPerHourOfNetwork } from './upload-image.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(unlimitedProtection);
});
afterAll(() => server.close());

/** Uses up the account's quota of image bytes, except for `remainingBytes`. */
const fillQuotaExcept = (id: string, remainingBytes: number) =>
  server.context.pool.query('UPDATE image_upload SET bytes = $2 WHERE account_id = $1', [
    id,
    uploadQuotaBytes - remainingBytes,
  ]);

it('new accounts of one sign-up network keep together what one of them may keep; others count alone', async () => {
  const firstUser = await signUpFromAddress(server, 'Seller', '198.51.100.7');
  const secondUser = await signUpFromAddress(server, 'Seller', '198.51.100.7');
  const buyer = await signUpFromAddress(server, 'Buyer', '198.51.100.7');
  const otherNetworkSeller = await signUpFromAddress(server, 'Seller', '203.0.113.9');
  expect((await upload(server, firstUser, await makeJpeg(60, 40))).status).toBe(200);
  await fillQuotaExcept(firstUser.id, 10);
  for (const person of [firstUser, secondUser, buyer]) {
    const answer = await upload(server, person, await makeJpeg(60, 40));
    expect([person.role, answer.status, answer.body.code]).toEqual([person.role, 409, 'IMAGE_QUOTA']);
  }
  expect((await upload(server, otherNetworkSeller, await makeJpeg(60, 40))).status).toBe(200);
  const admin = await makeUser(server, 'admin');
  expect((await call(server, admin, 'PUT', `/api/users/verify/${secondUser.id}`, {})).status).toBe(200);
  expect((await upload(server, secondUser, await makeJpeg(60, 40))).status).toBe(200);
});

it('the images of a suspended and of a deleted account still count for its network', async () => {
  const address = '198.51.100.41';
  const [firstUser, secondUser] = [
    await signUpFromAddress(server, 'Seller', address),
    await signUpFromAddress(server, 'Buyer', address),
  ];
  expect((await upload(server, firstUser, await makeJpeg(60, 40))).status).toBe(200);
  await fillQuotaExcept(firstUser.id, 10);
  const expectRefusal = async () => {
    const answer = await upload(server, secondUser, await makeJpeg(60, 40));
    expect([answer.status, answer.body.code]).toEqual([409, 'IMAGE_QUOTA']);
  };
  const admin = await makeUser(server, 'admin');
  const closeFirstAccount = (closingAction: string) =>
    call(server, admin, 'POST', `/api/v1/accounts/${firstUser.id}/${closingAction}`, { reason: 'No.' });
  expect((await closeFirstAccount('suspension')).status).toBe(200);
  await expectRefusal();
  expect((await call(server, admin, 'DELETE', `/api/seller/${firstUser.id}`)).status).toBe(200);
  await expectRefusal();
});

it('an account counts with the network of its sign-up before it has a role, and whichever address chooses the role', async () => {
  const address = '198.51.100.42';
  const firstUser = await signUpFromAddress(server, null, address);
  const secondUser = await signUpFromAddress(server, null, address);
  expect((await upload(server, firstUser, await makeJpeg(60, 40))).status).toBe(200);
  await fillQuotaExcept(firstUser.id, 10);
  expect((await upload(server, secondUser, await makeJpeg(60, 40))).status).toBe(409);
  const { name, email, token } = secondUser;
  const roleAnswer = await server.app.inject({
    method: 'POST',
    url: '/api/users',
    payload: { name, email, role: 'Seller' },
    headers: { authorization: token },
    remoteAddress: '203.0.113.77',
  });
  expect(roleAnswer.statusCode).toBe(200);
  expect((await upload(server, secondUser, await makeJpeg(60, 40))).status).toBe(409);
});

it('new accounts of one network share a number of uploads an hour', async () => {
  const address = '198.51.100.43';
  const [firstUser, secondUser] = [
    await signUpFromAddress(server, 'Seller', address),
    await signUpFromAddress(server, 'Seller', address),
  ];
  const otherNetworkSeller = await signUpFromAddress(server, 'Seller', '203.0.113.43');
  expect((await upload(server, firstUser, await makeJpeg(60, 40))).status).toBe(200);
  await server.context.pool.query(
    `INSERT INTO image_upload (id, image_key, account_id, bytes, created_at)
     SELECT gen_random_uuid(), image_key, account_id, 0, created_at FROM image_upload, generate_series(2, $2)
     WHERE account_id = $1`,
    [firstUser.id, uploadsPerHourOfNetwork],
  );
  const answer = await upload(server, secondUser, await makeJpeg(60, 40));
  expect([answer.status, answer.body.code]).toEqual([429, 'UPLOAD_LIMIT']);
  expect((await upload(server, otherNetworkSeller, await makeJpeg(60, 40))).status).toBe(200);
});

it('two of them who upload at one moment do not take the same place', async () => {
  const newSellers = await Promise.all([1, 2, 3].map(() => signUpFromAddress(server, 'Seller', '198.51.100.99')));
  const [firstUser] = newSellers;
  if (firstUser === undefined) throw new Error('Nobody has signed up.');
  const smallUploadAnswer = await upload(server, firstUser, await makeJpeg(60, 40));
  const smallImageBytes = (smallUploadAnswer.body as unknown as { data: { size: number } }).data.size;
  // Leaves space for one more image like the first, but not for two: the images differ in size by less than half.
  const { rows } = await server.context.pool.query<{ bytes: number }>(
    'SELECT bytes::int FROM image_upload WHERE account_id = $1',
    [firstUser.id],
  );
  const storedBytes = rows[0]?.bytes ?? smallImageBytes;
  await fillQuotaExcept(firstUser.id, Math.floor(storedBytes * 1.5));
  const images = await Promise.all(newSellers.map(() => makeJpeg(60, 40)));
  const uploads = newSellers.map((person, index) => () => upload(server, person, images[index] ?? Buffer.of()));
  const answers = await callWhileLocked(server.context.pool, 'image_upload', uploads);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});
