// Removes the demo data from a database. Exit codes: 0 done, 1 failed, 2 wrong usage.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPasswordHasher } from '@carhouse/auth/password-hashing';
import { EmbeddedDatabaseError } from '@carhouse/embedded-postgres/embedded-database-error';
import { openCommandDatabase } from '@carhouse/importer/save/open-command-database';
import { findCommandDatabaseUrl, readCommandEnvironment } from '@carhouse/server/config/secret-files';
import { recordCommand, recordRefusedCommand } from '@carhouse/server/security/record-command';
import { NoOwnAdminError, removeDemo } from '@carhouse/server/startup/gate/remove-demo';

const usage = `Usage: npm run remove-demo

Deletes the demo accounts and takes their cars off every list, so that the data can serve production. Paid demo orders stay
as records without names. Make an admin of your own first: npm run create-admin.

The database is that of DATABASE_URL, else the embedded one of DATA_DIR (./data), whether or not Car House is running.`;

const projectFolder = fileURLToPath(new URL('..', import.meta.url));
process.exitCode = process.argv.length > 2 ? reportError(usage, 2) : await run();

async function run(): Promise<number> {
  try {
    const environment = readCommandEnvironment(process.env);
    const { DATA_DIR, BACKUP_DIR, SESSION_SECRET } = environment;
    const dataDir = resolve(projectFolder, DATA_DIR || 'data');
    const commandDatabase = await openCommandDatabase({
      url: findCommandDatabaseUrl(environment),
      dataDir,
      backupDir: BACKUP_DIR ? resolve(projectFolder, BACKUP_DIR) : undefined,
      log: (line) => console.log(line),
    });
    try {
      const auditTarget = { pool: commandDatabase.pool, dataDir, sessionSecret: SESSION_SECRET || undefined };
      const auditAction = { command: 'remove-demo', event: 'role-act' } as const;
      const removalPromise = removeDemo(commandDatabase.database, createPasswordHasher(), () => new Date());
      const demoRemovalResult = await removalPromise.catch(async (error: unknown) => {
        await recordRefusedCommand(auditTarget, auditAction, error);
        throw error;
      });
      await recordCommand(auditTarget, { ...auditAction, result: 'allowed' });
      console.log(
        `Deleted ${demoRemovalResult.accountCount} demo accounts; ${demoRemovalResult.carCount} of their cars are off the lists.`,
      );
      if (demoRemovalResult.orderCount > 0) console.log(`Cancelled ${demoRemovalResult.orderCount} open demo orders.`);
      if (demoRemovalResult.unverifiedCount > 0) {
        console.log(
          `${demoRemovalResult.unverifiedCount} sellers whom the admin of the demo had verified are not verified any more.`,
        );
      }
      for (const email of demoRemovalResult.reinstatedEmails) {
        console.log(`${email} is active again: the admin of the demo had suspended them.`);
      }
      for (const brand of demoRemovalResult.brands) console.log(`The brand ${brand} is deleted: no car has it.`);
      for (const { noun, action, nounId } of demoRemovalResult.remainingActions) {
        console.log(`The admin of the demo did this, and it stays: ${action} ${noun} ${nounId}`);
      }
      const unlistedActionCount = demoRemovalResult.remainingActionCount - demoRemovalResult.remainingActions.length;
      if (unlistedActionCount > 0)
        console.log(`${unlistedActionCount} further acts of the admin of the demo stay too; the audit has them.`);
      for (const email of demoRemovalResult.passwords) {
        console.log(`${email} had the published password and has none now; 'Forgot your password?' sets a new one.`);
      }
      return 0;
    } finally {
      await commandDatabase.close();
    }
  } catch (error) {
    if (error instanceof NoOwnAdminError || error instanceof EmbeddedDatabaseError)
      return reportError(error.message, 1);
    const { code, message } = error as Error & { code?: string };
    return reportError(`The demo was not removed: ${message || code || String(error)}`, 1);
  }
}

function reportError(line: string, code: number): number {
  console.error(line);
  return code;
}
