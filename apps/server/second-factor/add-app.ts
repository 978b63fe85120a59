import { type AppSecret, generateAppSecret } from '@carhouse/auth/app-codes';
import { findAppDraft, readFactors, saveApp, saveAppDraft } from '@carhouse/database/accounts/second-factors';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';
import { authoriseFactorChange } from './authorise-factor-change.ts';
import { type FactorGrant, grantRecoveryCodes } from './grant-recovery-codes.ts';

/** Milliseconds after a secret is shown in which the user may set up an app with it. */
const draftLifetimeMs = 10 * 60_000;

/**
 * Creates a secret for an authenticator app. The account does not change until the user has entered a code of the app.
 * @throws the DomainErrors of `authoriseFactorChange`.
 */
export async function startAppDraft(context: Context, actor: Actor): Promise<AppSecret> {
  const app = generateAppSecret(actor.email);
  await inTransaction(context.database, async (trx) => {
    const { accountId } = await authoriseFactorChange(context, trx, actor);
    const sealedSecret = context.identity.sealAppSecret(accountId, app.secret);
    await saveAppDraft(trx, accountId, {
      sealedSecret,
      expiresAt: new Date(context.now().getTime() + draftLifetimeMs),
    });
  });
  return app;
}

/**
 * Sets the authenticator app of the caller's account, proved by a code of the new secret. The new app replaces an
 * earlier app.
 * @returns new recovery codes and a new session token when this is the account's first second factor.
 * @throws DomainError SECOND_FACTOR_WRONG, and the errors of `authoriseFactorChange`.
 */
export async function addApp(context: Context, actor: Actor, code: string): Promise<FactorGrant> {
  return inTransaction(context.database, async (trx) => {
    const currentAccount = await authoriseFactorChange(context, trx, actor);
    const { accountId } = currentAccount;
    const now = context.now();
    const sealedSecret = await findAppDraft(trx, accountId, now);
    const timeStep = sealedSecret && context.identity.findAppCodeTimeStep(accountId, sealedSecret, code);
    if (sealedSecret === undefined || timeStep === undefined) throw makeWrongCodeError();
    const factorsBefore = await readFactors(trx, accountId);
    await saveApp(trx, accountId, { sealedSecret, timeStep, now });
    return grantRecoveryCodes(context, trx, currentAccount, { previousFactors: factorsBefore, factor: 'app' });
  });
}

function makeWrongCodeError(): DomainError {
  const message = 'This code is wrong or has run out. Check the clock of your phone.';
  return new DomainError('SECOND_FACTOR_WRONG', {
    detail: message,
    errors: [{ path: 'code', code: 'wrong', message }],
  });
}
