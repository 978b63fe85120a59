import { createImporterLogins } from '@carhouse/database/connection/importer-role';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { uploadExaminedCarList } from '../testing/uploads.ts';
import { importCars } from './import-cars.ts';
import { startImportWorkers } from './import-workers.ts';

/* The statements that a process could run if a hostile file took it over: everything that its database login allows.
    The test runs each statement with the login of a running import, before the process of the import receives this
    login. */

let server: TestServer;
let otherSeller: TestUser;
let otherSellersCarId: string;
let otherSellersImportId: string;

beforeAll(async () => {
  server = await startTestServer();
  otherSeller = await makeUser(server, 'Seller');
  otherSellersCarId = await makeCar(server, otherSeller);
  otherSellersImportId = await uploadExaminedCarList(server, otherSeller, makeListText('o'));
});
afterAll(() => server.close());

const makeListText = (reference: string): string =>
  `Stock no,Car,Price,Reg date,Mileage\n${reference}1,Ferrari Roma,900000,28-May-21,4000\n${reference}2,Audi A4,90000,28-May-21,5000\n`;

type StatementOutcome = { readonly code: string } | { readonly rows: number };
type DatabaseLoginKind = 'login' | 'role';

/**
 * Runs an import over HTTP. Before the first batch of the import, the function runs the SQL statements with the
 * database login of the import.
 * @returns the outcome of each statement.
 */
async function runWithImportLogin(
  loginKind: DatabaseLoginKind,
  statements: readonly string[],
): Promise<readonly StatementOutcome[]> {
  const seller = await makeUser(server, 'Seller');
  const id = await uploadExaminedCarList(server, seller, makeListText(loginKind));
  const startAnswer = await call(server, seller, 'POST', `/api/v1/imports/${id}/start`, {});
  expect(startAnswer.status).toBe(202);
  const outcomes: StatementOutcome[] = [];
  const importerLogins =
    loginKind === 'login' ? createImporterLogins(server.context.pool, server.databaseUrl) : refuseToCreateLogins();
  const context: Context = {
    ...server.context,
    importWorkers: startImportWorkers({
      logins: {
        async open(importTask) {
          const login = await importerLogins.open(importTask);
          outcomes.push(...(await tryStatements(login.url, statements)));
          return login;
        },
      },
    }),
  };
  await importCars(context, id as never, new AbortController().signal);
  expect((await call(server, seller, 'GET', `/api/v1/imports/${id}`)).body).toMatchObject({
    state: 'done',
    counts: { imported: 2, rejected: 0 },
  });
  return outcomes;
}

/** Returns the logins that are used when the server's database user may not create roles. */
function refuseToCreateLogins() {
  const permissionError = Object.assign(new Error('permission denied to create role'), { code: '42501' });
  const pool = new Proxy(server.context.pool, {
    get: (target, name) =>
      name === 'query'
        ? (text: string, values?: unknown[]) =>
            text.startsWith('CREATE ROLE') ? Promise.reject(permissionError) : target.query(text, values)
        : Reflect.get(target, name, target),
  });
  return createImporterLogins(pool, server.databaseUrl);
}

async function tryStatements(url: string, statements: readonly string[]): Promise<readonly StatementOutcome[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const outcomes: StatementOutcome[] = [];
    for (const statement of statements) {
      await client.query('BEGIN');
      outcomes.push(
        await client.query(statement).then(
          ({ rowCount }) => ({ rows: rowCount ?? 0 }),
          (error: { code: string }) => ({ code: error.code }),
        ),
      );
      await client.query('ROLLBACK');
    }
    return outcomes;
  } finally {
    await client.end();
  }
}

const permissionError = { code: '42501' };

describe.each<[DatabaseLoginKind]>([['login'], ['role']])('a process of an import, bound by %s,', (loginKind) => {
  it('reads and writes nothing beside its import', async () => {
    const forbiddenStatements = [
      'SELECT email FROM account',
      'SELECT token FROM session',
      'SELECT password FROM credential',
      'SELECT FROM payment',
      'SELECT FROM booking',
      'SELECT FROM wish',
      'SELECT FROM audit_entry',
      'SELECT FROM security_event',
      'SELECT FROM outbox',
      "UPDATE account SET role = 'admin'",
      'DELETE FROM listing',
      'UPDATE listing SET posted_at = now()',
      "UPDATE listing SET status = 'sold'",
      'UPDATE import SET seller_id = seller_id',
      'DROP TABLE import',
      'CREATE TABLE own (id int)',
      "UPDATE brand SET name = 'x'",
      "COPY (SELECT 1) TO PROGRAM 'true'",
      `INSERT INTO listing (id, seller_id, brand, status) VALUES (gen_random_uuid(), '${otherSeller.id}', 'Audi', 'available')`,
      `INSERT INTO import_part (import_id, kind, position, bytes) VALUES ('${otherSellersImportId}', 'report', 0, '')`,
    ];
    const outcomes = await runWithImportLogin(loginKind, forbiddenStatements);
    expect(forbiddenStatements.map((statement, index) => [statement, outcomes[index]])).toEqual(
      forbiddenStatements.map((statement) => [statement, permissionError]),
    );
  });

  it("finds no rows of another seller's import, and changes no car of theirs", async () => {
    const statementsWithoutRows = [
      `UPDATE listing SET title = 'x' WHERE id = '${otherSellersCarId}'`,
      `SELECT FROM import_part WHERE import_id = '${otherSellersImportId}'`,
      `DELETE FROM import_part WHERE import_id = '${otherSellersImportId}'`,
      `UPDATE import SET total_rows = 1 WHERE id = '${otherSellersImportId}'`,
      `SELECT id FROM import WHERE seller_id = '${otherSeller.id}'`,
    ];
    expect(await runWithImportLogin(loginKind, statementsWithoutRows)).toEqual(
      statementsWithoutRows.map(() => ({ rows: 0 })),
    );
  });
});

describe('the login of an import', () => {
  it('cannot get the rights of the server, and cannot read as another user', async () => {
    const { username } = new URL(server.databaseUrl);
    const escalationStatements = [
      `SET ROLE "${username}"`,
      'RESET ROLE; SELECT email FROM account',
      'SET SESSION AUTHORIZATION DEFAULT; SELECT email FROM account',
    ];
    expect(await runWithImportLogin('login', escalationStatements)).toEqual(
      escalationStatements.map(() => permissionError),
    );
    const readAsOtherSellerSql = `SELECT id FROM import WHERE set_config('carhouse.member', '${otherSeller.id}', true) <> '' AND seller_id = '${otherSeller.id}'`;
    expect(await runWithImportLogin('login', [readAsOtherSellerSql])).toEqual([{ rows: 0 }]);
  });

  it('is gone when its process has ended', async () => {
    await runWithImportLogin('login', []);
    const { rows } = await server.context.pool.query(
      "SELECT rolname FROM pg_roles WHERE rolname ~ '^carhouse_import_'",
    );
    const { rows: busyImports } = await server.context.pool.query('SELECT run_id FROM import WHERE run_id IS NOT NULL');
    const roleNamesOfRuns = busyImports.map(({ run_id: run }) => `carhouse_import_${String(run).replaceAll('-', '')}`);
    expect(rows.map(({ rolname }) => rolname).filter((name) => roleNamesOfRuns.includes(name))).toEqual([]);
  });
});
