import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { dealerColumnNames } from '../imports/dealer-columns.ts';
import type { ImportRun } from '../imports/import-runs.ts';
import { findSqlState } from './transaction.ts';

/**
 * The database role of a process that parses a dealer's file. Row-level security (migration 0032) restricts the role to the
 * seller of its import.
 */
const role = 'carhouse_importer';
/** A login's name is this prefix and the id of the import's run. */
const loginPrefix = 'carhouse_import_';
/** Maximum number of connections of one login. The connection pool of an import process has three connections. */
const maxLoginConnections = 4;
/**
 * Lifetime of a login in milliseconds. The lifetime is longer than any process may run. The lifetime limits how long a
 * login stays valid when it was not removed.
 */
const loginLifetimeMs = 3_600_000;

const writableColumnsSql = dealerColumnNames.join(', ');
/** The grants of the role. The grants are made in this order, so when the last grant exists, all grants exist. */
const importerGrants = [
  'GRANT SELECT, INSERT ON brand',
  'GRANT SELECT (id, status) ON account',
  'GRANT SELECT (id, seller_id, run_id, state), UPDATE (total_rows, done_rows, progress, updated_at) ON import',
  'GRANT SELECT, INSERT, DELETE ON import_part, import_gone',
  'GRANT SELECT, INSERT, UPDATE ON import_picture',
  'GRANT INSERT (listing_id) ON listing_change',
  'GRANT SELECT (listing_id, first_id), INSERT ON listing_duplicate',
  `GRANT SELECT, INSERT (id, seller_id, status, posted_at, newest_at, dealer_ref, updated_at, ${writableColumnsSql}), UPDATE (updated_at, ${writableColumnsSql}) ON listing`,
] as const;

/**
 * Creates the role and its grants when they are missing, and removes expired logins.
 * @returns false when the role does not exist and the database user may not create roles.
 */
export async function ensureImporterRole(client: pg.Pool | pg.PoolClient): Promise<boolean> {
  try {
    if (!(await hasImporterRole(client))) {
      await client.query(`DO $$ BEGIN
        IF to_regrole('${role}') IS NULL THEN CREATE ROLE ${role} NOLOGIN; END IF;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END $$`);
      await client.query(`GRANT ${role} TO CURRENT_USER`);
      for (const grantText of importerGrants) await client.query(`${grantText} TO ${role}`);
    }
    await removeOldLogins(client);
  } catch (error) {
    if (findSqlState(error) !== '42501') throw error;
  }
  return hasImporterRole(client);
}

async function hasImporterRole(client: pg.Pool | pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ ready: boolean }>(
    `SELECT CASE WHEN to_regrole($1) IS NULL THEN false
       ELSE pg_has_role(current_user, $1, 'MEMBER') AND has_column_privilege($1, 'listing', 'newest_at', 'INSERT') END AS ready`,
    [role],
  );
  return rows[0]?.ready === true;
}

/** Removes the logins that remained in the database after a crash of the server. */
async function removeOldLogins(client: pg.Pool | pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT rolname AS name FROM pg_roles WHERE rolname ~ '^${loginPrefix}[0-9a-f]{32}$' AND rolvaliduntil < now()`,
  );
  for (const { name } of rows) await client.query(`DROP ROLE IF EXISTS ${name}`).catch(() => {});
}

/** The database login of the process of one run. */
export type ImporterLogin = {
  /** The URL of the connection, with its password. */
  readonly url: string;
  /** Removes the login. The call never fails: a login that could not be removed expires by itself. */
  close(): Promise<void>;
};

export type ImporterLogins = { open(run: ImportRun): Promise<ImporterLogin> };

type LoginKind = 'login' | 'role' | 'none';

/**
 * Creates logins for the processes of imports. Each run has a login of its own with a random password. An attacker who
 * takes control of the process with a manipulated file therefore has only the rights of the import. When the database
 * user may not create logins, or the database refuses such logins, connections switch to the role instead. After a
 * switch of the role, the process's usual statements are restricted, but an attacker's code in the process could switch
 * back.
 */
export function createImporterLogins(pool: pg.Pool, databaseUrl: string): ImporterLogins {
  let loginKind: LoginKind | undefined;
  return {
    async open({ run }) {
      if (loginKind !== 'role' && loginKind !== 'none') {
        const login = await makeLogin(pool, databaseUrl, run);
        if (loginKind === undefined && login !== undefined && !(await canConnect(login.url))) await login.close();
        else if (login !== undefined) {
          loginKind = 'login';
          return login;
        }
        loginKind = (await hasImporterRole(pool)) ? 'role' : 'none';
      }
      const options = loginKind === 'role' ? `-c role=${role} -c carhouse.import_run=${run}` : '';
      return { url: withConnectionOptions(databaseUrl, options), close: async () => {} };
    },
  };
}

async function makeLogin(pool: pg.Pool, databaseUrl: string, runId: string): Promise<ImporterLogin | undefined> {
  const name = `${loginPrefix}${runId.replaceAll('-', '')}`;
  if (!/^carhouse_import_[0-9a-f]{32}$/.test(name)) throw new Error('A run has a UUID.');
  const password = randomBytes(24).toString('hex');
  const validUntil = new Date(Date.now() + loginLifetimeMs).toISOString();
  try {
    await pool.query(
      `CREATE ROLE ${name} LOGIN INHERIT IN ROLE ${role} CONNECTION LIMIT ${maxLoginConnections}
       PASSWORD '${makeScramVerifier(password)}' VALID UNTIL '${validUntil}'`,
    );
  } catch (error) {
    // The codes 42501 and 42704 mean that the database user may not create roles, or that the role for imports does not
    // exist.
    if (['42501', '42704'].includes(findSqlState(error) ?? '')) return undefined;
    throw error;
  }
  const url = new URL(databaseUrl);
  url.username = name;
  url.password = password;
  const close = async (): Promise<void> => {
    await pool.query(`DROP ROLE IF EXISTS ${name}`).catch(() => {});
  };
  return { url: url.href, close };
}

/**
 * Whether the database accepts a connection with this login. The rules of the database server, or a connection pooler
 * in front of it, may accept only configured users.
 */
async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function withConnectionOptions(databaseUrl: string, options: string): string {
  const url = new URL(databaseUrl);
  if (options !== '')
    url.searchParams.set('options', [url.searchParams.get('options') ?? '', options].join(' ').trim());
  return url.href;
}

/**
 * Computes a password in PostgreSQL's stored form (RFC 5803), so that no statement and no log contains the password itself.
 */
function makeScramVerifier(password: string): string {
  const salt = randomBytes(16);
  const hashIterations = 4_096;
  const saltedPassword = pbkdf2Sync(password, salt, hashIterations, 32, 'sha256');
  const computeHmac = (keyName: string): Buffer => createHmac('sha256', saltedPassword).update(keyName).digest();
  const storedKey = createHash('sha256').update(computeHmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${hashIterations}:${salt.toString('base64')}$${storedKey}:${computeHmac('Server Key').toString('base64')}`;
}
