import { randomBytes } from 'node:crypto';
import type { AccountId } from '@carhouse/domain/account/account';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import { makeId } from '@carhouse/domain/ids/id';
import type { SecurityEventName, SecurityResult } from '@carhouse/domain/security/security-event';
import type pg from 'pg';
import { loadOrCreateSecret } from '../startup/kept-secret.ts';
import { openLog } from '../startup/open-log.ts';
import { createSecurityLog } from './record-security-events.ts';

/** The database and the data directory that an operator's command uses. */
export type CommandRecorder = {
  readonly pool: pg.Pool;
  readonly dataDir: string;
  /**
   * The server's `SESSION_SECRET`. The security log hashes account ids and e-mail addresses with this secret. When
   * undefined, the secret in the data directory is used.
   */
  readonly sessionSecret: string | undefined;
};

/** What is recorded about a command. */
export type CommandEvent = {
  /** Name of the npm script, such as `create-admin`. */
  readonly command: string;
  readonly event: SecurityEventName;
  readonly result: SecurityResult;
  readonly code?: string;
  /** Whom the command is about: an account, or an e-mail address that has no account. */
  readonly subject?: { readonly accountId: AccountId } | { readonly email: string };
};

/** Records an operator's command in the security log, with the same hashes as the server. */
export async function recordCommand(recorder: CommandRecorder, commandEvent: CommandEvent): Promise<void> {
  const { command, event, result, code, subject } = commandEvent;
  const now = (): Date => new Date();
  const log = createSecurityLog({
    pool: recorder.pool,
    secret: recorder.sessionSecret ?? (await loadOrCreateSecret(recorder.dataDir, 'session')),
    log: openLog('error', process.stderr),
    now,
    newId: () => makeId<'security_event'>(now(), randomBytes(10)),
  });
  log.record({ event, result, route: `npm run ${command}`, ...(code === undefined ? {} : { code }), ...subject });
  await log.flush();
}

/** Records in the security log that an operator's command (`npm run …`) was refused or failed. */
export async function recordRefusedCommand(
  recorder: CommandRecorder,
  commandEvent: Pick<CommandEvent, 'command' | 'event' | 'subject'>,
  error: unknown,
): Promise<void> {
  const commandOutcome = isDomainError(error)
    ? ({ result: 'refused', code: error.code } as const)
    : ({ result: 'failed', code: (error as Error).name } as const);
  await recordCommand(recorder, { ...commandEvent, ...commandOutcome });
}
