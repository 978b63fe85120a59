import { createPasswordHasher } from '@carhouse/auth/password-hashing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeCar, makeUser } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { removeDemo } from './remove-demo.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const query = async (text: string, values: unknown[] = []) => (await server.context.pool.query(text, values)).rows;
const removeDemoData = () => removeDemo(server.context.database, createPasswordHasher(), () => new Date());

it('undoes suspensions and unused brands of the demo’s admin, lists their other acts, and leaves those of others', async () => {
  const realAdmin = await makeUser(server, 'admin');
  const demoAdmin = await makeUser(server, 'admin');
  await query('UPDATE account SET is_demo = true WHERE id = $1', [demoAdmin.id]);
  const [seller, otherSeller, suspendedTwice] = [
    await makeUser(server, 'Seller', { verified: true }),
    await makeUser(server, 'Seller'),
    await makeUser(server, 'Buyer'),
  ];
  const actAs = async (caller: typeof realAdmin, path: string, body: object = { reason: 'Because.' }) => {
    const answer = await call(server, caller, 'POST', path, body);
    expect([path, answer.status < 300]).toEqual([path, true]);
  };
  for (const name of ['Unused Demo', 'Used Demo']) await actAs(demoAdmin, '/api/v1/brands', { name });
  // A brand that the operator added, and that the demo's admin closed later, does not belong to the demo.
  await actAs(realAdmin, '/api/v1/brands', { name: 'Own Brand' });
  await actAs(demoAdmin, '/api/v1/brands', { name: 'Own Brand', listable: false });
  const [ownBrand] = await query("SELECT api_name FROM brand WHERE name = 'Own Brand'");
  const [usedBrand] = await query("SELECT api_name FROM brand WHERE name = 'Used Demo'");
  await makeCar(server, otherSeller, { brand: String(usedBrand?.api_name) });
  await actAs(demoAdmin, `/api/v1/accounts/${seller.id}/unverification`);
  await actAs(demoAdmin, `/api/v1/accounts/${seller.id}/suspension`);
  await actAs(realAdmin, `/api/v1/accounts/${otherSeller.id}/suspension`);
  await actAs(demoAdmin, `/api/v1/accounts/${suspendedTwice.id}/suspension`);
  await actAs(realAdmin, `/api/v1/accounts/${suspendedTwice.id}/reinstatement`);
  await actAs(realAdmin, `/api/v1/accounts/${suspendedTwice.id}/suspension`);
  const returningBuyer = await makeUser(server, 'Buyer');
  await actAs(realAdmin, `/api/v1/accounts/${returningBuyer.id}/suspension`);
  await actAs(demoAdmin, `/api/v1/accounts/${returningBuyer.id}/reinstatement`);

  const realUser = await makeUser(server, 'Buyer');
  await actAs(realAdmin, `/api/v1/accounts/${realUser.id}/suspension`);
  await actAs(demoAdmin, `/api/v1/accounts/${realUser.id}/reinstatement`);
  await actAs(demoAdmin, `/api/v1/accounts/${realUser.id}/suspension`);
  const verifiedSeller = await makeUser(server, 'Seller');
  for (const [caller, path] of [
    [realAdmin, 'verify'],
    [demoAdmin, 'unverify'],
    [demoAdmin, 'verify'],
  ] as const) {
    if (path === 'verify') {
      expect((await call(server, caller, 'PUT', `/api/users/verify/${verifiedSeller.id}`, {})).status).toBe(200);
    } else await actAs(caller, `/api/v1/accounts/${verifiedSeller.id}/unverification`);
  }

  const removal = await removeDemoData();
  expect(await query('SELECT status FROM account WHERE id = $1', [realUser.id])).toEqual([{ status: 'suspended' }]);
  expect(await query('SELECT verified_at FROM account WHERE id = $1', [verifiedSeller.id])).not.toEqual([
    { verified_at: null },
  ]);
  expect(removal.remainingActionCount).toBe(removal.remainingActions.length);
  expect(removal).toMatchObject({ accountCount: 1, reinstatedEmails: [seller.email] });
  expect(removal.brands).toHaveLength(1);
  expect(await query("SELECT name FROM brand WHERE name LIKE '%Demo' OR name = 'Own Brand' ORDER BY name")).toEqual([
    { name: 'Own Brand' },
    { name: 'Used Demo' },
  ]);
  expect(removal.remainingActions).toEqual([
    { noun: 'brand', action: 'add', nounId: usedBrand?.api_name },
    { noun: 'brand', action: 'change', nounId: ownBrand?.api_name },
    { noun: 'account', action: 'unverify', nounId: seller.id },
    { noun: 'account', action: 'reinstate', nounId: returningBuyer.id },
    { noun: 'account', action: 'reinstate', nounId: realUser.id },
    { noun: 'account', action: 'unverify', nounId: verifiedSeller.id },
  ]);
  const statusRows = await query('SELECT status FROM account WHERE id = ANY($1::uuid[]) ORDER BY created_at', [
    [seller.id, otherSeller.id, suspendedTwice.id],
  ]);
  expect(statusRows.map(({ status }) => status)).toEqual(['active', 'suspended', 'suspended']);
  const demoAuditEntries = await query(
    "SELECT action, noun FROM audit_entry WHERE actor_id IS NULL AND action IN ('reinstate', 'remove') ORDER BY action",
  );
  expect(demoAuditEntries).toEqual([
    { action: 'reinstate', noun: 'account' },
    { action: 'remove', noun: 'brand' },
  ]);
  expect(await removeDemoData()).toMatchObject({
    accountCount: 0,
    reinstatedEmails: [],
    brands: [],
    unverifiedCount: 0,
  });
});
