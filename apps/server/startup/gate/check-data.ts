import type { PasswordHasher } from '@carhouse/auth/password-hashing';
import {
  type AdminPasswordHash,
  countAdmins,
  countAdminsWithoutSecondFactor,
  countDemoData,
  listAdminPasswords,
} from '@carhouse/database/accounts/demo-data';
import type { Database } from '@carhouse/database/connection/connect';
import { demoPassword } from '../seed-demo.ts';
import { type Finding, makePassedFinding, makeRefusal, makeWarning } from './finding.ts';

/** Maximum number of admins whose password is compared with the published demo password. Each comparison takes 25 ms. */
const checkedAdminCountMaximum = 50;

/**
 * Checks the data for a public server. Demo accounts are found by their flag, not by their address, because anyone may
 * sign up with such an address. The published demo password is compared with the stored password hashes of the admins.
 * At least one admin must exist.
 * @param databaseVariable the variable that names the database, for the messages.
 */
export async function checkData(
  database: Database,
  hasher: Pick<PasswordHasher, 'verify'>,
  databaseVariable: 'DATA_DIR' | 'DATABASE_URL',
): Promise<Finding[]> {
  return [
    await checkDemo(database, databaseVariable),
    ...(await checkAdmins(database)),
    ...(await checkSecondFactors(database)),
    ...(await checkPublishedPasswords(database, hasher)),
  ];
}

async function checkDemo(database: Database, databaseVariable: string): Promise<Finding> {
  const { accountCount, carCount, orderCount } = await countDemoData(database);
  if (accountCount === 0) return makePassedFinding(databaseVariable, 'no demo accounts');
  const remainingDemoText = `${accountCount} demo accounts, ${carCount} demo cars on offer and ${orderCount} open demo orders are in the database`;
  const remedy = "start with another empty one, or run 'npm run create-admin' and then 'npm run remove-demo'";
  return makeRefusal(databaseVariable, `${remainingDemoText}, and their password is published; ${remedy}`);
}

async function checkAdmins(database: Database): Promise<Finding[]> {
  const admins = await countAdmins(database);
  if (admins > 0) return [makePassedFinding('admin', `${admins} ${admins === 1 ? 'account' : 'accounts'}`)];
  const remedy = "open the one-time link that the start prints, or run 'npm run create-admin'";
  return [makeWarning('admin', `there is no admin yet; ${remedy}`)];
}

async function checkSecondFactors(database: Database): Promise<Finding[]> {
  const adminCountWithoutFactor = await countAdminsWithoutSecondFactor(database);
  if (adminCountWithoutFactor === 0) return [];
  const text = `${adminCountWithoutFactor} active ${adminCountWithoutFactor === 1 ? 'admin has' : 'admins have'} no second factor`;
  return [makeWarning('admin', `${text}; they set it up when they sign in`)];
}

async function checkPublishedPasswords(database: Database, hasher: Pick<PasswordHasher, 'verify'>): Promise<Finding[]> {
  const remedy = "run 'npm run remove-demo', which takes the password away; a mail sets a new one";
  const foundAdmins = await findAdminsWithDemoPassword(database, hasher);
  return foundAdmins.map(({ email }) =>
    makeRefusal('admin', `${email} has the published password of the demo; ${remedy}`),
  );
}

/** Returns the admins whose password is the published demo password. Admins of the demo are not included. */
export async function findAdminsWithDemoPassword(
  database: Database,
  hasher: Pick<PasswordHasher, 'verify'>,
): Promise<readonly AdminPasswordHash[]> {
  const adminsWithDemoPassword: AdminPasswordHash[] = [];
  for (const admin of await listAdminPasswords(database, checkedAdminCountMaximum)) {
    if (await hasher.verify({ hash: admin.hash, password: demoPassword }, 'gate')) adminsWithDemoPassword.push(admin);
  }
  return adminsWithDemoPassword;
}
