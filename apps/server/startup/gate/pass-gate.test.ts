import { randomBytes } from 'node:crypto';
import { createAccount } from '@carhouse/auth/create-account';
import { createPasswordHasher } from '@carhouse/auth/password-hashing';
import { findProductionMark } from '@carhouse/database/accounts/demo-data';
import { makeTestDatabase, type TestDatabase } from '@carhouse/database/testing/test-database';
import type { Role } from '@carhouse/domain/account/account';
import { makeId } from '@carhouse/domain/ids/id';
import { findSeller } from '@carhouse/importer/save/find-seller';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../config.ts';
import { demoPassword } from '../seed-demo.ts';
import { createAdmin } from './create-admin.ts';
import { runStartChecks } from './pass-gate.ts';
import { NoOwnAdminError, removeDemo } from './remove-demo.ts';

const now = (): Date => new Date();
const hasher = createPasswordHasher();
const makeRandomId = <Noun extends string>() => makeId<Noun>(now(), randomBytes(10));
const productionVariables = {
  NODE_ENV: 'production',
  ALLOW_TEST_CARDS: '1',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'server@cars.example',
};
const newAdminFields = { name: 'Op Erator', email: 'Op@Cars.Example', password: 'Quiet!Harbour7' };

let db: TestDatabase;
let outputLines: string[];

beforeEach(async () => {
  db = await makeTestDatabase();
  outputLines = [];
});
afterEach(() => db.close());

async function runStartChecksInEnv(env: Record<string, string>): Promise<readonly string[]> {
  const config = readConfig(false, env);
  try {
    await runStartChecks({
      config,
      database: db.database,
      hasher,
      now,
      reportLine: (line) => void outputLines.push(line),
    });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

async function makeAccount(email: string, role: Role, accountOptions: { isDemo?: boolean; password?: string } = {}) {
  const accountFields = {
    name: 'Some One',
    email,
    role,
    password: newAdminFields.password,
    photoUrl: null,
    verifiedAt: null,
    ...accountOptions,
  };
  return createAccount({ database: db.database, hasher, now, randomId: makeRandomId }, accountFields);
}

it('lets an empty production server through, warns, and marks the database', async () => {
  expect(await runStartChecksInEnv(productionVariables)).toEqual([]);
  expect(outputLines).toContainEqual(expect.stringMatching(/^Warning: ALLOW_TEST_CARDS: test cards only/));
  expect(outputLines).toContainEqual(expect.stringMatching(/^Warning: admin: there is no admin yet/));
  expect(await findProductionMark(db.database)).toBeInstanceOf(Date);
});

it('tells what the configuration and the data are refused for, all at once, and why it is production', async () => {
  await makeAccount('admin@carhouse.example', 'admin', { isDemo: true, password: demoPassword });
  expect(await runStartChecksInEnv({ HOST: '0.0.0.0' })).toEqual([
    expect.stringMatching(/^PUBLIC_URL: /),
    expect.stringMatching(/^STRIPE_SECRET_KEY: /),
    expect.stringMatching(/^SMTP_URL: /),
    expect.stringMatching(/^DATA_DIR: 1 demo accounts, .*npm run remove-demo/),
    expect.stringContaining('because HOST is not a loopback address'),
  ]);
  expect(await findProductionMark(db.database)).toBeUndefined();
});

it('knows demo accounts by their mark and not by an address, which any person may register', async () => {
  await makeAccount('buyer@carhouse.example', 'Buyer');
  await makeAccount('admin@carhouse.example', 'admin');
  expect(await runStartChecksInEnv(productionVariables)).toEqual([]);
  // Without an option for the seller, the import command uses the demo's seller, and never a user who has signed up
  // with that seller's e-mail address.
  await makeAccount('seller@carhouse.example', 'Seller');
  await expect(findSeller(db.database, undefined)).rejects.toThrow('--seller EMAIL');
});

it('refuses an admin with the published password, whatever the address', async () => {
  await makeAccount('boss@cars.example', 'admin', { password: demoPassword });
  expect(await runStartChecksInEnv(productionVariables)).toEqual([
    expect.stringMatching(/^admin: boss@cars\.example has the published password of the demo; .*remove-demo/),
    expect.any(String),
  ]);
});

it('starts no demo on a database that has served production', async () => {
  expect(await runStartChecksInEnv({})).toEqual([]);
  expect(await runStartChecksInEnv(productionVariables)).toEqual([]);
  for (const env of [{}, { DEMO: '1' }, { NODE_ENV: 'development' }]) {
    expect(await runStartChecksInEnv(env)).toEqual([
      expect.stringMatching(/^DATA_DIR: this database has served production since /),
    ]);
  }
});

it('lets a database through once the demo is removed, which needs an admin of its own', async () => {
  const demoAdmin = await makeAccount('admin@carhouse.example', 'admin', { isDemo: true, password: demoPassword });
  const seller = await makeAccount('seller@carhouse.example', 'Seller', { isDemo: true, password: demoPassword });
  const operatorAdminId = await makeAccount('boss@cars.example', 'admin', { password: demoPassword });
  await db.pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [operatorAdminId]);
  await expect(removeDemo(db.database, hasher, now)).rejects.toThrow(NoOwnAdminError);
  await createAdmin({ database: db.database, hasher, now }, newAdminFields);
  expect(await removeDemo(db.database, hasher, now)).toMatchObject({
    accountCount: 2,
    passwords: ['boss@cars.example'],
  });
  const deletedAccountsResult = await db.pool.query("SELECT 1 FROM account WHERE id = ANY($1) AND status = 'deleted'", [
    [demoAdmin, seller],
  ]);
  expect(deletedAccountsResult.rowCount).toBe(2);
  expect(await runStartChecksInEnv(productionVariables)).toEqual([]);
  expect(await removeDemo(db.database, hasher, now)).toMatchObject({ accountCount: 0, passwords: [] });
});

it('removes with the demo the verifications by its admin, and keeps those by other admins', async () => {
  const demoAdmin = await makeAccount('admin@carhouse.example', 'admin', { isDemo: true, password: demoPassword });
  const ownAdminId = await createAdmin({ database: db.database, hasher, now }, newAdminFields);
  const makeVerifiedSeller = async (email: string, verifierIds: readonly string[]) => {
    const seller = await makeAccount(email, 'Seller');
    await db.pool.query('UPDATE account SET verified_at = now() WHERE id = $1', [seller]);
    for (const [index, actor] of verifierIds.entries()) {
      await db.pool.query(
        "INSERT INTO audit_entry (id, at, actor_id, action, noun, noun_id, after) VALUES ($1, $2, $3, 'verify', 'account', $4, '{}')",
        [makeRandomId(), new Date(Date.now() + index), actor, seller],
      );
    }
  };
  await makeVerifiedSeller('stranger@people.example', [demoAdmin]);
  await makeVerifiedSeller('dealer@people.example', [ownAdminId]);
  await makeVerifiedSeller('again@people.example', [demoAdmin, ownAdminId]);
  expect(await removeDemo(db.database, hasher, now)).toMatchObject({ accountCount: 1, unverifiedCount: 1 });
  const { rows } = await db.pool.query(
    "SELECT email FROM account WHERE role = 'Seller' AND verified_at IS NOT NULL ORDER BY email",
  );
  expect(rows.map(({ email }) => email)).toEqual(['again@people.example', 'dealer@people.example']);
  const auditRows = await db.pool.query("SELECT actor_id, before, after FROM audit_entry WHERE action = 'unverify'");
  expect(auditRows.rows).toEqual([{ actor_id: null, before: { verified: true }, after: { verified: false } }]);
  expect(await removeDemo(db.database, hasher, now)).toMatchObject({ unverifiedCount: 0 });
});

it('makes an admin for the operator, audited, and refuses a taken address and an easy password', async () => {
  const adminCreationDependencies = { database: db.database, hasher, now };
  const id = await createAdmin(adminCreationDependencies, newAdminFields);
  const { rows } = await db.pool.query('SELECT email, role, is_demo FROM account WHERE id = $1', [id]);
  expect(rows).toEqual([{ email: 'op@cars.example', role: 'admin', is_demo: false }]);
  const audit = await db.pool.query('SELECT actor_id, action, after FROM audit_entry WHERE noun_id = $1', [id]);
  expect(audit.rows).toEqual([
    { actor_id: null, action: 'create', after: { role: 'admin', status: 'active', by: 'create-admin' } },
  ]);
  await expect(createAdmin(adminCreationDependencies, newAdminFields)).rejects.toMatchObject({ code: 'INVALID' });
  for (const password of ['short', 'CarHouse!2026', 'PAssword!1', 'nouppercase!7']) {
    await expect(
      createAdmin(adminCreationDependencies, { ...newAdminFields, email: 'b@cars.example', password }),
    ).rejects.toMatchObject({
      code: 'PASSWORD_RULE',
    });
  }
});
