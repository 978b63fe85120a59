import { isAddressTakenError } from '@carhouse/auth/library-errors';
import { findAccount } from '@carhouse/database/accounts/accounts';
import { inheritDemoMark } from '@carhouse/database/accounts/demo-data';
import { hasOtherAdmin } from '@carhouse/database/approvals/approvals';
import { recordAudit } from '@carhouse/database/audit/audit';
import { findViolatedConstraint } from '@carhouse/database/connection/transaction';
import type { AccountId, Actor, Role } from '@carhouse/domain/account/account';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requestApproval } from '../approvals/ask-approval.ts';
import type { Context } from '../context.ts';
import { authoriseAdmin } from './authorise-actor.ts';
import { assertUsableImage } from './check-profile-image.ts';

export type NewUserInput = {
  /**
   * The id of the new account. All repetitions of a request under one idempotency key have the same id. A repetition
   * that finds an account with this id returns that account.
   */
  readonly id: AccountId;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: Role;
  readonly photoURL: string;
  readonly number?: string | null | undefined;
};

/** The result of creating an account. `waitsForApproval`: whether another admin must approve the account before it can be used. */
export type CreatedUser = { readonly id: AccountId; readonly waitsForApproval: boolean };

type CreationResult = { readonly admin: CurrentAdmin; readonly status: 'waiting' | 'active' };

/**
 * Lets an admin create an account with any role. This call is the only way to make another admin (specification,
 * section 6). When another admin is active, one of them must approve a new admin. The approval is also needed when this
 * admin removed the last other admin in the last 24 hours. The user must choose a new password at the first sign-in
 * (ASVS 6.4.1). A new admin made by a demo admin belongs to the demo data and is removed with it.
 * @throws DomainError EMAIL_TAKEN, PASSWORD_RULE, INVALID, IMAGE_NOT_YOURS (the admin did not upload the image), and
 *   the errors of `authoriseAdmin`.
 */
export async function createAccount(context: Context, actor: Actor, user: NewUserInput): Promise<CreatedUser> {
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
  let createdAccount: CreationResult | undefined;
  try {
    await context.identity.createAccount(account, {
      beforeInsert: async (trx) => {
        const admin = await authoriseAdmin(context, trx, actor);
        await assertUsableImage(trx, admin.accountId, photoURL);
        const waitsForApproval = role === 'admin' && (await hasOtherAdmin(trx, admin, context.now()));
        createdAccount = { admin, status: waitsForApproval ? 'waiting' : 'active' };
        return createdAccount.status;
      },
      afterInsert: async (trx) => {
        if (createdAccount === undefined) throw new DomainError('INTERNAL');
        const { admin, status } = createdAccount;
        if (role === 'admin') await inheritDemoMark(trx, id, admin.accountId);
        await recordAudit(context, trx, {
          actorId: admin.accountId,
          action: 'create',
          noun: 'account',
          nounId: id,
          after: { role, status },
        });
        if (status === 'waiting') await requestApproval(context, trx, admin, { kind: 'new-admin', accountId: id });
      },
    });
    return { id, waitsForApproval: createdAccount?.status === 'waiting' };
  } catch (error) {
    if (!isAddressTakenError(error) && findViolatedConstraint(error) !== 'account_pkey') throw error;
    const existingAccount = await findAccount(context.database, id);
    if (existingAccount !== undefined) return { id, waitsForApproval: existingAccount.status === 'waiting' };
    throw new DomainError('EMAIL_TAKEN', { cause: error });
  }
}
