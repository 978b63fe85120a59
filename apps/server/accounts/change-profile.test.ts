import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, call, makeUser, type TestUser } from '../testing/builders.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(unlimitedProtection, undefined, {
    NAME_CHANGES_A_DAY: '2',
    PROFILE_CHANGES_A_DAY: '5',
  });
});
afterAll(() => server.close());

const changeProfileOf = (caller: TestUser, body: object): Promise<Answer> =>
  call(server, caller, 'PUT', '/api/v1/me', body);
const profileLimitAnswer = { status: 429, body: { code: 'PROFILE_CHANGE_LIMIT' } };

it('a user can change their name a limited number of times a day, and saving the same name does not count', async () => {
  const user = await makeUser(server, 'Seller');
  for (const name of ['First Name', 'Second Name', 'Second Name']) {
    expect((await changeProfileOf(user, { name })).status).toBe(200);
  }
  const refusal = await changeProfileOf(user, { name: 'Third Name', number: '+65 9123 4567' });
  expect(refusal).toMatchObject(profileLimitAnswer);
  expect(refusal.body.detail).toContain('changed your name');
  const waitSeconds = Number(refusal.headers['retry-after']);
  expect(waitSeconds).toBeGreaterThan(86_000);
  expect(waitSeconds).toBeLessThanOrEqual(86_400);
  expect((await call(server, user, 'GET', '/api/v1/me')).body.user).toMatchObject({ name: 'Second Name' });
  expect((await changeProfileOf(user, { number: '+65 9123 4567' })).status).toBe(200);
  server.setClock(() => new Date(Date.now() + 86_460_000));
  try {
    expect((await changeProfileOf(user, { name: 'Third Name' })).status).toBe(200);
  } finally {
    server.setClock(() => new Date());
  }
});

it('other fields can be changed a limited number of times a day, and each user has a limit of their own', async () => {
  const [user, otherBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
  for (let changeIndex = 0; changeIndex < 5; changeIndex += 1)
    expect((await changeProfileOf(user, { number: `9123 456${changeIndex}` })).status).toBe(200);
  expect(await changeProfileOf(user, { number: '9123 4569' })).toMatchObject(profileLimitAnswer);
  expect((await changeProfileOf(otherBuyer, { name: 'Other Name' })).status).toBe(200);
});

it('concurrent changes do not exceed the limit', async () => {
  const user = await makeUser(server, 'Seller');
  const newNames = Array.from({ length: 8 }, (_, index) => `Name ${'abcdefgh'[index]}`);
  const answers = await Promise.all(newNames.map((name) => changeProfileOf(user, { name })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(6);
});
