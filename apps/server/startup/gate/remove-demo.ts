import { randomBytes } from 'node:crypto';
import type { PasswordHasher } from '@carhouse/auth/password-hashing';
import { deleteCredential, passwordProvider } from '@carhouse/database/accounts/credentials';
import {
  countDemoData,
  countOwnAdmins,
  listDemoAccounts,
  takeDemoVerifications,
} from '@carhouse/database/accounts/demo-data';
import { deleteSessions } from '@carhouse/database/accounts/sessions';
import { recordAudit } from '@carhouse/database/audit/audit';
import type { Database } from '@carhouse/database/connection/connect';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { makeId } from '@carhouse/domain/ids/id';
import { removeUser } from '../../accounts/remove-user.ts';
import { findPublishedPasswords } from './check-data.ts';

export type DemoRemoval = {
  readonly accounts: number;
  readonly cars: number;
  readonly orders: number;
  /** Addresses of admins who lost the published password and choose another one by 'Forgot your password?'. */
  readonly passwords: readonly string[];
  /** Sellers of the operator's own whom an admin of the demo had verified, and who are not verified any more. */
  readonly unverified: number;
};

/** The only admin is the demo's, who cannot be removed as the last one. */
export class NoOwnAdmin extends Error {
  constructor() {
    super('Make an admin first: npm run create-admin -- --email ADDRESS --name NAME. Nothing was changed.');
    this.name = 'NoOwnAdmin';
  }
}

/**
 * Removes the demo from a database as users delete their accounts: their cars leave every list and their open bookings are
 * cancelled. Paid demo orders stay as records without names. Admins with the published password
 * lose it and their sessions. Sellers whom the demo's admin verified lose the verification. One transaction for each account;
 * another run completes an interrupted one.
 * @throws NoOwnAdmin when no admin would remain.
 */
export async function removeDemo(
  database: Database,
  hasher: Pick<PasswordHasher, 'verify'>,
  now: () => Date,
): Promise<DemoRemoval> {
  const found = await countDemoData(database);
  const accounts = await listDemoAccounts(database);
  if (accounts.some(({ role }) => role === 'admin') && (await countOwnAdmins(database)) === 0) throw new NoOwnAdmin();
  const newId = <Noun extends string>() => makeId<Noun>(now(), randomBytes(10));
  for (const { id, role } of accounts) {
    await inTransaction(database, (trx) =>
      removeUser({ now, newId }, trx, { accountId: id, role, actorId: null, by: 'system' }),
    );
  }
  const unverified = await inTransaction(database, async (trx) => {
    const ids = await takeDemoVerifications(trx, now());
    for (const id of ids) {
      await recordAudit({ now, newId }, trx, {
        actorId: null,
        action: 'unverify',
        noun: 'account',
        nounId: id,
        before: { verified: true },
        after: { verified: false },
      });
    }
    return ids.length;
  });
  const passwords: string[] = [];
  for (const { id, email } of await findPublishedPasswords(database, hasher)) {
    await inTransaction(database, async (trx) => {
      await deleteCredential(trx, id, passwordProvider);
      await deleteSessions(trx, id);
      await recordAudit({ now, newId }, trx, {
        actorId: null,
        action: 'remove-credential',
        noun: 'account',
        nounId: id,
        after: { provider: passwordProvider },
      });
    });
    passwords.push(email);
  }
  return { ...found, passwords, unverified };
}
