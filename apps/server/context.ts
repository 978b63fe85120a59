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

/** What the browser needs to show the card form. */
export type CardForm = {
  readonly publishableKey: string;
  readonly scriptUrl: string | null;
  readonly testMode: boolean;
};

/** What protects the server from too much at once. Part of the context, so that only code can loosen it. */
export type Protection = {
  readonly rateLimits: RateLimits;
  /** Milliseconds that the event loop may be late before API calls are turned away; Infinity never does. */
  readonly latest: number;
  /** What one client address may have under way; no shares when absent. */
  readonly shares?: Shares;
};

/** Everything that use cases are given. Made once by the composition root (server/open-server.ts), or by a test. */
export type Context = {
  readonly config: Config;
  readonly pool: pg.Pool;
  readonly database: Database;
  readonly identity: Identity;
  readonly cardProvider: CardProvider;
  readonly cardForm: CardForm;
  readonly images: ImageStore;
  /** Decodes images of strangers in processes of their own. */
  readonly imageWorkers: ImageWorkers;
  /** Reads dealers' files in processes of their own. */
  readonly importWorkers: ImportWorkers;
  readonly mailer: Mailer;
  /** Work that is done after the answer. */
  readonly jobs: JobQueue;
  /** Finds cars; see decision 0024. */
  readonly catalogue: CatalogueClient;
  readonly minimumParfRules: readonly MinimumParfRule[];
  readonly protection: Protection;
  readonly metrics: Metrics;
  /** Sign-ins, refusals, limits, role and money acts, exports: what shows an attack. */
  readonly securityLog: SecurityLog;
  readonly log: Logger;
  readonly now: () => Date;
  readonly newId: <Noun extends string>() => Id<Noun>;
};
