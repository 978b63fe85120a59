import { setFirstRole } from '@carhouse/database/accounts/accounts';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { type AccountId, type Actor, signUpRoles } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';
import { lockOwnAccount } from './authorise-actor.ts';
import { assertUsableImage } from './check-profile-image.ts';

export type RoleChoiceInput = {
  readonly role: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly photoURL?: string | undefined;
};

/**
 * Sets the role of a new account, Seller or Buyer, in the second call of the sign-up. The role cannot be changed later.
 * Choosing the same role again changes nothing.
 * @param network the hash of the caller's network that `findSignUpNetwork` returns. New buyers and sellers of one
 * network share limits.
 * @throws DomainError NOT_YOURS (the e-mail address is another account's), ROLE_NOT_ALLOWED, ROLE_ALREADY_SET,
 *   IMAGE_NOT_YOURS, UNAUTHENTICATED (the account has just been deleted or suspended).
 */
export async function chooseRole(
  context: Context,
  actor: Actor,
  input: RoleChoiceInput,
  network: string | null,
): Promise<AccountId> {
  const role = signUpRoles.find((each) => each === input.role);
  if (input.email !== undefined && input.email !== actor.email) throw new DomainError('NOT_YOURS');
  if (role === undefined) throw new DomainError('ROLE_NOT_ALLOWED');
  return inTransaction(context.database, async (trx) => {
    // An account that has just been deleted or suspended must not receive personal data.
    const account = await lockOwnAccount(context, trx, actor);
    if (account.role === role) return account.id;
    if (account.role !== null) throw new DomainError('ROLE_ALREADY_SET');
    const now = context.now();
    const name = input.name?.trim() || account.name;
    const photoUrl = input.photoURL || account.photoUrl;
    if (photoUrl !== null && photoUrl !== account.photoUrl) await assertUsableImage(trx, account.id, photoUrl);
    await setFirstRole(trx, account.id, { role, name, photoUrl, network, now });
    await recordAudit(context, trx, {
      actorId: account.id,
      action: 'choose-role',
      noun: 'account',
      nounId: account.id,
      before: { role: null },
      after: { role },
    });
    return account.id;
  });
}
