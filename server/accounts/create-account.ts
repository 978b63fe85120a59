import type { AccountId, Actor, Role } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { findAccount } from '@carhouse/database/accounts';
import { writeAudit } from '@carhouse/database/audit';
import { violatedConstraint } from '@carhouse/database/transaction';
import { isAddressTaken } from '@carhouse/identity/library-errors';
import type { Context } from '../context.ts';
import { authoriseAdmin } from './authorise-actor.ts';
import { assertUsablePhoto } from './check-photo.ts';

export type NewUser = {
  /** The same for every run of one request: a run that finds the account of an earlier one answers with it. */
  readonly id: AccountId;
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
 * @throws DomainError EMAIL_TAKEN, PASSWORD_RULE, INVALID, IMAGE_NOT_YOURS (a picture that the admin did not upload), and
 * those of `authoriseAdmin`.
 */
export async function createAccount(context: Context, actor: Actor, user: NewUser): Promise<AccountId> {
  const { id, name, email, password, role, photoURL } = user;
  const number = user.number?.trim() || null;
  const account = {
    id,
    name: name.trim(),
    email,
    password,
    role,
    number,
    photoUrl: photoURL,
    verifiedAt: null,
    mustChangePassword: true,
  };
  await context.identity.checkNewPassword(password, account);
  try {
    return await context.identity.createAccount(account, {
      before: async (trx) => {
        const admin = await authoriseAdmin(context, trx, actor);
        await assertUsablePhoto(trx, admin.accountId, photoURL);
      },
      after: (trx) =>
        writeAudit(trx, {
          id: context.newId(),
          at: context.now(),
          actorId: actor.accountId,
          action: 'create',
          noun: 'account',
          nounId: id,
          after: { role, status: 'active' },
        }),
    });
  } catch (error) {
    if (!isAddressTaken(error) && violatedConstraint(error) !== 'account_pkey') throw error;
    if ((await findAccount(context.database, id)) !== undefined) return id;
    throw new DomainError('EMAIL_TAKEN', { cause: error });
  }
}
