import { randomBytes } from 'node:crypto';
import type { PasswordHasher } from '@carhouse/auth/password-hashing';
import { deleteCredential, passwordProvider } from '@carhouse/database/accounts/credentials';
import {
  type DemoAction,
  deleteDemoBrands,
  endDemoSuspensions,
  listDemoActions,
  removeDemoVerifications,
} from '@carhouse/database/accounts/demo-acts';
import { countDemoData, countNonDemoAdmins, listDemoAccounts } from '@carhouse/database/accounts/demo-data';
import { deleteSessions } from '@carhouse/database/accounts/sessions';
import { type AuditRecord, recordAudit } from '@carhouse/database/audit/audit';
import type { Database } from '@carhouse/database/connection/connect';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import type { AuditEvent } from '@carhouse/domain/audit/audit-event';
import { makeId } from '@carhouse/domain/ids/id';
import { removeUser } from '../../accounts/remove-user.ts';
import { findAdminsWithDemoPassword } from './check-data.ts';

export type DemoRemoval = {
  readonly accountCount: number;
  readonly carCount: number;
  readonly orderCount: number;
  /**
   * E-mail addresses of admins whose password was the published one and was removed. Admins whose password was removed
   * must set a new one with 'Forgot your password?'.
   */
  readonly passwords: readonly string[];
} & DemoActs;

/** The actions of the demo's admins: those that were undone, and those that remain. */
export type DemoActs = {
  /** Number of real sellers whom a demo admin had verified, and whose verification was removed. */
  readonly unverifiedCount: number;
  /** E-mail addresses of accounts that a demo admin had suspended, and that are active again. */
  readonly reinstatedEmails: readonly string[];
  /** Brands that a demo admin had added, and that were deleted because no car uses them. */
  readonly brands: readonly string[];
  /** Actions of demo admins on real records that are not undone: the oldest ones, at most `listedRowMaximum`. */
  readonly remainingActions: readonly DemoAction[];
  /** Total number of actions of demo admins on real records that are not undone. */
  readonly remainingActionCount: number;
};

const listedRowMaximum = 1_000;

/** Thrown when the only admin belongs to the demo and cannot be removed. */
export class NoOwnAdminError extends Error {
  constructor() {
    super('Make an admin first: npm run create-admin -- --email ADDRESS --name NAME. Nothing was changed.');
    this.name = 'NoOwnAdmin';
  }
}

/**
 * Removes the demo from a database, as if its users had deleted their accounts: their listings are taken off sale and
 * their open bookings are cancelled. Paid demo orders stay as records without names. Admins with the published password
 * lose that password, and their sessions end. Each demo account is removed in a transaction of its own. One more
 * transaction undoes verifications, suspensions and unused brands of the demo's admins, and lists their other actions.
 * A second run completes an interrupted one.
 * @throws NoOwnAdmin when no admin would remain.
 */
export async function removeDemo(
  database: Database,
  hasher: Pick<PasswordHasher, 'verify'>,
  now: () => Date,
): Promise<DemoRemoval> {
  const demoCounts = await countDemoData(database);
  const accounts = await listDemoAccounts(database);
  if (accounts.some(({ role }) => role === 'admin') && (await countNonDemoAdmins(database)) === 0)
    throw new NoOwnAdminError();
  const newId = <Noun extends string>() => makeId<Noun>(now(), randomBytes(10));
  // The command does not know the business mode. Where no payments are taken, the reconciler ends the queues for cars.
  const config = { businessMode: 'marketplace' } as const;
  for (const { id, role } of accounts) {
    await inTransaction(database, (trx) =>
      removeUser({ config, now, newId }, trx, { accountId: id, role, actorId: null, party: 'system' }),
    );
  }
  const demoActs = await inTransaction(database, (trx) => revertDemoActs({ now, newId }, trx));
  const affectedEmails: string[] = [];
  for (const { id, email } of await findAdminsWithDemoPassword(database, hasher)) {
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
    affectedEmails.push(email);
  }
  return { ...demoCounts, ...demoActs, passwords: affectedEmails };
}

type AuditRecorder = Parameters<typeof recordAudit>[0];

/**
 * Undoes those actions of demo admins that can be undone, and lists the remaining actions. Anybody may act as a demo
 * admin, because the password is public.
 */
async function revertDemoActs(auditRecorder: AuditRecorder, trx: Transaction): Promise<DemoActs> {
  const record = (entry: Omit<AuditRecord, 'actorId'> & AuditEvent) =>
    recordAudit(auditRecorder, trx, { ...entry, actorId: null });
  const unverifiedSellerIds = await removeDemoVerifications(trx, auditRecorder.now());
  for (const nounId of unverifiedSellerIds) {
    const verificationChange = { before: { verified: true }, after: { verified: false } };
    await record({ action: 'unverify', noun: 'account', nounId, ...verificationChange });
  }
  const reinstatedAccounts = await endDemoSuspensions(trx, auditRecorder.now());
  for (const { id: nounId } of reinstatedAccounts) {
    const statusChange = { before: { status: 'suspended' }, after: { status: 'active' } };
    await record({ action: 'reinstate', noun: 'account', nounId, ...statusChange });
  }
  const brands = await deleteDemoBrands(trx);
  for (const nounId of brands) await record({ action: 'remove', noun: 'brand', nounId });
  const remainingActions = await listDemoActions(trx, listedRowMaximum);
  return {
    unverifiedCount: unverifiedSellerIds.length,
    reinstatedEmails: reinstatedAccounts.map(({ email }) => email),
    brands,
    remainingActions: remainingActions.acts,
    remainingActionCount: remainingActions.count,
  };
}
