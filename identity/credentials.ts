import type { AccountId, AccountStatus, Role } from '@carhouse/core/account/account';
import type pg from 'pg';

/** The person of an e-mail address with his password hash; null where he signs in by a provider only. */
export type Credential = {
  readonly accountId: AccountId;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly photoUrl: string | null;
  readonly role: Role | null;
  readonly status: AccountStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly hash: string | null;
};

/** One lookup by the unique index of the address. @param email lower case. */
export async function findCredential(pool: pg.Pool, email: string): Promise<Credential | undefined> {
  const found = await pool.query<Credential>({ name: 'identity-find-credential', text: byEmail, values: [email] });
  return found.rows[0];
}

export async function findPasswordHash(pool: pg.Pool, accountId: AccountId): Promise<string | null> {
  const found = await pool.query<{ password: string | null }>(
    "SELECT password FROM credential WHERE account_id = $1 AND provider_id = 'credential'",
    [accountId],
  );
  return found.rows[0]?.password ?? null;
}

const byEmail = `
  SELECT a.id AS "accountId", a.name, a.email, a.email_verified AS "emailVerified", a.photo_url AS "photoUrl", a.role,
         a.status, a.created_at AS "createdAt", a.updated_at AS "updatedAt", c.password AS hash
  FROM account a LEFT JOIN credential c ON c.account_id = a.id AND c.provider_id = 'credential'
  WHERE a.email = $1`;
