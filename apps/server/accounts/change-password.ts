import { dropLinks } from '@carhouse/database/accounts/account-links';
import { savePassword } from '@carhouse/database/accounts/passwords';
import { deleteSessions } from '@carhouse/database/accounts/sessions';
import { writeAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';
import { authoriseActor } from './authorise-actor.ts';

/**
 * Changes the password of a signed-in person, who proves themselves by the old one. Every other session of theirs ends, and so
 * does a link for a new password that is under way.
 * @throws DomainError OLD_PASSWORD_WRONG, PASSWORD_RULE (also for the old password again), RATE_LIMITED, UNAUTHENTICATED
 */
export async function changePassword(
  context: Context,
  actor: Actor,
  caller: { readonly bucket: string },
  given: { readonly oldPassword: string; readonly newPassword: string },
): Promise<void> {
  const { identity } = context;
  const { accountId } = actor;
  const attempt = await identity.guard.take('password change', accountId);
  if (!(await identity.isPasswordOf(accountId, given.oldPassword, caller))) throw wrongPassword();
  await attempt.release();
  if (given.newPassword === given.oldPassword) throw samePassword();
  const hash = await identity.hashPassword(given.newPassword, actor, caller);
  await inTransaction(context.database, async (trx) => {
    // Where a reset, or another change, has ended the session since the old password was compared, that one counts.
    await authoriseActor(context, trx, actor);
    const now = context.now();
    await savePassword(trx, { accountId, hash, now, credentialId: context.newId() });
    await dropLinks(trx, accountId, 'reset-password');
    const ended = await deleteSessions(trx, accountId, actor.sessionId);
    await writeAudit(trx, {
      id: context.newId(),
      at: now,
      actorId: accountId,
      action: 'change-password',
      noun: 'account',
      nounId: accountId,
      after: { endedSessions: ended },
    });
  });
}

function wrongPassword(): DomainError {
  const message = 'The present password is wrong.';
  return new DomainError('OLD_PASSWORD_WRONG', { errors: [{ path: 'oldPassword', code: 'wrong', message }] });
}

function samePassword(): DomainError {
  const message = 'Please choose another password than the present one';
  return new DomainError('PASSWORD_RULE', {
    detail: message,
    errors: [{ path: 'newPassword', code: 'same', message }],
  });
}
