import { createHmac, randomBytes } from 'node:crypto';
import { DomainError } from '@carhouse/core/errors/domain-error';
import type pg from 'pg';
import type { AttemptGuard } from './attempt-guard.ts';
import { type Credential, findCredential } from './credentials.ts';
import type { PasswordHasher } from './password-hashing.ts';
import { adminSessionSeconds, hasSessionAt, insertSession, type NewSession, sessionSeconds } from './sessions.ts';
import type { SignInFields } from './sign-up-fields.ts';

export type SignInTools = {
  readonly pool: pg.Pool;
  readonly secret: string;
  readonly hasher: PasswordHasher;
  readonly guard: AttemptGuard;
  readonly now: () => Date;
  readonly randomId: () => string;
};

/** Who tries: where from, with which browser, and whose live session the request carries, if any. */
export type SignInCaller = {
  readonly bucket: string;
  readonly userAgent: string;
  readonly sessionAccount: () => Promise<string | null>;
};

export type SignedIn = {
  readonly credential: Credential;
  /** Token, dot, signature: what the client holds. */
  readonly signedToken: string;
  /** Seconds that the cookie lives. */
  readonly seconds: number;
};

/**
 * Signs a person in by e-mail and password: one lookup, two counters, one hash, one row. The counters are asked when the
 * hash has its turn, so what waits in the queue takes nobody's place, and no more wrong passwords are tried than the
 * limits allow, on all nodes together. An unknown address costs the same steps as a known one.
 * @throws DomainError INVALID_CREDENTIALS, RATE_LIMITED, or UNAVAILABLE when too many are in the queue.
 */
export async function signIn(tools: SignInTools, fields: SignInFields, caller: SignInCaller): Promise<SignedIn> {
  const email = fields.email.toLowerCase();
  const credential = await findCredential(tools.pool, email);
  let taken: Taken[] = [];
  const attempt = { hash: credential?.hash ?? (await hashOfNobody(tools.hasher)), password: fields.password };
  const isRight = await tools.hasher.verify(
    attempt,
    async () => {
      taken = await takeAttempt(tools, email, credential, caller);
    },
    // Within the turn: a slow database must not let the right passwords of one address use up its tries.
    async () => void (await Promise.all(taken.map((each) => each.release()))),
  );
  if (!isRight || credential === undefined || credential.hash === null) throw new DomainError('INVALID_CREDENTIALS');
  if (credential.status === 'suspended') {
    throw new DomainError('INVALID_CREDENTIALS', { detail: 'This account is suspended.' });
  }
  return beginSession(tools, { ...credential, hash: credential.hash }, caller);
}

type Taken = { release(): Promise<void> };

async function takeAttempt(
  { guard, pool, now }: SignInTools,
  email: string,
  credential: Credential | undefined,
  caller: SignInCaller,
): Promise<Taken[]> {
  const byAddress = await guard.take('sign-in address', caller.bucket);
  try {
    return [byAddress, await guard.take('sign-in account', email)];
  } catch (error) {
    // Strangers have used the account's tries up. Where the owner is signed in, or has just proved himself by mail, he has
    // tries of his own.
    const accountId = credential?.accountId;
    const addressHash = guard.hashed('session address', caller.bucket);
    const here = `${email}\n${caller.bucket}`;
    const isKnown =
      accountId !== undefined &&
      ((await caller.sessionAccount()) === accountId ||
        (await hasSessionAt(pool, { accountId, addressHash, now: now() })) ||
        (await guard.waitFor('password reset here', here)) > 0);
    if (!isKnown) throw error;
    return [byAddress, await guard.take('sign-in known', here)];
  }
}

async function beginSession(
  tools: SignInTools,
  credential: Credential & { readonly hash: string },
  caller: SignInCaller,
): Promise<SignedIn> {
  const createdAt = tools.now();
  const seconds = credential.role === 'admin' ? adminSessionSeconds : sessionSeconds;
  const session: NewSession = {
    id: tools.randomId(),
    accountId: credential.accountId,
    passwordHash: credential.hash,
    token: randomBytes(16).toString('hex'),
    addressHash: tools.guard.hashed('session address', caller.bucket),
    userAgent: caller.userAgent,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + seconds * 1000),
  };
  if (!(await insertSession(tools.pool, session))) throw new DomainError('INVALID_CREDENTIALS');
  const signature = createHmac('sha256', tools.secret).update(session.token).digest('base64');
  return { credential, signedToken: `${session.token}.${signature}`, seconds };
}

const nobody = new WeakMap<PasswordHasher, Promise<string>>();

/** A hash that no password fits, made once: who has no password is answered after the same work as everybody else. */
function hashOfNobody(hasher: PasswordHasher): Promise<string> {
  const known = nobody.get(hasher);
  if (known !== undefined) return known;
  const made = hasher.hash(randomBytes(32).toString('hex'));
  nobody.set(hasher, made);
  made.catch(() => nobody.delete(hasher));
  return made;
}
