import type { Transaction } from '@carhouse/database/connection/transaction';
import type { AccountId, AccountStatus, Role } from '@carhouse/domain/account/account';
import type pg from 'pg';

/**
 * The account of an e-mail address with its password hash. The hash is null when the account has no password, because
 * its owner signs in by a provider.
 */
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
  /** The time from which sign-ins require a second factor. Null when the account has no second factor. */
  readonly secondFactorAt: Date | null;
};

/**
 * Finds the credential of an e-mail address. The query is one lookup in a unique index.
 * @param email in lower case.
 */
export async function findCredential(pool: pg.Pool, email: string): Promise<Credential | undefined> {
  const result = await pool.query<Credential>({
    name: 'identity-find-credential',
    text: findCredentialSql,
    values: [email],
  });
  return result.rows[0];
}

export async function findPasswordHash(pool: pg.Pool, accountId: AccountId): Promise<string | null> {
  const result = await pool.query<{ password: string | null }>(
    "SELECT password FROM credential WHERE account_id = $1 AND provider_id = 'credential'",
    [accountId],
  );
  return result.rows[0]?.password ?? null;
}

/** Whether the account's password still has the given hash. */
export async function hasPasswordHash(trx: Transaction, accountId: AccountId, hash: string): Promise<boolean> {
  const row = await trx
    .selectFrom('credential')
    .select('id')
    .where('account_id', '=', accountId)
    .where('provider_id', '=', 'credential')
    .where('password', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** The data of the signed-in user that pages show. */
export type SignedInPerson = Pick<
  Credential,
  'accountId' | 'name' | 'email' | 'emailVerified' | 'photoUrl' | 'createdAt' | 'updatedAt'
>;

/** Reads the data of a user that pages show. @throws Error when there is no such account. */
export async function readSignedInPerson(pool: pg.Pool, accountId: AccountId): Promise<SignedInPerson> {
  const result = await pool.query<SignedInPerson>(
    `SELECT id AS "accountId", name, email, email_verified AS "emailVerified", photo_url AS "photoUrl",
            created_at AS "createdAt", updated_at AS "updatedAt" FROM account WHERE id = $1`,
    [accountId],
  );
  const [person] = result.rows;
  if (person === undefined) throw new Error('The account of a new session is gone.');
  return person;
}

const findCredentialSql = `
  SELECT a.id AS "accountId", a.name, a.email, a.email_verified AS "emailVerified", a.photo_url AS "photoUrl", a.role,
         a.status, a.created_at AS "createdAt", a.updated_at AS "updatedAt", c.password AS hash,
         a.second_factor_at AS "secondFactorAt"
  FROM account a LEFT JOIN credential c ON c.account_id = a.id AND c.provider_id = 'credential'
  WHERE a.email = $1`;
