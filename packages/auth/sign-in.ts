import { randomBytes } from 'node:crypto';
import { lockAccount } from '@carhouse/database/accounts/accounts';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import type { Id } from '@carhouse/domain/ids/id';
import type pg from 'pg';
import { type AttemptGuard, makeRateLimitedError } from './attempt-guard.ts';
import { type Credential, findCredential, hasPasswordHash } from './credentials.ts';
import { makeSession, type SignedToken } from './new-session.ts';
import type { PasswordHasher } from './password-hashing.ts';
import { beginSecondStep, type RequiredSecondStep, type SecondStepTools } from './second-step.ts';
import { hasSessionAtAddress, insertSession } from './sessions.ts';
import type { SignInGate } from './sign-in-gate.ts';
import type { SignInFields } from './sign-up-fields.ts';

export type SignInTools = SecondStepTools & {
  readonly pool: pg.Pool;
  readonly hasher: PasswordHasher;
  readonly signInGate: SignInGate;
};

/**
 * The client of a sign-in: its address or subnet (`bucket`), its user agent, and the account of its live session, if it
 * has one.
 */
export type SignInCaller = {
  readonly bucket: string;
  readonly userAgent: string;
  readonly findSessionAccountId: () => Promise<string | null>;
  /** The session that is being confirmed. When a second factor is required, this session ends with the second step. */
  readonly replacedSessionId?: Id<'session'>;
  /** Time at which the user of the replaced session signed in; now by default. */
  readonly signedInAt?: Date;
};

export type SignInResult = SignedToken & { readonly credential: Credential };

/**
 * Signs a user in by e-mail address and password. A sign-in takes one lookup of the account, two attempt counters, one
 * password hash and one new row. The counters are read before the password enters the hashing queue, so a client
 * without attempts left does not occupy the queue. For up to two seconds after a refusal, the client address is refused
 * without a query. An attempt is counted when the queue reaches the attempt. Waiting requests therefore use up no
 * attempts, and all nodes together compare no more wrong passwords than the limits allow. A sign-in with an unknown
 * e-mail address takes the same steps as one with a known address. When the account has a second factor, no session is
 * started, and the result names the methods to prove the factor.
 * @throws DomainError INVALID_CREDENTIALS, RATE_LIMITED, or UNAVAILABLE when too many sign-ins are in the queue.
 */
export async function signIn(
  tools: SignInTools,
  fields: SignInFields,
  caller: SignInCaller,
): Promise<SignInResult | RequiredSecondStep> {
  const email = fields.email.toLowerCase();
  tools.signInGate.checkRefused(caller.bucket, tools.now());
  const credential = await tools.signInGate.runInQueue(caller.bucket, async () => {
    const foundCredential = await findCredential(tools.pool, email);
    await assertAttemptsLeft(tools, email, foundCredential, caller);
    return foundCredential;
  });
  let countedAttempts: CountedAttempt[] = [];
  const attempt = { hash: credential?.hash ?? (await getDummyHash(tools.hasher)), password: fields.password };
  const isRightPassword = await tools.hasher.verify(
    attempt,
    caller.bucket,
    async () => {
      countedAttempts = await countAttempt(tools, email, credential, caller);
    },
    // The attempts are removed from their counters before the next password in the queue begins. If the attempts stayed
    // in their counters, right passwords could use up the limits while the database is slow.
    async () => void (await Promise.all(countedAttempts.map((each) => each.release()))),
  );
  if (!isRightPassword || credential === undefined || credential.hash === null)
    throw new DomainError('INVALID_CREDENTIALS');
  if (credential.status === 'suspended') {
    throw new DomainError('INVALID_CREDENTIALS', { detail: 'This account is suspended.' });
  }
  if (credential.status === 'waiting') {
    throw new DomainError('INVALID_CREDENTIALS', { detail: 'This account waits for a second admin.' });
  }
  return beginSession(tools, { ...credential, hash: credential.hash }, caller);
}

type CountedAttempt = { release(): Promise<void> };

/**
 * Refuses a client that has no attempts left. The check does not count as an attempt.
 * @throws DomainError RATE_LIMITED
 */
async function assertAttemptsLeft(
  tools: SignInTools,
  email: string,
  credential: Credential | undefined,
  caller: SignInCaller,
): Promise<void> {
  const emailAndAddress = `${email}\n${caller.bucket}`;
  const [addressWaitMs = 0, accountWaitMs = 0, knownClientWaitMs = 0, newcomerWaitMs = 0, newcomersWaitMs = 0] =
    await tools.guard.listWaitMs([
      ['sign-in address', caller.bucket],
      ['sign-in account', email],
      ['sign-in known', emailAndAddress],
      ['sign-in newcomer', emailAndAddress],
      ['sign-in newcomers', email],
    ]);
  if (addressWaitMs > 0) {
    tools.signInGate.noteRefused(caller.bucket, addressWaitMs, tools.now());
    throw makeRateLimitedError(addressWaitMs, 'sign-in address');
  }
  const unknownClientWaitMs = Math.max(newcomerWaitMs, newcomersWaitMs);
  if (accountWaitMs === 0 || unknownClientWaitMs === 0) return;
  if (!(await isOwnersClientAddress(tools, email, credential, caller)))
    throw makeRateLimitedError(Math.min(accountWaitMs, unknownClientWaitMs), 'sign-in account');
  if (knownClientWaitMs > 0) throw makeRateLimitedError(Math.min(accountWaitMs, knownClientWaitMs), 'sign-in known');
}

/**
 * Counts one attempt.
 * @throws DomainError RATE_LIMITED; nothing is counted in this case.
 */
async function countAttempt(
  tools: SignInTools,
  email: string,
  credential: Credential | undefined,
  caller: SignInCaller,
): Promise<CountedAttempt[]> {
  const addressAttempt = await tools.guard.take('sign-in address', caller.bucket);
  try {
    return [addressAttempt, ...(await countAccountAttempt(tools, email, credential, caller))];
  } catch (error) {
    await addressAttempt.release();
    throw error;
  }
}

async function countAccountAttempt(
  tools: SignInTools,
  email: string,
  credential: Credential | undefined,
  caller: SignInCaller,
): Promise<CountedAttempt[]> {
  const { guard } = tools;
  try {
    return [await guard.take('sign-in account', email)];
  } catch (error) {
    // Wrong passwords from other clients may have used up the attempts on this account.
    if (!isDomainError(error, 'RATE_LIMITED')) throw error;
    const emailAndAddress = `${email}\n${caller.bucket}`;
    if (await isOwnersClientAddress(tools, email, credential, caller))
      return [await guard.take('sign-in known', emailAndAddress)];
    return countUnknownClientAttempt(guard, email, emailAndAddress);
  }
}

/**
 * Whether the account's owner is signed in at this client address, or has recently set a new password there with a link
 * in a mail. Attempts from other client addresses do not count against such a client.
 */
async function isOwnersClientAddress(
  { guard, pool, now }: SignInTools,
  email: string,
  credential: Credential | undefined,
  caller: SignInCaller,
): Promise<boolean> {
  const accountId = credential?.accountId;
  if (accountId === undefined) return false;
  const addressHash = guard.hashSubject('session address', caller.bucket);
  return (
    (await caller.findSessionAccountId()) === accountId ||
    (await hasSessionAtAddress(pool, { accountId, addressHash, now: now() })) ||
    (await guard.findWaitMs('password reset here', `${email}\n${caller.bucket}`)) > 0
  );
}

/**
 * Counts an attempt from an unknown client, which gets few attempts: the client may be the owner with a new device, or
 * an attacker with a new client address.
 */
async function countUnknownClientAttempt(
  guard: AttemptGuard,
  email: string,
  emailAndAddress: string,
): Promise<CountedAttempt[]> {
  const clientAttempt = await guard.take('sign-in newcomer', emailAndAddress);
  try {
    return [clientAttempt, await guard.take('sign-in newcomers', email)];
  } catch (error) {
    await clientAttempt.release();
    throw error;
  }
}

async function beginSession(
  tools: SignInTools,
  credential: Credential & { readonly hash: string },
  caller: SignInCaller,
): Promise<SignInResult | RequiredSecondStep> {
  const { hash, accountId } = credential;
  if (credential.secondFactorAt !== null) {
    const replacedSessionId = caller.replacedSessionId ?? null;
    return inTransaction(tools.database, async (trx) => {
      // The password is checked again while the account is locked, so that no session starts with an old password after
      // the password was changed.
      const account = await lockAccount(trx, accountId);
      const isSameCredential = (await hasPasswordHash(trx, accountId, hash)) && account?.status === 'active';
      if (!isSameCredential) throw new DomainError('INVALID_CREDENTIALS');
      return beginSecondStep(tools, trx, { accountId, providerId: 'credential', replacedSessionId });
    });
  }
  const { session, signedToken } = makeSession(tools, credential, caller);
  if (!(await insertSession(tools.pool, session, hash))) throw new DomainError('INVALID_CREDENTIALS');
  return { credential, ...signedToken };
}

const dummyHashPromisesByHasher = new WeakMap<PasswordHasher, Promise<string>>();

/**
 * Returns a hash that matches no password; the hash is computed only once. Comparing with this hash makes the refusal
 * of an account without a password take as long as any other refusal.
 */
function getDummyHash(hasher: PasswordHasher): Promise<string> {
  const cachedHashPromise = dummyHashPromisesByHasher.get(hasher);
  if (cachedHashPromise !== undefined) return cachedHashPromise;
  const dummyHashPromise = hasher.hash(randomBytes(32).toString('hex'), 'nobody');
  dummyHashPromisesByHasher.set(hasher, dummyHashPromise);
  dummyHashPromise.catch(() => dummyHashPromisesByHasher.delete(hasher));
  return dummyHashPromise;
}
