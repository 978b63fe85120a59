import { randomBytes } from 'node:crypto';
import { createAccount } from '@carhouse/auth/create-account';
import { refuseGuessablePassword } from '@carhouse/auth/guessable-password';
import type { PasswordHasher } from '@carhouse/auth/password-hashing';
import { refuseBrokenPassword } from '@carhouse/auth/sign-up-fields';
import { deleteFirstAdminLink } from '@carhouse/database/accounts/first-admin-links';
import { recordAudit } from '@carhouse/database/audit/audit';
import type { Database } from '@carhouse/database/connection/connect';
import type { AccountId } from '@carhouse/domain/account/account';
import { makeId } from '@carhouse/domain/ids/id';

export type AdminCreationTools = {
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly now: () => Date;
};

/**
 * Creates an admin for the operator, whose access to the database proves that they may do this. The one-time link for
 * the first admin becomes invalid.
 * @throws DomainError PASSWORD_RULE, INVALID (a malformed field, or the e-mail address has an account)
 */
export async function createAdmin(
  { database, hasher, now }: AdminCreationTools,
  admin: { readonly name: string; readonly email: string; readonly password: string },
): Promise<AccountId> {
  const name = admin.name.trim();
  const email = admin.email.trim().toLowerCase();
  const { password } = admin;
  refuseBrokenPassword(password);
  await refuseGuessablePassword(password, { name, email });
  const newId = <Noun extends string>() => makeId<Noun>(now(), randomBytes(10));
  const account = { name, email, password, role: 'admin', photoUrl: null, verifiedAt: null } as const;
  return createAccount({ database, hasher, now, randomId: newId }, account, {
    beforeInsert: async (trx) => {
      await deleteFirstAdminLink(trx);
      return 'active';
    },
    afterInsert: (trx, id) =>
      recordAudit({ now, newId }, trx, {
        // The audit entry has no actor, because the operator has no account on the server.
        actorId: null,
        action: 'create',
        noun: 'account',
        nounId: id,
        after: { role: 'admin', status: 'active', by: 'create-admin' },
      }),
  });
}
