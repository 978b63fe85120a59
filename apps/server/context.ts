import type { Identity } from '@carhouse/auth/create-identity';
import type { Database } from '@carhouse/database/connection/connect';
import type { MinimumParfRule } from '@carhouse/domain/car/depreciation';
import type { Id } from '@carhouse/domain/ids/id';
import type { ImageStore } from '@carhouse/images/image-store';
import type { ImageWorkers } from '@carhouse/images/start-image-workers';
import type { Mailer } from '@carhouse/mail/mailer';
import type { CardProvider } from '@carhouse/payments/card-provider';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { CatalogueClient } from './catalogue/catalogue-client.ts';
import type { Config } from './config.ts';
import type { RateLimits } from './http/limits/rate-limits.ts';
import type { Shares } from './http/limits/work-shares.ts';
import type { Metrics } from './http/routing/metrics.ts';
import type { ImportWorkers } from './imports/import-workers.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { SecurityLog } from './security/record-security-events.ts';

/** The data that the browser needs to show the card form. */
export type CardForm = {
  readonly publishableKey: string;
  readonly scriptUrl: string | null;
  readonly testMode: boolean;
};

/**
 * Limits that protect the server from overload. Tests and measurements replace them; the configuration sets only the delay
 * of the event loop.
 */
export type Protection = {
  readonly rateLimits: RateLimits;
  /** Milliseconds that the event loop may be late before API calls are refused; Infinity switches this off. */
  readonly latest: number;
  /** Limits on concurrent work of one client address; absent for no limits. */
  readonly shares?: Shares;
};

/** What every use case needs. Made once at the start (startup/start-server.ts), or by a test. */
export type Context = {
  readonly config: Config;
  readonly pool: pg.Pool;
  readonly database: Database;
  readonly identity: Identity;
  readonly cardProvider: CardProvider;
  readonly cardForm: CardForm;
  readonly images: ImageStore;
  /** Decodes uploaded images in separate processes. */
  readonly imageWorkers: ImageWorkers;
  /** Reads dealers' files in separate processes. */
  readonly importWorkers: ImportWorkers;
  readonly mailer: Mailer;
  /** Work that runs after the response. */
  readonly jobs: JobQueue;
  /** The search index; see decision 0024. */
  readonly catalogue: CatalogueClient;
  readonly minimumParfRules: readonly MinimumParfRule[];
  readonly protection: Protection;
  readonly metrics: Metrics;
  /** The security log: sign-ins, refusals, limits, acts on roles and money, exports. */
  readonly securityLog: SecurityLog;
  /** Encrypts the texts with which a user can undo a removal; 32 bytes. */
  readonly undoKey: Buffer;
  readonly log: Logger;
  readonly now: () => Date;
  readonly newId: <Noun extends string>() => Id<Noun>;
};
