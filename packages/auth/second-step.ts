import { randomBytes } from 'node:crypto';
import { lockAccount } from '@carhouse/database/accounts/accounts';
import {
  allowPasswordlessSignIn,
  findPasskeyOwner,
  listPasskeys,
  type Passkey,
  recordPasskeyUse,
  spendChallenge,
} from '@carhouse/database/accounts/passkeys';
import {
  countPendingSignInTry,
  findPendingOwner,
  insertPendingSignIn,
  spendPendingSignIn,
} from '@carhouse/database/accounts/pending-sign-ins';
import {
  findAppSecret,
  mustKeepFactor,
  readFactors,
  spendAppTimeStep,
  spendRecoveryCode,
} from '@carhouse/database/accounts/second-factors';
import { deleteReplacedSession } from '@carhouse/database/accounts/sessions';
import { recordAudit } from '@carhouse/database/audit/audit';
import type { Database } from '@carhouse/database/connection/connect';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import type { Account, AccountId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Id } from '@carhouse/domain/ids/id';
import { findTimeStep } from './app-codes.ts';
import type { AttemptGuard } from './attempt-guard.ts';
import { hashToken } from './link-tokens.ts';
import { makeSession, type SignedToken } from './new-session.ts';
import { type PasskeyCeremonies, readCredentialId } from './passkey-ceremonies.ts';
import type { AcceptedChallenge, ChallengePurpose } from './passkey-challenges.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { openSecret } from './seal-secret.ts';
import type { SecondStepAnswer } from './second-step-fields.ts';

export type SecondStepTools = {
  readonly database: Database;
  readonly secret: string;
  readonly guard: AttemptGuard;
  readonly ceremonies: PasskeyCeremonies;
  readonly now: () => Date;
  readonly randomId: () => string;
  /** A function that is called with the error when the stored secret of an authenticator app cannot be decrypted. */
  readonly reportFault: (fault: unknown) => void;
};

/** The client of a second step: its address or subnet, and its user agent. */
export type StepCaller = { readonly bucket: string; readonly userAgent: string };

/** The methods by which an unfinished sign-in can be finished. */
export type SecondStepMethod = 'app' | 'passkey' | 'recovery-code';

/**
 * The response to a sign-in whose first factor was right and that needs a second one. The token in the response is
 * valid for the second step only.
 */
export type RequiredSecondStep = {
  readonly token: string;
  readonly expiresAt: Date;
  readonly ways: readonly SecondStepMethod[];
};

/** Milliseconds in which the user must finish the second step. */
const secondStepLifetimeMs = 5 * 60_000;
/** Maximum number of codes and assertions that a client may send for one unfinished sign-in. */
const maxTriesOfPendingSignIn = 5;

/**
 * Starts the second step, in the transaction that checked the first factor.
 * @param firstFactor the account, the method of the first factor, and the session that is being confirmed; null at a sign-in.
 */
export async function beginSecondStep(
  tools: SecondStepTools,
  trx: Transaction,
  firstFactor: {
    readonly accountId: AccountId;
    readonly providerId: string;
    readonly replacedSessionId: Id<'session'> | null;
  },
): Promise<RequiredSecondStep> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = tools.now();
  const expiresAt = new Date(createdAt.getTime() + secondStepLifetimeMs);
  await insertPendingSignIn(trx, { ...firstFactor, tokenHash: hashToken(token), createdAt, expiresAt });
  return { token, expiresAt, ways: await listSecondStepMethods(tools, trx, firstFactor.accountId) };
}

/** Returns the methods by which the user can prove a second factor of their account. */
export async function listSecondStepMethods(
  tools: SecondStepTools,
  database: Database | Transaction,
  accountId: AccountId,
): Promise<readonly SecondStepMethod[]> {
  const factors = await readFactors(database, accountId);
  const ways: readonly [SecondStepMethod, boolean][] = [
    ['app', factors.appAddedAt !== null],
    ['passkey', factors.passkeys > 0 && tools.ceremonies.arePasskeysPossible],
    ['recovery-code', factors.recoveryCodes > 0],
  ];
  return ways.flatMap(([method, isThere]) => (isThere ? [method] : []));
}

/**
 * Returns the WebAuthn options with which the browser asks for a passkey of this account.
 * @throws DomainError SIGN_IN_ENDED
 */
export async function getPasskeyOptions(tools: SecondStepTools, token: string) {
  const tokenHash = hashToken(token);
  const accountId = await findPendingOwner(tools.database, tokenHash, tools.now());
  if (accountId === undefined) throw new DomainError('SIGN_IN_ENDED');
  const passkeys = await listPasskeys(tools.database, accountId);
  return tools.ceremonies.getSignInOptions({ kind: 'second step', subject: tokenHash }, passkeys);
}

/**
 * Finishes a sign-in by the second factor. When several correct codes or passkey answers arrive at the same time, only
 * one of them finishes the sign-in. Wrong codes and answers are counted by client address, by account and method, and
 * by unfinished sign-in.
 * @throws DomainError SIGN_IN_ENDED, SECOND_FACTOR_WRONG, RATE_LIMITED, INVALID_CREDENTIALS when the account was
 *   suspended
 */
export async function finishSecondStep(
  tools: SecondStepTools,
  token: string,
  answer: SecondStepAnswer,
  caller: StepCaller,
): Promise<SignedToken> {
  const addressAttempt = await tools.guard.take('second factor address', caller.bucket);
  const tokenHash = hashToken(token);
  const pendingSignIn = await countPendingSignInTry(tools.database, tokenHash, {
    tryCountMaximum: maxTriesOfPendingSignIn,
    now: tools.now(),
  });
  if (pendingSignIn === undefined) throw new DomainError('SIGN_IN_ENDED');
  const { accountId } = pendingSignIn;
  const accountAttempts = await spendSecondStepAttempt(tools.guard, answer.method, accountId);
  const factorProof = await readProof(tools, accountId, answer, { kind: 'second step', subject: tokenHash });
  const signedToken = await inTransaction(tools.database, async (trx) => {
    const account = await lockOpenAccount(trx, accountId);
    if (!(await spendPendingSignIn(trx, tokenHash))) throw new DomainError('SIGN_IN_ENDED');
    if (!(await checkAndSpendProof(tools, trx, accountId, factorProof))) throw new DomainError('SECOND_FACTOR_WRONG');
    // A passkey that is older than the current password cannot sign in alone. After such a passkey was used together
    // with the password, the passkey may sign in alone again.
    if (factorProof.method === 'passkey' && pendingSignIn.providerId === 'credential')
      await allowPasswordlessSignIn(trx, factorProof.passkey.id);
    const { providerId, replacedSessionId } = pendingSignIn;
    const replacedSession =
      replacedSessionId === null ? undefined : await deleteReplacedSession(trx, accountId, replacedSessionId);
    // When a session is confirmed, the factor counts as proved in the new session, which allows changes of the factors.
    // After a sign-in the factor does not count as proved, because phishing sites make users sign in. The session of an
    // admin ends at a fixed time after the sign-in, however often the admin confirms the session.
    const sessionTimes =
      replacedSession === undefined
        ? { providerId, provedAt: null }
        : { providerId, provedAt: tools.now(), signedInAt: replacedSession.signedInAt };
    return beginSession(tools, trx, account, sessionTimes, caller);
  });
  await Promise.all([addressAttempt, ...accountAttempts].map((each) => each.release()));
  return signedToken;
}

/**
 * Returns the WebAuthn options for a sign-in by a passkey alone. The device then offers all its passkeys for this site.
 */
export function getAnyPasskeyOptions(tools: SecondStepTools) {
  return tools.ceremonies.getSignInOptions({ kind: 'sign-in', subject: '' }, []);
}

/**
 * Signs in by a passkey alone. The passkey proves possession, and the device has verified its owner.
 * @throws DomainError SECOND_FACTOR_WRONG, RATE_LIMITED, INVALID_CREDENTIALS (suspended), PASSWORD_NEEDED
 */
export async function signInWithPasskey(
  tools: SecondStepTools,
  response: unknown,
  caller: StepCaller,
): Promise<SignedToken> {
  const addressAttempt = await tools.guard.take('second factor address', caller.bucket);
  const accountId = await findPasskeyOwner(tools.database, readCredentialId(response));
  if (accountId === undefined) throw new DomainError('SECOND_FACTOR_WRONG');
  const answer = { method: 'passkey', response } as const;
  const factorProof = await readProof(tools, accountId, answer, { kind: 'sign-in', subject: '' });
  const signedToken = await inTransaction(tools.database, async (trx) => {
    const account = await lockOpenAccount(trx, accountId);
    if (!(await checkAndSpendProof(tools, trx, accountId, factorProof))) throw new DomainError('SECOND_FACTOR_WRONG');
    await assertPasskeySignsInAlone(trx, account, factorProof);
    return beginSession(tools, trx, account, { providerId: 'passkey', provedAt: null }, caller);
  });
  await addressAttempt.release();
  return signedToken;
}

/** Returns the time step of a code for the account's encrypted secret; undefined when the code is wrong. */
export function findTimeStepOfAppCode(
  { secret, now, reportFault }: Pick<SecondStepTools, 'secret' | 'now' | 'reportFault'>,
  accountId: AccountId,
  sealedSecret: Uint8Array,
  code: string,
): number | undefined {
  const decryptedSecret = openSecret(secret, accountId, sealedSecret);
  if (decryptedSecret !== undefined) return findTimeStep(decryptedSecret, code, now());
  reportFault(new Error('The secret of an authenticator app cannot be read. Was the session secret changed?'));
  return undefined;
}

/**
 * Checks that a passkey may sign in without a password. The passkey may not sign in alone in two cases: when the
 * account is an admin's, and when the passkey is older than the current password.
 * @throws DomainError PASSWORD_NEEDED
 */
async function assertPasskeySignsInAlone(trx: Transaction, account: Account, factorProof: FactorProof): Promise<void> {
  const isPasswordlessPasskey = factorProof.method === 'passkey' && factorProof.passkey.signsInAlone;
  if (!isPasswordlessPasskey || (await mustKeepFactor(trx, account.id))) throw new DomainError('PASSWORD_NEEDED');
}

/**
 * Counts an attempt to prove a second factor of an account. Attempts with a passkey are not counted by account: an
 * assertion cannot be guessed, and with a limit strangers could lock the owner out.
 */
export async function spendSecondStepAttempt(guard: AttemptGuard, method: SecondStepMethod, accountId: AccountId) {
  if (method === 'passkey') return [];
  if (method === 'recovery-code') return [await guard.take('recovery code account', accountId)];
  return [await guard.take('app code account', accountId), await guard.take('app code day', accountId)];
}

/**
 * A parsed second factor. Codes are checked while the account is locked. An assertion is verified before the account is
 * locked, because verification takes long.
 */
export type FactorProof =
  | { readonly method: 'app'; readonly code: string }
  | { readonly method: 'recovery-code'; readonly hash: string }
  | {
      readonly method: 'passkey';
      readonly passkey: Passkey;
      readonly signCount: number;
      readonly challenge: AcceptedChallenge;
    };

/**
 * Parses a second factor for `checkAndSpendProof`, and verifies the factor when it is an assertion.
 * @throws DomainError SECOND_FACTOR_WRONG for an invalid assertion.
 */
export async function readProof(
  tools: SecondStepTools,
  accountId: AccountId,
  answer: SecondStepAnswer,
  purpose: ChallengePurpose,
): Promise<FactorProof> {
  if (answer.method === 'app') return answer;
  if (answer.method === 'recovery-code') return { method: answer.method, hash: hashRecoveryCode(answer.code) };
  const passkeys = await listPasskeys(tools.database, accountId);
  const verifiedAssertion = await tools.ceremonies.readSignIn(answer.response, purpose, passkeys);
  if (verifiedAssertion === undefined) throw new DomainError('SECOND_FACTOR_WRONG');
  return { method: 'passkey', ...verifiedAssertion };
}

/**
 * Checks a second factor and marks it as used.
 * @returns false when the factor is wrong or was used before.
 */
export async function checkAndSpendProof(
  tools: SecondStepTools,
  trx: Transaction,
  accountId: AccountId,
  factorProof: FactorProof,
): Promise<boolean> {
  const now = tools.now();
  if (factorProof.method === 'app') {
    const sealedSecret = await findAppSecret(trx, accountId);
    const timeStep = sealedSecret && findTimeStepOfAppCode(tools, accountId, sealedSecret, factorProof.code);
    return timeStep !== undefined && (await spendAppTimeStep(trx, accountId, timeStep));
  }
  if (factorProof.method === 'passkey') {
    const { challenge, passkey, signCount } = factorProof;
    return (
      (await spendChallenge(trx, challenge.hash, challenge.expiresAt)) &&
      recordPasskeyUse(trx, passkey.id, signCount, now)
    );
  }
  if (!(await spendRecoveryCode(trx, accountId, factorProof.hash, now))) return false;
  await recordAudit({ now: () => now, newId: () => tools.randomId() as Id<'audit_entry'> }, trx, {
    actorId: accountId,
    action: 'use-recovery-code',
    noun: 'account',
    nounId: accountId,
    after: { recoveryCodes: (await readFactors(trx, accountId)).recoveryCodes },
  });
  return true;
}

/**
 * Locks an account.
 * @throws DomainError INVALID_CREDENTIALS when the account is not active, for example because it was suspended during
 *   the sign-in.
 */
export async function lockOpenAccount(trx: Transaction, accountId: AccountId): Promise<Account> {
  const account = await lockAccount(trx, accountId);
  if (account?.status !== 'active') throw new DomainError('INVALID_CREDENTIALS');
  return account;
}

async function beginSession(
  tools: SecondStepTools,
  trx: Transaction,
  { id: accountId, role }: Account,
  sessionTimes: { readonly providerId: string; readonly provedAt: Date | null; readonly signedInAt?: Date },
  caller: StepCaller,
): Promise<SignedToken> {
  const { signedInAt } = sessionTimes;
  const sessionFields = signedInAt === undefined ? caller : { ...caller, signedInAt };
  const { session, signedToken } = makeSession(tools, { accountId, role }, sessionFields);
  await trx
    .insertInto('session')
    .values({
      id: session.id as Id<'session'>,
      account_id: accountId,
      token: session.token,
      ip_address: session.addressHash,
      user_agent: session.userAgent,
      provider_id: sessionTimes.providerId,
      second_factor: true,
      factor_proved_at: sessionTimes.provedAt,
      created_at: session.createdAt,
      signed_in_at: session.signedInAt,
      updated_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
  return signedToken;
}
