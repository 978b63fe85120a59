import type { Database } from '@carhouse/database/connection/connect';
import { findViolatedConstraint, inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { type AccountId, type AccountStatus, type Role, roles } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Id } from '@carhouse/domain/ids/id';
import { makeAddressTakenError } from './library-errors.ts';
import type { PasswordHasher } from './password-hashing.ts';
import { readSignUp } from './sign-up-fields.ts';

export type NewAccount = {
  /** The id of the account. Without an id, the function makes a new one. */
  readonly id?: AccountId;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly photoUrl: string | null;
  readonly role: Role;
  /** The time at which the seller was verified. Null when the seller is not verified. */
  readonly verifiedAt: Date | null;
  readonly number?: string | null;
  /** Whether the user must choose a new password before they can do anything else. False by default. */
  readonly mustChangePassword?: boolean;
  /** Whether the account is a demo account, whose password is public. False by default. */
  readonly isDemo?: boolean;
  /**
   * Whether the e-mail address counts as confirmed. The default is false, because an admin cannot confirm the e-mail
   * address of another user.
   */
  readonly emailConfirmed?: boolean;
  /** When the user signed up; now by default. */
  readonly joinedAt?: Date;
};

/** Functions of the caller that run in the transaction that creates the account. */
export type AccountCreationHooks = {
  /**
   * `beforeInsert` runs first in the transaction, before a row is written. The hook locks other accounts, checks the
   * rights of the admin, and returns the status with which the account is created.
   */
  readonly beforeInsert: (trx: Transaction) => Promise<AccountStatus>;
  readonly afterInsert: (trx: Transaction, id: AccountId) => Promise<void>;
};

export type AccountCreationTools = {
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly now: () => Date;
  readonly randomId: () => string;
};

/**
 * Creates an account of any role, with a password, for the demo data and for admins. Sign-ups do not use this function.
 * The password must meet the specification's rules. The caller checks whether the password is easily guessed.
 * @throws DomainError INVALID (the address is taken, a field is invalid) or PASSWORD_RULE.
 */
export async function createAccount(
  creationTools: AccountCreationTools,
  account: NewAccount,
  hooks?: AccountCreationHooks,
): Promise<AccountId> {
  const { name, email, password, photoUrl } = readSignUp({ ...account, image: account.photoUrl });
  if (!roles.includes(account.role)) throw new DomainError('INVALID');
  const id = account.id ?? (creationTools.randomId() as AccountId);
  // Only the server itself and admins call this function. The hashing queue's limit for one client address must not
  // delay these calls, so each call counts as a different client (`id`).
  const passwordHash = await creationTools.hasher.hash(password, id);
  const joinedAt = account.joinedAt ?? creationTools.now();
  const creationTimes = { created_at: joinedAt, updated_at: joinedAt };
  const person = {
    id,
    name,
    email,
    photo_url: photoUrl,
    role: account.role,
    verified_at: account.verifiedAt,
    number: account.number ?? null,
    must_change_password: account.mustChangePassword ?? false,
    is_demo: account.isDemo ?? false,
    email_verified: account.emailConfirmed ?? false,
  };
  const credential = { provider_id: 'credential', subject: id, account_id: id, password: passwordHash };
  try {
    await inTransaction(creationTools.database, async (trx) => {
      const status = (await hooks?.beforeInsert(trx)) ?? 'active';
      await trx
        .insertInto('account')
        .values({ ...person, ...creationTimes, status })
        .execute();
      const credentialId = creationTools.randomId() as Id<'credential'>;
      await trx
        .insertInto('credential')
        .values({ id: credentialId, ...credential, ...creationTimes })
        .execute();
      await hooks?.afterInsert(trx, id);
    });
  } catch (error) {
    if (findViolatedConstraint(error) === 'account_email_key') throw makeAddressTakenError(error);
    throw error;
  }
  return id;
}
