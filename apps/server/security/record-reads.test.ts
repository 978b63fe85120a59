import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { bookListing, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { repeatedViewMs } from './register-security-records.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
});
afterEach(() => server.setClock(() => new Date()));
afterAll(() => server.close());

/**
 * Reads a page of personal data through the first server node. All reads go to one node, because each node remembers
 * recent views separately.
 */
async function readAs(caller: TestUser, url: string): Promise<number> {
  const answer = await server.firstApp.inject({ url, headers: { authorization: caller.token } });
  return answer.statusCode;
}
async function readAuditEntries(caller: TestUser): Promise<readonly string[]> {
  const { rows } = await server.context.pool.query<{ path: string }>(
    "SELECT noun_id AS path FROM audit_entry WHERE actor_id = $1 AND noun = 'personal_data' ORDER BY at, id",
    [caller.id],
  );
  return rows.map(({ path }) => path);
}

it("an admin's read of people's data is an entry; the same view read again within ten minutes is not another", async () => {
  const path = '/api/usersrole';
  for (let readIndex = 0; readIndex < 3; readIndex += 1) expect(await readAs(admin, path)).toBe(200);
  expect(await readAuditEntries(admin)).toEqual([path]);
  // A read with another search is recorded separately.
  expect(await readAs(admin, `${path}?search=lim`)).toBe(200);
  expect(await readAuditEntries(admin)).toEqual([path, path]);
  const timeAfterRepeatPeriodMs = Date.now() + repeatedViewMs + 1_000;
  server.setClock(() => new Date(timeAfterRepeatPeriodMs));
  expect(await readAs(admin, path)).toBe(200);
  expect(await readAuditEntries(admin)).toHaveLength(3);
});

it('an admin has entries of their own', async () => {
  const otherAdmin = await makeUser(server, 'admin');
  await readAs(otherAdmin, '/api/usersrole');
  expect(await readAuditEntries(otherAdmin)).toEqual(['/api/usersrole']);
});

it('numbers that show nobody are no entry: unread feedback, totals, the summary of reconciliation', async () => {
  const readingAdmin = await makeUser(server, 'admin');
  for (const url of ['/api/v1/feedback/unread', '/api/v1/accounts/totals', '/api/v1/reconciliation?limit=1'])
    expect(await readAs(readingAdmin, url)).toBe(200);
  expect(await readAuditEntries(readingAdmin)).toEqual([]);
});

it('the overview, an order and the record of another person are entries; the own record is not', async () => {
  const readingUser = await makeUser(server, 'admin');
  const buyer = await makeUser(server, 'Buyer');
  const bookingId = await bookListing(server, buyer, await makeCar(server, await makeUser(server, 'Seller')));
  expect(await readAs(readingUser, `/api/users/${readingUser.email}`)).toBe(200);
  expect(await readAuditEntries(readingUser)).toEqual([]);
  for (const url of ['/api/v1/overview', `/api/users/${buyer.email}`]) expect(await readAs(readingUser, url)).toBe(200);
  expect(await readAuditEntries(readingUser)).toEqual(['/api/v1/overview', '/api/users/:email']);
  await readAs(readingUser, `/api/payment/${bookingId}`);
  expect(await readAs(buyer, '/api/v1/overview')).toBe(200);
  expect(await readAuditEntries(buyer)).toEqual([]);
});

it('who may not read leaves no entry', async () => {
  const buyer = await makeUser(server, 'Buyer');
  expect(await readAs(buyer, '/api/usersrole')).toBe(403);
  expect(await readAuditEntries(buyer)).toEqual([]);
});
