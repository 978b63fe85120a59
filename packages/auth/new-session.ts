import { createHmac, randomBytes } from 'node:crypto';
import type { AccountId, Role } from '@carhouse/domain/account/account';
import type { AttemptGuard } from './attempt-guard.ts';
import { adminSessionSeconds, type NewSession, sessionSeconds } from './sessions.ts';

/** The signed token of a new session, which the client stores, and its lifetime. */
export type SignedToken = {
  readonly accountId: AccountId;
  /** The token, a dot, and the signature. */
  readonly signedToken: string;
  /** Number of seconds after which the cookie expires. */
  readonly seconds: number;
};

export type SessionTools = {
  readonly secret: string;
  readonly guard: AttemptGuard;
  readonly now: () => Date;
  readonly randomId: () => string;
};

/** Returns a new session with its token. The caller stores the session in the database. */
export function makeSession(
  { secret, guard, now, randomId }: SessionTools,
  { accountId, role }: { readonly accountId: AccountId; readonly role: Role | null },
  caller: { readonly bucket: string; readonly userAgent: string; readonly signedInAt?: Date },
): { readonly session: NewSession; readonly signedToken: SignedToken } {
  const createdAt = now();
  const signedInAt = caller.signedInAt ?? createdAt;
  const secondsSinceSignIn = (createdAt.getTime() - signedInAt.getTime()) / 1000;
  const seconds = role === 'admin' ? Math.ceil(adminSessionSeconds - secondsSinceSignIn) : sessionSeconds;
  const { token, signedToken } = makeToken(secret);
  return {
    session: {
      id: randomId(),
      accountId,
      token,
      addressHash: guard.hashSubject('session address', caller.bucket),
      userAgent: caller.userAgent,
      createdAt,
      signedInAt,
      expiresAt: new Date(createdAt.getTime() + seconds * 1000),
    },
    signedToken: { accountId, signedToken, seconds },
  };
}

/** Creates a random session token. The database stores `token`, the client stores `signedToken`. */
export function makeToken(secret: string): { readonly token: string; readonly signedToken: string } {
  const token = randomBytes(16).toString('hex');
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return { token, signedToken: `${token}.${signature}` };
}
