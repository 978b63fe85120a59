import { listPasskeys } from '@carhouse/database/accounts/passkeys';
import { saveFactorProof } from '@carhouse/database/accounts/second-factors';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { AccountId, SessionId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { makeToken, type SignedToken } from './new-session.ts';
import {
  checkAndSpendProof,
  listSecondStepMethods,
  lockOpenAccount,
  readProof,
  type SecondStepTools,
  spendSecondStepAttempt,
} from './second-step.ts';
import type { SecondStepAnswer } from './second-step-fields.ts';

/** The session in which a factor is proved. */
export type FactorProofSession = { readonly id: SessionId; readonly accountId: AccountId };

/**
 * Returns the methods by which the user of a session can prove a second factor. When one of the methods is a passkey,
 * the result includes the WebAuthn options for the browser.
 */
export async function getFactorProofOptions(tools: SecondStepTools, { id, accountId }: FactorProofSession) {
  const availableMethods = await listSecondStepMethods(tools, tools.database, accountId);
  if (!availableMethods.includes('passkey')) return { ways: availableMethods, passkey: null };
  const passkeys = await listPasskeys(tools.database, accountId);
  return {
    ways: availableMethods,
    passkey: await tools.ceremonies.getSignInOptions({ kind: 'factor proof', subject: id }, passkeys),
  };
}

/**
 * Proves a second factor in a session, so that the user may change their second factors. As at sign-in, each code or
 * assertion is accepted only once. Wrong codes and assertions count towards the same limits as at sign-in. The session
 * gets a new token and keeps its start time.
 * @throws DomainError SECOND_FACTOR_WRONG, RATE_LIMITED, UNAUTHENTICATED when the session has ended
 */
export async function proveFactor(
  tools: SecondStepTools,
  session: FactorProofSession,
  answer: SecondStepAnswer,
  caller: { readonly bucket: string },
): Promise<SignedToken> {
  const { accountId } = session;
  const addressAttempt = await tools.guard.take('second factor address', caller.bucket);
  const accountAttempts = await spendSecondStepAttempt(tools.guard, answer.method, accountId);
  const factorProof = await readProof(tools, accountId, answer, { kind: 'factor proof', subject: session.id });
  const signedToken = await inTransaction(tools.database, async (trx) => {
    await lockOpenAccount(trx, accountId);
    if (!(await checkAndSpendProof(tools, trx, accountId, factorProof))) throw new DomainError('SECOND_FACTOR_WRONG');
    const now = tools.now();
    const { token, signedToken } = makeToken(tools.secret);
    const expiresAt = await saveFactorProof(trx, session, { token, now });
    if (expiresAt === undefined) throw new DomainError('UNAUTHENTICATED');
    return { accountId, signedToken, seconds: Math.ceil((expiresAt.getTime() - now.getTime()) / 1000) };
  });
  await Promise.all([addressAttempt, ...accountAttempts].map((each) => each.release()));
  return signedToken;
}
