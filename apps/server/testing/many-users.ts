import { createHmac, randomBytes } from 'node:crypto';
import type { Role } from '@carhouse/domain/account/account';
import type pg from 'pg';

export type SignedInUser = { readonly id: string; readonly email: string; readonly token: string };

/**
 * Inserts many signed-in users with one statement, for races: signing them up one by one would hash each password, which is
 * slow on purpose.
 * @param sessionSecret the secret of the server nodes that must accept the sessions.
 */
export async function makeManyUsers(
  pool: pg.Pool,
  sessionSecret: string,
  role: Role,
  count: number,
): Promise<SignedInUser[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(24).toString('hex'));
  const { rows } = await pool.query<{ id: string; email: string; token: string }>(
    `WITH given AS (SELECT gen_random_uuid() AS id, token FROM unnest($1::text[]) AS token),
          people AS (INSERT INTO account (id, name, email, email_verified, role)
                     SELECT id, $2 || ' ' || left(token, 8), lower($2) || '.' || token || '@race.example', true, $2 FROM given
                     RETURNING id, email),
          sessions AS (INSERT INTO session (id, account_id, token, expires_at)
                       SELECT gen_random_uuid(), people.id, given.token, now() + interval '1 day'
                       FROM people JOIN given USING (id) RETURNING account_id, token)
     SELECT people.id, people.email, sessions.token FROM people JOIN sessions ON sessions.account_id = people.id`,
    [tokens, role],
  );
  if (role === 'admin') await addSecondFactors(pool, rows);
  const signToken = (token: string) => `${token}.${createHmac('sha256', sessionSecret).update(token).digest('base64')}`;
  return rows.map((row) => ({ ...row, token: signToken(row.token) }));
}

/** Adds the second factors that admins need: an unused authenticator app, and sessions that have passed it. */
async function addSecondFactors(pool: pg.Pool, users: readonly { readonly id: string }[]): Promise<void> {
  const ids = users.map(({ id }) => id);
  const factorInsertSql = `INSERT INTO app_factor (account_id, sealed_secret, last_step, created_at)
                 SELECT id, ''::bytea, 0, now() FROM unnest($1::uuid[]) AS id`;
  await pool.query(factorInsertSql, [ids]);
  await pool.query('UPDATE session SET second_factor = true WHERE account_id = ANY ($1::uuid[])', [ids]);
}

/** Inserts listings of one seller, each with a different price. @returns the ids of the listings. */
export async function makeManyCars(
  pool: pg.Pool,
  sellerId: string,
  dollars: readonly number[],
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO listing (id, seller_id, brand, title, location, resale_price_cents, years_of_use, year_of_purchase,
       description, status, posted_at, updated_at)
     SELECT gen_random_uuid(), $1, 'Audi', 'A6', 'Bedok', dollars * 100, 3, 2023, '', 'available', now(), now()
     FROM unnest($2::bigint[]) AS dollars RETURNING id`,
    [sellerId, dollars],
  );
  return rows.map((row) => row.id);
}
