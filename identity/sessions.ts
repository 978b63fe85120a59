import type { AccountId, Actor, Role } from '@carhouse/core/account/account';
import type pg from 'pg';

/** Sessions last seven days from their last use; a use extends them at most once a day, so reading stays reading. */
export const sessionSeconds = 7 * 24 * 3600;
export const sessionExtensionSeconds = 24 * 3600;

export type Session = {
  readonly id: string;
  readonly expiresAt: Date;
  readonly actor: Actor;
  readonly photoUrl: string | null;
  readonly emailVerified: boolean;
};

/**
 * The live session of a token with its account as both stand now, or null: unknown, run out, or the account is suspended
 * or deleted. One lookup by the unique index of the token and one by the primary key of the account.
 */
export async function findSession(pool: pg.Pool, token: string, now: Date): Promise<Session | null> {
  const result = await pool.query<SessionRow>({ name: 'identity-find-session', text: findSql, values: [token, now] });
  const row = result.rows[0];
  if (row === undefined) return null;
  return {
    id: row.id,
    expiresAt: row.expires_at,
    actor: { accountId: row.account_id, email: row.email, name: row.name, role: row.role },
    photoUrl: row.photo_url,
    emailVerified: row.email_verified,
  };
}

/** Lets a session run seven days from `now` when it has not been extended for a day. @returns whether it was extended. */
export async function extendSession(pool: pg.Pool, token: string, session: Session, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() + sessionSeconds * 1000);
  const due = new Date(until.getTime() - sessionExtensionSeconds * 1000);
  if (session.expiresAt > due) return false;
  // The condition lets one of several requests at the same moment do it.
  const result = await pool.query({
    name: 'identity-extend-session',
    text: extendSql,
    values: [token, until, now, due],
  });
  return result.rowCount === 1;
}

type SessionRow = {
  id: string;
  expires_at: Date;
  account_id: AccountId;
  email: string;
  name: string;
  role: Role | null;
  photo_url: string | null;
  email_verified: boolean;
};

const findSql = `
  SELECT s.id, s.expires_at, a.id AS account_id, a.email, a.name, a.role, a.photo_url, a.email_verified
  FROM session s JOIN account a ON a.id = s.account_id
  WHERE s.token = $1 AND s.expires_at > $2 AND a.status = 'active'`;

const extendSql = 'UPDATE session SET expires_at = $2, updated_at = $3 WHERE token = $1 AND expires_at <= $4';
