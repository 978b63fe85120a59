import { hashToken } from '@carhouse/auth/link-tokens';
import { createPasswordHasher } from '@carhouse/auth/password-hashing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAdmin } from '../startup/gate/create-admin.ts';
import { showFirstAdminLink } from '../startup/gate/offer-first-admin.ts';
import { type Answer, makeUser, signIn } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const password = 'Test!Password1';
const hourMs = 3_600_000;

let server: TestServer;
let usedAddressCount = 0;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

/** Returns the link that the server prints when it starts; undefined when it prints none. */
async function findPrintedAdminLink(): Promise<string | undefined> {
  const printedLines: string[] = [];
  await showFirstAdminLink(server.context, (line) => void printedLines.push(line));
  return /\/first-admin#token=([\w-]{43})$/m.exec(printedLines.join('\n'))?.[1];
}

async function createAdminWithToken(
  token: string,
  changedFields: { email?: string; password?: string; name?: string } = {},
): Promise<Answer> {
  const payload = { token, name: 'First Admin', email: 'first@people.example', password, ...changedFields };
  const remoteAddress = `192.0.2.${++usedAddressCount}`;
  const answer = await server.app.inject({ method: 'POST', url: '/api/v1/first-admin', payload, remoteAddress });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

async function listAdminEmails(): Promise<string[]> {
  const { rows } = await server.context.pool.query("SELECT email FROM account WHERE role = 'admin' ORDER BY email");
  return rows.map((row: { email: string }) => row.email);
}

it('makes the first admin by the link of the start, once, and audits it', async () => {
  const token = (await findPrintedAdminLink()) ?? '';
  expect(await createAdminWithToken(token)).toMatchObject({ status: 201, body: { created: true } });
  expect(await createAdminWithToken(token, { email: 'second@people.example' })).toMatchObject({
    status: 422,
    body: { code: 'LINK_NOT_VALID' },
  });
  expect(await listAdminEmails()).toEqual(['first@people.example']);
  expect(await signIn(server, 'first@people.example')).toBeTypeOf('string');
  const { rows } = await server.context.pool.query("SELECT action, after FROM audit_entry WHERE noun = 'account'");
  expect(rows).toEqual([{ action: 'create', after: { role: 'admin', status: 'active', by: 'first-admin link' } }]);
  expect(await findPrintedAdminLink()).toBeUndefined();
});

it('prints the command that makes an admin when the link cannot be stored', async () => {
  await server.context.pool.query('ALTER TABLE first_admin_link RENAME TO first_admin_link_elsewhere');
  const printedLines: string[] = [];
  await showFirstAdminLink(server.context, (line) => void printedLines.push(line));
  expect(printedLines.join('\n')).toMatch(/could not be made.*npm run create-admin/);
  await server.context.pool.query('ALTER TABLE first_admin_link_elsewhere RENAME TO first_admin_link');
  expect(await findPrintedAdminLink()).toBeDefined();
});

it('makes one admin when two tabs send the form at one moment', async () => {
  for (let round = 0; round < 8; round += 1) {
    await server.context.pool.query('DELETE FROM first_admin_link');
    // The admin of the previous round loses the role, because the last admin cannot be deleted.
    await server.context.pool.query('ALTER TABLE account DISABLE TRIGGER USER');
    await server.context.pool.query("UPDATE account SET role = 'Buyer' WHERE role = 'admin'");
    await server.context.pool.query('ALTER TABLE account ENABLE TRIGGER USER');
    const token = (await findPrintedAdminLink()) ?? '';
    const answers = await Promise.all(
      [1, 2, 3].map((tabNumber) => createAdminWithToken(token, { email: `tab${round}.${tabNumber}@people.example` })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422]);
    expect(await listAdminEmails()).toHaveLength(1);
  }
});

it('keeps the hash of the token alone, and ends the link of an earlier start', async () => {
  const [firstLink = '', secondLink = ''] = [await findPrintedAdminLink(), await findPrintedAdminLink()];
  const { rows } = await server.context.pool.query('SELECT row_to_json(l)::text AS text FROM first_admin_link l');
  expect(rows).toHaveLength(1);
  expect(rows[0].text).toContain(hashToken(secondLink));
  expect(rows[0].text).not.toContain(secondLink);
  expect((await createAdminWithToken(firstLink)).body).toMatchObject({ code: 'LINK_NOT_VALID' });
  expect((await createAdminWithToken(secondLink)).status).toBe(201);
});

it('is not valid after its lifetime', async () => {
  const token = (await findPrintedAdminLink()) ?? '';
  const startedAtMs = Date.now();
  server.setClock(() => new Date(startedAtMs + 24 * hourMs + 60_000));
  expect((await createAdminWithToken(token)).body).toMatchObject({ code: 'LINK_NOT_VALID' });
  expect(await listAdminEmails()).toEqual([]);
});

it('is not valid any more when there is an admin, however the admin was made', async () => {
  const token = (await findPrintedAdminLink()) ?? '';
  const { rows } = await server.context.pool.query('SELECT * FROM first_admin_link');
  const adminCreationDependencies = {
    database: server.context.database,
    hasher: createPasswordHasher(),
    now: server.context.now,
  };
  await createAdmin(adminCreationDependencies, { name: 'Op', email: 'op@people.example', password: 'Quiet!Harbour7' });
  expect((await server.context.pool.query('SELECT FROM first_admin_link')).rowCount).toBe(0);
  // A link row that was restored from a backup does not work either.
  await server.context.pool.query('INSERT INTO first_admin_link VALUES ($1, $2, $3)', [
    rows[0].single,
    rows[0].token_hash,
    rows[0].expires_at,
  ]);
  expect((await createAdminWithToken(token)).body).toMatchObject({ code: 'LINK_NOT_VALID' });
  expect(await listAdminEmails()).toEqual(['op@people.example']);
});

it('leaves the link valid when the form has an error', async () => {
  const buyer = await makeUser(server, 'Buyer');
  const token = (await findPrintedAdminLink()) ?? '';
  expect(await createAdminWithToken(token, { password: 'simple' })).toMatchObject({
    status: 422,
    body: { code: 'PASSWORD_RULE' },
  });
  expect(await createAdminWithToken(token, { password: 'CarHouse!2026' })).toMatchObject({
    body: { code: 'PASSWORD_RULE' },
  });
  expect(await createAdminWithToken(token, { email: buyer.email })).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_TAKEN' },
  });
  expect((await createAdminWithToken(token, { email: 'no address' })).status).toBe(422);
  expect((await createAdminWithToken(token, { name: ' ' })).status).toBe(422);
  expect((await createAdminWithToken(token)).status).toBe(201);
});
