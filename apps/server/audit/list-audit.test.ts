import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

type ListedEntry = {
  _id: string;
  action: string;
  actorId: string | null;
  actorName: string | null;
  subject: string | null;
};

let server: TestServer;
let admin: TestUser;
let otherAdmin: TestUser;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
  otherAdmin = await makeUser(server, 'admin');
  seller = await makeUser(server, 'Seller');
  await call(server, admin, 'PUT', `/api/users/verify/${seller.id}`);
  await call(server, otherAdmin, 'POST', `/api/v1/accounts/${seller.id}/unverification`, { reason: 'No licence' });
});
afterAll(() => server.close());

async function readEntries(query: string): Promise<{ entries: ListedEntry[]; next: string | null }> {
  const answer = await call(server, admin, 'GET', `/api/v1/audit?${query}`);
  expect(answer.status).toBe(200);
  return answer.body as unknown as { entries: ListedEntry[]; next: string | null };
}

it('names who acted, and what it was about', async () => {
  const accountResult = await server.context.pool.query('SELECT id, name FROM account');
  const findAccountName = (id: string) => accountResult.rows.find((row) => row.id === id)?.name;
  const { entries } = await readEntries(`noun=account&nounId=${seller.id}`);
  expect(entries[0]).toMatchObject({
    action: 'unverify',
    actorId: otherAdmin.id,
    actorName: findAccountName(otherAdmin.id),
    subject: findAccountName(seller.id),
  });
  const car = await makeCar(server, seller, { title: 'Named Car' });
  await call(server, admin, 'POST', `/api/v1/listings/${car}/withdrawal`);
  expect((await readEntries(`noun=listing&nounId=${car}`)).entries[0]).toMatchObject({ subject: 'Named Car' });
});

it('is narrowed to one person, and to the server itself', async () => {
  expect((await readEntries(`actor=${otherAdmin.id}`)).entries.map(({ action }) => action)).toEqual([
    'unverify',
    'end-sessions',
    'add-second-factor',
  ]);
  const id = server.context.newId();
  await server.context.pool.query(
    `INSERT INTO audit_entry (id, at, actor_id, action, noun, noun_id) VALUES ($1, now(), NULL, 'test', 'brand', 'Alone')`,
    [id],
  );
  const systemActorPage = await readEntries('actor=machine');
  expect(systemActorPage.entries.map(({ _id }) => _id)).toContain(id);
  expect(systemActorPage.entries.filter(({ actorId }) => actorId !== null)).toEqual([]);
  expect((await call(server, admin, 'GET', '/api/v1/audit?actor=nobody')).status).toBe(400);
});

it('is narrowed to a day in Singapore', async () => {
  const id = server.context.newId();
  await server.context.pool.query(
    `INSERT INTO audit_entry (id, at, actor_id, action, noun, noun_id)
      VALUES ($1, '2026-03-04T16:30:00Z', $2, 'test', 'brand', 'Day')`,
    [id, admin.id],
  );
  expect((await readEntries('noun=brand&day=2026-03-05')).entries.map(({ _id }) => _id)).toEqual([id]);
  expect((await readEntries('noun=brand&day=2026-03-04')).entries).toEqual([]);
  expect((await call(server, admin, 'GET', '/api/v1/audit?day=soon')).status).toBe(400);
});

it('goes on where the page ended', async () => {
  const firstPage = await readEntries(`nounId=${seller.id}&noun=account&limit=1`);
  expect(firstPage.entries).toHaveLength(1);
  const secondPage = await readEntries(
    `nounId=${seller.id}&noun=account&limit=1&cursor=${encodeURIComponent(firstPage.next ?? '')}`,
  );
  expect(secondPage.entries.map(({ action }) => action)).toEqual(['verify']);
});
