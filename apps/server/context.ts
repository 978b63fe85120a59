import type { Identity } from '@carhouse/auth/create-identity';
import type { Database } from '@carhouse/database/connection/connect';
import type { ReadDatabase } from '@carhouse/database/connection/read-database';
import type { MinimumParfRule } from '@carhouse/domain/car/depreciation';
import type { Id } from '@carhouse/domain/ids/id';
import type { ImageStore } from '@carhouse/images/image-store';
import type { ImageWorkers } from '@carhouse/images/start-image-workers';
import type { Mailer } from '@carhouse/mail/mailer';
import type { CardProvider } from '@carhouse/payments/card-provider';
import type { PayoutProvider } from '@carhouse/payments/payout-provider';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { CatalogueClient } from './catalogue/catalogue-client.ts';
import type { Config } from './config.ts';
import type { AdmissionLimits } from './http/limits/admission-limits.ts';
import type { RateLimits } from './http/limits/rate-limits.ts';
import type { WorkShareLimits } from './http/limits/work-shares.ts';
import type { Metrics } from './http/routing/metrics.ts';
import type { ImportWorkers } from './imports/import-workers.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { SecurityLog } from './security/record-security-events.ts';
import type { Tracing } from './tracing/tracing.ts';

/** The data that the browser needs to show the card form of the card provider. */
export type CardForm = {
  readonly publishableKey: string;
  readonly scriptUrl: string | null;
  readonly testMode: boolean;
};

/**
 * Limits that protect the server from overload. Operators can configure only the maximum delay of the event loop. Tests
 * and measurements can replace all limits.
 */
export type Protection = {
  readonly rateLimits: RateLimits;
  /** Maximum delay of the event loop in milliseconds before API calls are refused. Infinity disables the limit. */
  readonly longestLoopDelayMs: number;
  /** Limits on concurrent work per client address; undefined means no limits. */
  readonly workShares?: WorkShareLimits;
  /** The limit on requests in progress, which adapts to the duration of requests; undefined means no limit. */
  readonly admission?: AdmissionLimits;
};

/**
 * The dependencies that every use case receives. The server creates the context once at its start
 * (startup/start-server.ts), and a test may create its own.
 */
export type Context = {
  readonly config: Config;
  readonly pool: pg.Pool;
  /** The primary. All code that writes, decides, or handles money uses the primary. */
  readonly database: Database;
  /**
   * Database access for reads that may lag behind the primary by a bounded amount; only the code of some folders may
   * use this field (decision 0086).
   */
  readonly readDatabase: ReadDatabase;
  readonly identity: Identity;
  readonly cardProvider: CardProvider;
  readonly payoutProvider: PayoutProvider;
  readonly cardForm: CardForm;
  readonly images: ImageStore;
  /** Decodes uploaded images in separate processes. */
  readonly imageWorkers: ImageWorkers;
  /** Parses dealers' files in separate processes. */
  readonly importWorkers: ImportWorkers;
  readonly mailer: Mailer;
  /** The queue of jobs that run after the response. */
  readonly jobs: JobQueue;
  /** The client of the search index (decision 0024). */
  readonly catalogue: CatalogueClient;
  readonly minimumParfRules: readonly MinimumParfRule[];
  readonly protection: Protection;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** The security log: sign-ins, refused requests, reached limits, changes of roles and money, exports. */
  readonly securityLog: SecurityLog;
  /** The key (32 bytes) that encrypts the texts with which a user can restore a removed wish. */
  readonly wishUndoKey: Buffer;
  readonly log: Logger;
  readonly now: () => Date;
  /** Waits for this number of milliseconds. @throws the reason of `signal` when it aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly newId: <Noun extends string>() => Id<Noun>;
};
