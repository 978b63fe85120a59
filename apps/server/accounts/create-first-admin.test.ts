import { hashToken } from '@carhouse/auth/link-tokens';
import { createPasswordHasher } from '@carhouse/auth/password-hashing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAdmin } from '../startup/gate/create-admin.ts';
import { offerFirstAdmin } from '../startup/gate/offer-first-admin.ts';
import { type Answer, makeUser, signIn } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const password = 'Test!Password1';
const hour = 3_600_000;

let server: TestServer;
let places = 0;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

/** The link that the server prints at its start; undefined when it prints none. */
async function offered(): Promise<string | undefined> {
  const said: string[] = [];
  await offerFirstAdmin(server.context, (line) => void said.push(line));
  return /\/first-admin#token=([\w-]{43})$/m.exec(said.join('\n'))?.[1];
}

async function make(token: string, given: { email?: string; password?: string; name?: string } = {}): Promise<Answer> {
  const payload = { token, name: 'First Admin', email: 'first@people.example', password, ...given };
  const remoteAddress = `192.0.2.${++places}`;
  const answer = await server.app.inject({ method: 'POST', url: '/api/v1/first-admin', payload, remoteAddress });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

async function admins(): Promise<string[]> {
  const { rows } = await server.context.pool.query("SELECT email FROM account WHERE role = 'admin' ORDER BY email");
  return rows.map((row: { email: string }) => row.email);
}

it('makes the first admin by the link of the start, once, and audits it', async () => {
  const token = (await offered()) ?? '';
  expect(await make(token)).toMatchObject({ status: 201, body: { created: true } });
  expect(await make(token, { email: 'second@people.example' })).toMatchObject({
    status: 422,
    body: { code: 'LINK_NOT_VALID' },
  });
  expect(await admins()).toEqual(['first@people.example']);
  expect(await signIn(server, 'first@people.example')).toBeTypeOf('string');
  const { rows } = await server.context.pool.query("SELECT action, after FROM audit_entry WHERE noun = 'account'");
  expect(rows).toEqual([{ action: 'create', after: { role: 'admin', status: 'active', by: 'first-admin link' } }]);
  expect(await offered()).toBeUndefined();
});

it('goes on without a link when the database does not store it, and names the other way', async () => {
  await server.context.pool.query('ALTER TABLE first_admin_link RENAME TO first_admin_link_elsewhere');
  const said: string[] = [];
  await offerFirstAdmin(server.context, (line) => void said.push(line));
  expect(said.join('\n')).toMatch(/could not be made.*npm run create-admin/);
  await server.context.pool.query('ALTER TABLE first_admin_link_elsewhere RENAME TO first_admin_link');
  expect(await offered()).toBeDefined();
});

it('makes one admin when two tabs send the form at one moment', async () => {
  for (let round = 0; round < 8; round += 1) {
    await server.context.pool.query('DELETE FROM first_admin_link');
    // The admin of the previous round loses the role, because the last admin cannot be deleted.
    await server.context.pool.query('ALTER TABLE account DISABLE TRIGGER USER');
    await server.context.pool.query("UPDATE account SET role = 'Buyer' WHERE role = 'admin'");
    await server.context.pool.query('ALTER TABLE account ENABLE TRIGGER USER');
    const token = (await offered()) ?? '';
    const answers = await Promise.all(
      [1, 2, 3].map((tab) => make(token, { email: `tab${round}.${tab}@people.example` })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422]);
    expect(await admins()).toHaveLength(1);
  }
});

it('keeps the hash of the token alone, and ends the link of an earlier start', async () => {
  const [first = '', second = ''] = [await offered(), await offered()];
  const { rows } = await server.context.pool.query('SELECT row_to_json(l)::text AS text FROM first_admin_link l');
  expect(rows).toHaveLength(1);
  expect(rows[0].text).toContain(hashToken(second));
  expect(rows[0].text).not.toContain(second);
  expect((await make(first)).body).toMatchObject({ code: 'LINK_NOT_VALID' });
  expect((await make(second)).status).toBe(201);
});

it('ends with its time', async () => {
  const token = (await offered()) ?? '';
  const start = Date.now();
  server.setClock(() => new Date(start + 24 * hour + 60_000));
  expect((await make(token)).body).toMatchObject({ code: 'LINK_NOT_VALID' });
  expect(await admins()).toEqual([]);
});

it('is dead as soon as there is an admin, however that one was made', async () => {
  const token = (await offered()) ?? '';
  const { rows } = await server.context.pool.query('SELECT * FROM first_admin_link');
  const makers = { database: server.context.database, hasher: createPasswordHasher(), now: server.context.now };
  await createAdmin(makers, { name: 'Op', email: 'op@people.example', password: 'Quiet!Harbour7' });
  expect((await server.context.pool.query('SELECT FROM first_admin_link')).rowCount).toBe(0);
  // A link row that was restored from a backup does not work either.
  await server.context.pool.query('INSERT INTO first_admin_link VALUES ($1, $2, $3)', [
    rows[0].single,
    rows[0].token_hash,
    rows[0].expires_at,
  ]);
  expect((await make(token)).body).toMatchObject({ code: 'LINK_NOT_VALID' });
  expect(await admins()).toEqual(['op@people.example']);
});

it('keeps the link when the form has a fault', async () => {
  const buyer = await makeUser(server, 'Buyer');
  const token = (await offered()) ?? '';
  expect(await make(token, { password: 'simple' })).toMatchObject({ status: 422, body: { code: 'PASSWORD_RULE' } });
  expect(await make(token, { password: 'CarHouse!2026' })).toMatchObject({ body: { code: 'PASSWORD_RULE' } });
  expect(await make(token, { email: buyer.email })).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
  expect((await make(token, { email: 'no address' })).status).toBe(422);
  expect((await make(token, { name: ' ' })).status).toBe(422);
  expect((await make(token)).status).toBe(201);
});
