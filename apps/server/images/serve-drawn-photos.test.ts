import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeUser, password } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const signUp = (image: string, name = 'drawn') =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: { name, email: `${name}@people.example`, password, image },
    remoteAddress: '198.18.7.7',
  });

it('a drawn photo is an image that can run nothing, and other names are not found', async () => {
  const drawnAnswer = await server.app.inject({ url: '/media/initials/%E9%99%88A-3.svg' });
  expect([drawnAnswer.statusCode, drawnAnswer.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(drawnAnswer.body).toContain('>陈A</text>');
  expect(drawnAnswer.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  for (const name of ['%3Cs-1.svg', 'ABC-1.svg', 'A-9.svg', 'A.svg', '%22-1.svg']) {
    expect((await server.app.inject({ url: `/media/initials/${name}` })).statusCode).toBe(404);
  }
});

it('a visitor signs up with a drawn photo, but not with an upload, nor with an http address', async () => {
  expect((await signUp('/media/initials/DR-1.svg')).statusCode).toBe(200);
  expect((await signUp('/media/abcdefabcdefabcdef-960.webp', 'other')).statusCode).toBe(422);
  const httpPhotoAnswer = await signUp('http://photos.example/a.png', 'http');
  expect(httpPhotoAnswer.statusCode).toBe(422);
  expect(httpPhotoAnswer.body).toContain('A photo URL starts with https://');
});

it('a user takes a drawn photo in their profile, and no http address in the second call of sign-up', async () => {
  const buyer = await makeUser(server, 'Buyer');
  const drawnPhotoPath = '/media/initials/BN-2.svg';
  const { status, body } = await call(server, buyer, 'PUT', '/api/v1/me', { photoURL: drawnPhotoPath });
  expect([status, (body as unknown as { user: { photoURL: string } }).user.photoURL]).toEqual([200, drawnPhotoPath]);
  const roleChoice = { role: 'Buyer', photoURL: 'http://photos.example/a.png' };
  expect((await call(server, buyer, 'POST', '/api/users', roleChoice)).status).toBe(422);
});
