// Creates an admin. Exit codes: 0 created, 1 failed, 2 wrong usage.
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isAddressTakenError } from '@carhouse/auth/library-errors';
import { createPasswordHasher } from '@carhouse/auth/password-hashing';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import { EmbeddedDatabaseError } from '@carhouse/embedded-postgres/embedded-database-error';
import { openCommandDatabase } from '@carhouse/importer/save/open-command-database';
import { findCommandDatabaseUrl, readCommandEnvironment } from '@carhouse/server/config/secret-files';
import { recordCommand, recordRefusedCommand } from '@carhouse/server/security/record-command';
import { createAdmin } from '@carhouse/server/startup/gate/create-admin';

const usage = `Usage: npm run create-admin -- --email ADDRESS --name NAME [--password-stdin]

Makes an admin, whether or not Car House is running. The password is asked for, or read from standard input; it is never an
argument, which other users of the machine could see.

  --email ADDRESS    with which the admin signs in
  --name NAME        their name
  --password-stdin   read the password from the first line of standard input

The database is that of DATABASE_URL, else the embedded one of DATA_DIR (./data).`;

const projectFolder = fileURLToPath(new URL('..', import.meta.url));

process.exitCode = await run();

async function run(): Promise<number> {
  const commandArguments = readArguments();
  if (commandArguments === undefined) return 2;
  try {
    const password = commandArguments.isPasswordFromInput
      ? readFirstLine(await text(process.stdin))
      : await askPasswordTwice();
    if (password === undefined) {
      console.error('The two passwords differ. Nothing was made.');
      return 1;
    }
    return await insertAdmin({ ...commandArguments, password });
  } catch (error) {
    console.error(explainError(error, commandArguments.email));
    return 1;
  }
}

async function insertAdmin(newAdmin: { name: string; email: string; password: string }): Promise<number> {
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
    const hasher = createPasswordHasher();
    const auditTarget = { pool: commandDatabase.pool, dataDir, sessionSecret: SESSION_SECRET || undefined };
    const auditAction = { command: 'create-admin', event: 'role-act' } as const;
    const subject = { email: newAdmin.email.trim().toLowerCase() };
    const adminIdPromise = createAdmin({ database: commandDatabase.database, hasher, now: () => new Date() }, newAdmin);
    const accountId = await adminIdPromise.catch(async (error: unknown) => {
      await recordRefusedCommand(auditTarget, { ...auditAction, subject }, error);
      throw error;
    });
    await recordCommand(auditTarget, { ...auditAction, result: 'allowed', subject: { accountId } });
    console.log(
      `The admin ${newAdmin.email.trim().toLowerCase()} is made. They sign in with the password that you chose.`,
    );
    return 0;
  } finally {
    await commandDatabase.close();
  }
}

function readArguments(): { email: string; name: string; isPasswordFromInput: boolean } | undefined {
  try {
    const { values } = parseArgs({
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        'password-stdin': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const { email = '', name = '' } = values;
    if (values.help) throw new TypeError('');
    if (email.trim() === '' || name.trim() === '') throw new TypeError('Give --email and --name.');
    const isPasswordFromInput = values['password-stdin'] || !process.stdin.isTTY;
    return { email, name, isPasswordFromInput };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n\n${usage}`.trim());
    return undefined;
  }
}

/**
 * Asks twice for the password on the terminal. The typed password is not displayed, because a readline interface
 * without an output displays nothing.
 * @returns undefined when the two typed passwords differ.
 * @throws Error when the user presses Ctrl-C.
 */
async function askPasswordTwice(): Promise<string | undefined> {
  const terminalInput = createInterface({ input: process.stdin, terminal: true });
  terminalInput.once('SIGINT', () => terminalInput.close());
  const lines = terminalInput[Symbol.asyncIterator]();
  const askQuestion = async (question: string): Promise<string> => {
    process.stderr.write(question);
    const { value, done } = await lines.next();
    process.stderr.write('\n');
    if (done === true) throw new Error('It was broken off.');
    return value;
  };
  try {
    const password = await askQuestion('Password: ');
    return (await askQuestion('The same once more: ')) === password ? password : undefined;
  } finally {
    terminalInput.close();
  }
}

function readFirstLine(input: string): string {
  return input.split(/\r?\n/, 1)[0] ?? '';
}

function explainError(error: unknown, email: string): string {
  if (isAddressTakenError(error)) return `${email} has an account already. Take another address; nothing was changed.`;
  if (isDomainError(error)) {
    const faults = error.errors.map(({ path, message }) => `${path}: ${message}`);
    return [`The admin was not made (${error.code}).`, ...faults].join('\n');
  }
  if (error instanceof EmbeddedDatabaseError) return error.message;
  const { code, message } = error as Error & { code?: string };
  return `The admin was not made: ${message || code || String(error)}`;
}
