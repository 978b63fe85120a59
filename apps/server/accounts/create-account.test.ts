import { countDemoData, countNonDemoAdmins } from '@carhouse/database/accounts/demo-data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkData } from '../startup/gate/check-data.ts';
import { type Answer, call, makeUser, password, type TestUser } from '../testing/builders.ts';
import { makeImage } from '../testing/images.ts';
import { dumpRows } from '../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let accountCount = 0;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

function makeAccountForm(changedFields: object = {}): Record<string, unknown> {
  accountCount += 1;
  const email = `New.${accountCount}@People.example`;
  return {
    name: 'New Person',
    email,
    password,
    role: 'Buyer',
    photoURL: 'https://photos.example/a.jpg',
    ...changedFields,
  };
}
const createAccountAs = (caller: TestUser | null, changedFields: object = {}): Promise<Answer> =>
  call(server, caller, 'POST', '/api/v1/accounts', makeAccountForm(changedFields));

describe('an account made by an admin', () => {
  it.each(['admin', 'Seller', 'Buyer'])('can be one of a %s, who signs in with it', async (role) => {
    const photoURL = await makeImage(server, admin);
    const answer = await createAccountAs(admin, { role, number: '9123 4567', photoURL });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const email = `new.${accountCount}@people.example`;
    const user = (await call(server, admin, 'GET', `/api/users/${email}`)).body[0];
    expect(user).toMatchObject({ _id: answer.body.insertedId, role, number: '9123 4567', photoURL, permission: '' });
    expect((await call(server, null, 'POST', '/api/auth/sign-in/email', { email, password })).status).toBe(200);
    const { rows } = await server.context.pool.query('SELECT must_change_password FROM account WHERE id = $1', [
      answer.body.insertedId,
    ]);
    expect(rows).toEqual([{ must_change_password: true }]);
    const auditAnswer = await call(server, admin, 'GET', `/api/v1/audit?nounId=${String(answer.body.insertedId)}`);
    expect(auditAnswer.body.entries).toMatchObject([
      { action: 'create', noun: 'account', actorId: admin.id, before: null, after: { role, status: 'active' } },
    ]);
    expect(JSON.stringify(auditAnswer.body)).not.toContain(email);
  });

  it('is a demo account, and prevents a start in production, when a demo admin creates it as an admin account', async () => {
    const demoServer = await startTestServer();
    try {
      const demoAdmin = await makeUser(demoServer, 'admin');
      const { pool, database } = demoServer.context;
      await pool.query('UPDATE account SET is_demo = true WHERE id = $1', [demoAdmin.id]);
      for (const role of ['admin', 'Buyer']) {
        expect((await call(demoServer, demoAdmin, 'POST', '/api/v1/accounts', makeAccountForm({ role }))).status).toBe(
          201,
        );
      }
      expect(await countNonDemoAdmins(database)).toBe(0);
      expect(await countDemoData(database)).toMatchObject({ accountCount: 2 });
      const dataFindings = await checkData(database, { verify: async () => false }, 'DATA_DIR');
      expect(dataFindings[0]).toMatchObject({ level: 'refusal', name: 'DATA_DIR' });
    } finally {
      await demoServer.close();
    }
  });

  it('is refused to everybody else', async () => {
    expect((await createAccountAs(null)).status).toBe(401);
    expect((await createAccountAs(await makeUser(server, 'Buyer'))).status).toBe(403);
    expect((await createAccountAs(await makeUser(server, 'Seller'))).status).toBe(403);
  });

  it.each([
    [{ name: undefined }, 'Name is Required'],
    [{ name: ' ' }, 'Name is Required'],
    [{ email: undefined }, 'Email is Required'],
    [{ email: '' }, 'Email is Required'],
    [{ password: undefined }, 'Password is Required'],
    [{ password: '' }, 'Password is Required'],
    [{ photoURL: undefined }, 'Photo is Required'],
    [{ photoURL: '' }, 'Photo is Required'],
    [{ password: 'AB!' }, 'password should be at least 6 characters'],
    [{ password: 'abcdef!' }, 'Please provide at least two uppercase'],
    [{ password: 'ABcdef' }, 'Please add at least one special character'],
  ])('is refused for %j with the sentence of the specification', async (changedFields, expectedMessage) => {
    const rowsBefore = await dumpRows(server);
    const answer = await createAccountAs(admin, changedFields);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ message: expectedMessage }]);
    expect(await dumpRows(server)).toEqual(rowsBefore);
  });

  it.each([
    [{ name: 'Rosalind Tan', password: 'ROsalind!' }, 'personal'],
    [{ password: 'CarHouse!2026' }, 'personal'],
    [{ password: 'PAssword!' }, 'common'],
  ])('is refused with a password that others try first: %j', async (changedFields, code) => {
    const rowsBefore = await dumpRows(server);
    const answer = await createAccountAs(admin, changedFields);
    expect(answer).toMatchObject({ status: 422, body: { code: 'PASSWORD_RULE', errors: [{ code }] } });
    expect(await dumpRows(server)).toEqual(rowsBefore);
  });

  it.each([
    { role: 'owner' },
    { role: undefined },
    { email: 'nobody' },
    { email: ['a@b.example'] },
    { number: '1'.repeat(31) },
    { photoURL: 'javascript:alert(1)' },
    { photoURL: 'http://photos.example/a.jpg' },
    { permission: 'Verified' },
    { id: '0190f3a1-0000-7000-8000-00000000abcd' },
    { name: 'A\r\nSet-Cookie: x=1' },
  ])('is refused for %j', async (changedFields) => {
    expect((await createAccountAs(admin, changedFields)).status).toBe(422);
  });

  it('is not made with an image that the admin did not upload', async () => {
    const photoURL = await makeImage(server, await makeUser(server, 'Seller'));
    const rowsBefore = await dumpRows(server);
    expect(await createAccountAs(admin, { photoURL })).toMatchObject({
      status: 422,
      body: { code: 'IMAGE_NOT_YOURS' },
    });
    expect(await dumpRows(server)).toEqual(rowsBefore);
  });

  it('is made only once by ten calls with one address in different upper and lower case', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        createAccountAs(admin, { email: index % 2 ? 'one@p.example' : 'ONE@p.example' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refusals = answers.filter(({ status }) => status === 409);
    expect(refusals).toHaveLength(9);
    for (const { body } of refusals) expect(body.code).toBe('EMAIL_TAKEN');
  });
});

describe('the audit', () => {
  const readAuditPage = (query: string): Promise<Answer> => call(server, admin, 'GET', `/api/v1/audit${query}`);

  it('is read page by page, newest first, with each entry exactly once', async () => {
    const now = Date.now();
    const rows = Array.from({ length: 450 }, (_, index) => ({
      id: server.context.newId<'audit_entry'>(),
      at: new Date(now + Math.floor(index / 7)),
      actor_id: null,
      action: 'test',
      noun: 'paged',
      noun_id: String(index),
      before: null,
      after: JSON.stringify({ status: 'x', secret: 'y', amountCents: '1', nested: { status: 'z' } }),
    }));
    await server.context.database.insertInto('audit_entry').values(rows).execute();
    const auditEntries: { _id: string; at: string; after: object }[] = [];
    let cursor: string | null = '';
    let pageCount = 0;
    while (cursor !== null) {
      const answer = await readAuditPage(`?noun=paged${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
      expect(answer.status).toBe(200);
      auditEntries.push(...(answer.body.entries as unknown as typeof auditEntries));
      cursor = answer.body.next as string | null;
      pageCount += 1;
    }
    expect(pageCount).toBe(3);
    expect(new Set(auditEntries.map(({ _id }) => _id))).toEqual(new Set(rows.map(({ id }) => id)));
    expect(auditEntries.map(({ at }) => at)).toEqual(
      auditEntries
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    // The response contains only the values that `auditFacts` (packages/contract/audit.ts) lists.
    for (const { after } of auditEntries) expect(after).toEqual({ status: 'x', amountCents: '1' });
  });

  it('can be read only by admins, and refuses cursors of other lists', async () => {
    expect((await call(server, null, 'GET', '/api/v1/audit')).status).toBe(401);
    for (const role of ['Buyer', 'Seller'] as const)
      expect((await call(server, await makeUser(server, role), 'GET', '/api/v1/audit')).status).toBe(403);
    for (const query of ['?cursor=x', '?cursor=2026-01-01', '?noun=a&noun=b', '?noun='])
      expect((await readAuditPage(query)).status).toBe(400);
    expect((await readAuditPage("?noun=account&nounId=' or '1'='1")).body.entries).toEqual([]);
  });
});
