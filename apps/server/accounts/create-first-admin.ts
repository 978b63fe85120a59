import { isAddressTakenError } from '@carhouse/auth/library-errors';
import { hashToken } from '@carhouse/auth/link-tokens';
import { isFirstAdminLinkValid, spendFirstAdminLink } from '@carhouse/database/accounts/first-admin-links';
import { recordAudit } from '@carhouse/database/audit/audit';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';
import { makeInvalidLinkError } from './send-link.ts';

export type FirstAdminInput = {
  /** The token of the link that the server printed when it started. */
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
};

/**
 * Makes the first admin of a server by a one-time link. One transaction uses up the link, checks that there is no other
 * admin and creates the account, so two concurrent requests create only one admin.
 * @throws DomainError LINK_NOT_VALID, PASSWORD_RULE, INVALID and EMAIL_TAKEN (the link stays valid), RATE_LIMITED
 */
export async function createFirstAdmin(
  context: Context,
  input: FirstAdminInput,
  rateLimitBucket: string,
): Promise<void> {
  const { identity, database } = context;
  await identity.guard.take('link address', rateLimitBucket);
  const tokenHash = hashToken(input.token);
  // The token is checked first, so that invented tokens cannot make the server hash passwords.
  if (!(await isFirstAdminLinkValid(database, tokenHash, context.now()))) throw makeInvalidLinkError();
  const name = input.name.trim();
  const { email, password } = input;
  await identity.checkNewPassword(password, { name, email });
  const account = { name, email, password, role: 'admin', photoUrl: null, verifiedAt: null } as const;
  try {
    await identity.createAccount(account, {
      beforeInsert: async (trx) => {
        if (!(await spendFirstAdminLink(trx, tokenHash, context.now()))) throw makeInvalidLinkError();
        return 'active';
      },
      afterInsert: (trx, id) =>
        recordAudit(context, trx, {
          actorId: id,
          action: 'create',
          noun: 'account',
          nounId: id,
          after: { role: 'admin', status: 'active', by: 'first-admin link' },
        }),
    });
  } catch (error) {
    if (isAddressTakenError(error)) throw new DomainError('EMAIL_TAKEN', { cause: error });
    throw error;
  }
}
