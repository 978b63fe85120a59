import { parseWalPosition, type WalPosition } from '@carhouse/database/connection/wal-position';
import type { AccountId, Actor, Role, SessionId } from '@carhouse/domain/account/account';
import type pg from 'pg';

/**
 * Seconds for which a session lasts after its last extension: seven days. A request extends the session when the last
 * extension is a day old, so most requests write nothing.
 */
export const sessionSeconds = 7 * 24 * 3600;
export const sessionExtensionSeconds = 24 * 3600;
/**
 * Seconds after an admin's sign-in at which their session ends. An admin's session also ends after half an hour without
 * use (docs/reliability.md, limits). A session that starts when the admin confirms their password ends at the same time
 * as the session before.
 */
export const adminSessionSeconds = 8 * 3600;
const adminIdleSeconds = 30 * 60;
/** Maximum age in seconds of the recorded time of a session's last use: for admins, and for all other users. */
const useRecordIntervalSeconds = { admin: 60, others: 300 } as const;

export type Session = {
  readonly id: SessionId;
  readonly createdAt: Date;
  /** The time at which the user signed in. The session may have started later, when the password was confirmed. */
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly actor: Actor;
  readonly photoUrl: string | null;
  readonly emailVerified: boolean;
  /**
   * Whether an admin chose the user's password. When an admin chose the password, the session may only be used to
   * choose another password.
   */
  readonly mustChangePassword: boolean;
  /**
   * Whether the user is an admin without a second factor; false for demo accounts. An admin without a second factor may
   * use the session only to add a second factor.
   */
  readonly mustAddSecondFactor: boolean;
  /** The sign-in method of the session: 'credential' for the password, or else the OpenID provider. */
  readonly providerId: string;
  /** The position in the write-ahead log after the last write of the session; null when none was recorded. */
  readonly writtenPosition: WalPosition | null;
};

/**
 * Returns the live session of a token with the current state of its account. Returns null when the session is unknown
 * or expired, or the account is not active. The query makes one lookup in the unique index of tokens and one by the
 * primary key of the account.
 */
export async function findSession(pool: pg.Pool, token: string, now: Date): Promise<Session | null> {
  const result = await pool.query<SessionRow>({
    name: 'identity-find-session-of-sign-in',
    text: findSessionSql,
    values: [token, now],
  });
  const row = result.rows[0];
  if (row === undefined) return null;
  return {
    id: row.id,
    createdAt: row.created_at,
    signedInAt: row.signed_in_at,
    lastUsedAt: row.updated_at,
    expiresAt: row.expires_at,
    actor: { accountId: row.account_id, sessionId: row.id, email: row.email, name: row.name, role: row.role },
    photoUrl: row.photo_url,
    emailVerified: row.email_verified,
    mustChangePassword: row.must_change_password,
    mustAddSecondFactor: row.role === 'admin' && row.second_factor_at === null && !row.is_demo,
    providerId: row.provider_id,
    writtenPosition: row.written_position === null ? null : parseWalPosition(row.written_position),
  };
}

/**
 * Records the use of a session: an admin's at most once per minute, another user's at most every five minutes. When the
 * last extension is a day old, the session is extended to seven days from `now`. The session of an admin is never
 * extended.
 * @returns whether the session was extended.
 */
export async function recordSessionUse(pool: pg.Pool, token: string, session: Session, now: Date): Promise<boolean> {
  const isAdmin = session.actor.role === 'admin';
  const newExpiry = new Date(now.getTime() + sessionSeconds * 1000);
  const latestExpiryToExtend = new Date(newExpiry.getTime() - sessionExtensionSeconds * 1000);
  const latestUseToRecord = new Date(
    now.getTime() - (isAdmin ? useRecordIntervalSeconds.admin : useRecordIntervalSeconds.others) * 1000,
  );
  const shouldExtend = !isAdmin && session.expiresAt <= latestExpiryToExtend;
  if (!shouldExtend && session.lastUsedAt > latestUseToRecord) return false;
  // When several requests arrive at the same time, the conditions of the statement let only one of them update the row.
  const [name, text, values] = shouldExtend
    ? ['identity-extend-session', extendSessionSql, [token, newExpiry, now, latestExpiryToExtend]]
    : ['identity-note-session', recordUseSql, [token, now, latestUseToRecord]];
  const result = await pool.query({ name, text, values });
  return shouldExtend && result.rowCount === 1;
}

export type NewSession = {
  readonly id: string;
  readonly accountId: AccountId;
  readonly token: string;
  /** A keyed hash of the client address at the start of the session. */
  readonly addressHash: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly signedInAt: Date;
  readonly expiresAt: Date;
};

/**
 * Stores a new session, unless the account was suspended or deleted, its password was changed or its first second
 * factor was added during the sign-in. A change of the password ends all sessions, so no session may start with the old
 * password after the change. No session without a second factor may start after the account got its first second
 * factor.
 * @param passwordHash the hash with which the sign-in compared the password.
 * @returns whether the session was started.
 */
export async function insertSession(pool: pg.Pool, session: NewSession, passwordHash: string): Promise<boolean> {
  const { id, accountId, token, addressHash, userAgent, createdAt, signedInAt, expiresAt } = session;
  const values = [id, accountId, token, addressHash, userAgent, createdAt, expiresAt, passwordHash, signedInAt];
  const result = await pool.query({ name: 'identity-insert-session-of-sign-in', text: insertSessionSql, values });
  return result.rowCount === 1;
}

export async function endSession(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('DELETE FROM session WHERE id = $1', [id]);
}

/** Whether the account has a live session that was started at this client address. */
export async function hasSessionAtAddress(
  pool: pg.Pool,
  signIn: { readonly accountId: AccountId; readonly addressHash: string; readonly now: Date },
): Promise<boolean> {
  const { accountId, addressHash, now } = signIn;
  const result = await pool.query(
    'SELECT 1 FROM session WHERE account_id = $1 AND ip_address = $2 AND expires_at > $3 LIMIT 1',
    [accountId, addressHash, now],
  );
  return result.rows.length > 0;
}

type SessionRow = {
  id: SessionId;
  created_at: Date;
  signed_in_at: Date;
  updated_at: Date;
  expires_at: Date;
  account_id: AccountId;
  email: string;
  name: string;
  role: Role | null;
  photo_url: string | null;
  email_verified: boolean;
  must_change_password: boolean;
  second_factor_at: Date | null;
  is_demo: boolean;
  provider_id: string;
  written_position: string | null;
};

const findSessionSql = `
  SELECT s.id, s.created_at, coalesce(s.signed_in_at, s.created_at) AS signed_in_at, s.updated_at, s.expires_at,
         s.provider_id, a.id AS account_id, a.email, a.name, a.role, a.photo_url, a.email_verified, a.must_change_password,
         a.second_factor_at, a.is_demo, s.written_position
  FROM session s JOIN account a ON a.id = s.account_id
  WHERE s.token = $1 AND s.expires_at > $2::timestamptz AND a.status = 'active'
    -- A session without a second factor is not valid after the account got one.
    AND (s.second_factor OR a.second_factor_at IS NULL)
    AND (a.role IS DISTINCT FROM 'admin' OR (coalesce(s.signed_in_at, s.created_at) > $2::timestamptz - interval '${adminSessionSeconds} seconds'
                                             AND s.updated_at > $2::timestamptz - interval '${adminIdleSeconds} seconds'))`;

const extendSessionSql = 'UPDATE session SET expires_at = $2, updated_at = $3 WHERE token = $1 AND expires_at <= $4';

const recordUseSql = 'UPDATE session SET updated_at = $2 WHERE token = $1 AND updated_at <= $3';

// The row locks wait until a transaction that is changing the account has ended. The statement then reads the changed
// account and password.
const insertSessionSql = `
  INSERT INTO session (id, account_id, token, ip_address, user_agent, created_at, updated_at, expires_at, signed_in_at)
  SELECT $1, a.id, $3, $4, $5, $6, $6, $7, $9
  FROM account a JOIN credential c ON c.account_id = a.id AND c.provider_id = 'credential'
  WHERE a.id = $2 AND a.status = 'active' AND c.password = $8 AND a.second_factor_at IS NULL FOR SHARE`;
