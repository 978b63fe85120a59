import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { acquireDataDirLock } from '@carhouse/embedded-postgres/data-dir-lock';
import {
  type SandboxCardProvider,
  startSandboxCardProvider,
} from '@carhouse/stripe-sandbox/start-sandbox-card-provider';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { sandboxProviderPath } from '../http/routing/provider-paths.ts';
import { handledEventTypes } from '../payments/handle-event.ts';
import { loadOrCreateSecret } from './kept-secret.ts';
import { deriveSandboxKeys, type SandboxKeys } from './sandbox-keys.ts';

/** Name of the stored secret from which the sandbox's keys are derived (startup/kept-secret.ts). */
export const sandboxSecretName = 'sandbox-card-provider';

/** Derives the sandbox's keys from the secret in a data directory, and creates this secret at the first call. */
export async function loadSandboxKeys(dataDir: string): Promise<SandboxKeys> {
  return deriveSandboxKeys(await loadOrCreateSecret(dataDir, sandboxSecretName));
}

export type OwnSandboxOptions = {
  readonly keys: SandboxKeys;
  /**
   * The data directory. This folder contains the file in which the sandbox card provider stores its data,
   * `sandbox-card-provider.journal`.
   */
  readonly dataDir: string;
  readonly host?: string;
  /** The port to listen on; 0, the default, lets the system choose one. */
  readonly port?: number;
  readonly webhookUrl?: string;
  readonly log: (message: string) => void;
};

/**
 * Starts the sandbox of a server on a free loopback port. The sandbox writes to the server's log. @throws as
 * `startOwnSandbox`.
 */
export function startLoggedSandbox({ dataDir }: Config, log: Logger, keys: SandboxKeys): Promise<SandboxCardProvider> {
  return startOwnSandbox({ keys, dataDir, log: (message) => log.debug({ message }, 'sandbox card provider') });
}

/**
 * Starts the sandbox card provider with its journal in a data directory. A second process on the same journal is
 * refused, because both would overwrite each other's entries and lose charges.
 * @throws EmbeddedDatabaseError `DATA_DIR_LOCKED` while another process uses the journal.
 */
export async function startOwnSandbox(options: OwnSandboxOptions): Promise<SandboxCardProvider> {
  const { keys, dataDir, host = '127.0.0.1', port = 0, webhookUrl, log } = options;
  await mkdir(dataDir, { recursive: true });
  const dataDirLock = await acquireDataDirLock(dataDir);
  try {
    const sandbox = await startSandboxCardProvider({
      ...keys,
      host,
      port,
      ...(webhookUrl === undefined ? {} : { webhookUrl }),
      // docs/operations.md asks operators to enable the same event types at Stripe.
      webhookEvents: handledEventTypes,
      statePath: join(dataDir, 'sandbox-card-provider.journal'),
      basePath: sandboxProviderPath,
      now: () => new Date(),
      makeRandomId: () => randomBytes(12).toString('hex'),
      log,
    });
    const close = async (): Promise<void> => {
      try {
        await sandbox.close();
      } finally {
        await dataDirLock.release();
      }
    };
    return { ...sandbox, close };
  } catch (error) {
    await dataDirLock.release();
    throw error;
  }
}
