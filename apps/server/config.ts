import { resolve } from 'node:path';
import type { OpenidProvider } from '@carhouse/auth/openid-provider';
import { type ApprovalConfig, readApprovalConfig } from './config/approval-config.ts';
import { type BusinessConfig, readBusinessConfig } from './config/business-config.ts';
import { type CardConfig, listCardFaults, readCardConfig } from './config/card-config.ts';
import { type DatabaseConfig, listDatabaseFaults, readDatabaseConfig } from './config/database-config.ts';
import { environmentSchema } from './config/environment-schema.ts';
import { type ImageConfig, listImageFaults, readImageConfig } from './config/image-config.ts';
import { type InvoiceConfig, readInvoiceConfig } from './config/invoice-config.ts';
import { type ListenConfig, readListenConfig } from './config/listen-config.ts';
import { listMailFaults, type MailConfig, readMailConfig } from './config/mail-config.ts';
import { listModeFaults, type ModeConfig, readModeConfig } from './config/mode-config.ts';
import { listOpenidFaults, readOpenidProviders } from './config/openid-config.ts';
import { type PaceConfig, readPaceConfig } from './config/pace-config.ts';
import { readSecretFiles } from './config/secret-files.ts';
import { readTraceConfig, type TraceConfig } from './config/trace-config.ts';
import { readTrustConfig, type TrustConfig } from './config/trust-config.ts';

export type Config = ApprovalConfig &
  InvoiceConfig &
  BusinessConfig &
  ListenConfig &
  ModeConfig &
  PaceConfig &
  TraceConfig & {
    readonly dataDir: string;
    /**
     * Folder for backups and for the write-ahead log archive of the embedded database. Without a folder, nothing is
     * archived.
     */
    readonly backupDir: string | undefined;
    readonly database: DatabaseConfig;
    readonly cards: CardConfig;
    readonly mail: MailConfig;
    readonly images: ImageConfig;
    /**
     * The token that a monitoring system sends to read /metrics. Without a token, only programs on this machine may
     * read /metrics.
     */
    readonly metricsToken?: string;
    /**
     * The secret that signs sessions. When no secret is configured (null), the server generates one and stores it in
     * the data directory. All server nodes that share a database need the same secret.
     */
    readonly sessionSecret: string | null;
    /** The configured sign-in providers, such as Google. */
    readonly openid: readonly OpenidProvider[];
    /** Limits of new accounts. */
    readonly trust: TrustConfig;
    /** Uses Vite's middleware instead of a built web app. */
    readonly isDevelopment: boolean;
    readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  };

/** Thrown when the environment is not valid; `faults` has one line for each invalid variable. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the environment variables into one typed value. No other code of the product reads the environment.
 * @throws ConfigError that names all faults.
 */
export function readConfig(isDevelopment: boolean, env: Environment = process.env): Config {
  const secretFileResult = readSecretFiles(env);
  const givenVariables = Object.fromEntries(
    Object.entries(secretFileResult.variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsedVariables = environmentSchema.safeParse(givenVariables);
  const faults = parsedVariables.success
    ? []
    : parsedVariables.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  faults.push(
    ...secretFileResult.faults,
    ...listDatabaseFaults(givenVariables),
    ...listCardFaults(givenVariables),
    ...listModeFaults(givenVariables),
    ...listMailFaults(givenVariables),
    ...listImageFaults(givenVariables),
    ...listLibraryFaults(givenVariables),
    ...listOpenidFaults(givenVariables),
  );
  if (!parsedVariables.success || faults.length > 0) throw new ConfigError(faults);
  const value = parsedVariables.data;
  return {
    ...readListenConfig(value, readModeConfig(value).isProduction),
    ...readModeConfig(value),
    ...readPaceConfig(value),
    ...readApprovalConfig(value),
    ...readInvoiceConfig(value),
    ...readBusinessConfig(value),
    ...readTraceConfig(value),
    dataDir: resolve(value.DATA_DIR),
    backupDir: value.BACKUP_DIR === undefined ? undefined : resolve(value.BACKUP_DIR),
    database: readDatabaseConfig(value),
    cards: readCardConfig(value),
    mail: readMailConfig(value),
    images: readImageConfig(value),
    ...(value.METRICS_TOKEN === undefined ? {} : { metricsToken: value.METRICS_TOKEN }),
    sessionSecret: value.SESSION_SECRET ?? null,
    openid: readOpenidProviders(value),
    trust: readTrustConfig(value, readModeConfig(value).isDemo),
    isDevelopment,
    logLevel: value.LOG_LEVEL,
  };
}

/**
 * Returns an error for each environment variable that only the sign-in library would read, because such a variable
 * could override this configuration.
 */
function listLibraryFaults(variables: Environment): string[] {
  return Object.keys(variables)
    .filter((name) => name.includes('BETTER_AUTH_'))
    .map((name) => `${name}: must not be set, the server configures its sign-in library itself`);
}
