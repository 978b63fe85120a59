// Removes the second factors of one account. Operators use this command when the last admin has lost their second
// factors, because no other admin can help. Exit codes: 0 done, 1 failed, 2 wrong usage.
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findAccountByEmail, lockAccount } from '@carhouse/database/accounts/accounts';
import type { Database } from '@carhouse/database/connection/connect';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import { makeId } from '@carhouse/domain/ids/id';
import { EmbeddedDatabaseError } from '@carhouse/embedded-postgres/embedded-database-error';
import { openCommandDatabase } from '@carhouse/importer/save/open-command-database';
import { findCommandDatabaseUrl, readCommandEnvironment } from '@carhouse/server/config/secret-files';
import { removeAllFactors } from '@carhouse/server/second-factor/remove-all-factors';
import { recordCommand } from '@carhouse/server/security/record-command';

const usage = `Usage: npm run reset-second-factor -- --email ADDRESS

Takes the authenticator app, the passkeys and the recovery codes from this account and ends its sessions, whether or not Car
House is running. The next sign-in is by the password alone; an admin then has to set a second step up before anything else.

The database is that of DATABASE_URL, else the embedded one of DATA_DIR (./data).`;

const projectFolder = fileURLToPath(new URL('..', import.meta.url));

process.exitCode = await run();

async function run(): Promise<number> {
  const email = readEmail();
  if (email === undefined) {
    console.error(usage);
    return 2;
  }
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
      const resetResult = await resetSecondFactors(commandDatabase.database, email);
      await recordCommand(auditTarget, {
        command: 'reset-second-factor',
        event: 'second-factor',
        subject: resetResult.accountId === undefined ? { email } : { accountId: resetResult.accountId },
        ...(resetResult.isReset ? { result: 'allowed' } : { result: 'refused', code: 'NOT_FOUND' }),
      });
      console.log(resetResult.resultText);
      return resetResult.isReset ? 0 : 1;
    } finally {
      await commandDatabase.close();
    }
  } catch (error) {
    console.error(error instanceof EmbeddedDatabaseError ? error.message : `It stopped: ${(error as Error).message}`);
    return 1;
  }
}

async function resetSecondFactors(
  database: Database,
  email: string,
): Promise<{ readonly isReset: boolean; readonly resultText: string; readonly accountId?: AccountId }> {
  const account = await findAccountByEmail(database, email);
  if (account === undefined) return { isReset: false, resultText: `${email} has no account.` };
  return inTransaction(database, async (trx) => {
    await lockAccount(trx, account.id);
    const now = new Date();
    const factorTools = { now: () => now, newId: <Noun extends string>() => makeId<Noun>(now, randomBytes(10)) };
    const endedSessionCount = await removeAllFactors(factorTools, trx, account.id, null);
    if (endedSessionCount === null) {
      return { isReset: false, resultText: `${email} has no second step.`, accountId: account.id };
    }
    const resultText = `The second step of ${email} is reset. Sessions ended: ${endedSessionCount}.`;
    return { isReset: true, resultText, accountId: account.id };
  });
}

function readEmail(): string | undefined {
  try {
    const { values } = parseArgs({ options: { email: { type: 'string' } } });
    return values.email?.trim().toLowerCase() || undefined;
  } catch {
    return undefined;
  }
}
