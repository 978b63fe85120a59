import type { AccountId, Actor, Role } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { writeAudit } from '@carhouse/database/audit';
import { isAddressTaken } from '@carhouse/identity/library-errors';
import type { Context } from '../context.ts';
import { assertUsablePhoto } from './check-photo.ts';

export type NewUser = {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: Role;
  readonly photoURL: string;
  readonly number?: string | null | undefined;
};

/**
 * Makes an account of any role for an admin: the only way to a new admin (specification, section 6). Whoever gets it must
 * choose another password at the first sign-in (ASVS 6.4.1).
 * @throws DomainError EMAIL_TAKEN, PASSWORD_RULE, INVALID, IMAGE_NOT_YOURS (a picture that the admin did not upload).
 */
export async function createAccount(context: Context, actor: Actor, user: NewUser): Promise<AccountId> {
  const { name, email, password, role, photoURL } = user;
  const number = user.number?.trim() || null;
  const account = {
    name: name.trim(),
    email,
    password,
    role,
    number,
    photoUrl: photoURL,
    verifiedAt: null,
    mustChangePassword: true,
  };
  try {
    return await context.identity.createAccount(account, async (trx, id) => {
      await assertUsablePhoto(trx, actor.accountId, photoURL);
      await writeAudit(trx, {
        id: context.newId(),
        at: context.now(),
        actorId: actor.accountId,
        action: 'create',
        noun: 'account',
        nounId: id,
        after: { role, status: 'active' },
      });
    });
  } catch (error) {
    if (!isAddressTaken(error)) throw error;
    throw new DomainError('EMAIL_TAKEN', { cause: error });
  }
}
