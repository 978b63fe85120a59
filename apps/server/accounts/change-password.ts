import type { NewToken } from '@carhouse/auth/create-identity';
import { deleteLinks } from '@carhouse/database/accounts/account-links';
import { savePassword } from '@carhouse/database/accounts/passwords';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';
import { assertFactorProved, authoriseFactorChange } from '../second-factor/authorise-factor-change.ts';
import { recordFactorChange } from '../second-factor/record-factor-change.ts';

/**
 * Changes the password of a signed-in user, who must also send the old password. Every other session of the account
 * ends, and an unused password-reset link stops working. The session of the request gets a new token, because a
 * stranger may have a copy of the old token.
 * @throws DomainError OLD_PASSWORD_WRONG, PASSWORD_RULE (also when the new password equals the old one), RATE_LIMITED,
 *   and the errors of `authoriseFactorChange`.
 */
export async function changePassword(
  context: Context,
  actor: Actor,
  caller: { readonly bucket: string },
  passwords: { readonly oldPassword: string; readonly newPassword: string },
): Promise<NewToken> {
  const { identity } = context;
  const { accountId } = actor;
  await assertFactorProved(context, context.database, actor);
  const passwordAttempt = await identity.guard.take('password change', accountId);
  if (!(await identity.isPasswordOf(accountId, passwords.oldPassword, caller))) throw makeWrongPasswordError();
  await passwordAttempt.release();
  if (passwords.newPassword === passwords.oldPassword) throw makeSamePasswordError();
  const hash = await identity.hashPassword(passwords.newPassword, actor, caller);
  return inTransaction(context.database, async (trx) => {
    // After the old password was compared, a concurrent reset or change of the password may have ended this session.
    // The change is refused when this session has ended in the meantime.
    const currentAccount = await authoriseFactorChange(context, trx, actor);
    const now = context.now();
    await savePassword(trx, { accountId, hash, now, credentialId: context.newId() });
    await deleteLinks(trx, accountId, 'reset-password');
    await recordFactorChange(context, trx, currentAccount, { action: 'change-password', notice: 'password-changed' });
    return identity.renewToken(trx, { id: currentAccount.sessionId, accountId });
  });
}

function makeWrongPasswordError(): DomainError {
  const message = 'The present password is wrong.';
  return new DomainError('OLD_PASSWORD_WRONG', { errors: [{ path: 'oldPassword', code: 'wrong', message }] });
}

function makeSamePasswordError(): DomainError {
  const message = 'Please choose another password than the present one';
  return new DomainError('PASSWORD_RULE', {
    detail: message,
    errors: [{ path: 'newPassword', code: 'same', message }],
  });
}
