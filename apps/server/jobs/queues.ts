import type { LinkPurpose } from '@carhouse/database/accounts/account-links';
import type { AccountId } from '@carhouse/domain/account/account';
import type { ImportId } from '@carhouse/domain/import/import-states';
import type { Queue } from 'pg-boss';

export type NoticeName =
  | 'second-factor-added'
  | 'app-replaced'
  | 'second-factor-removed'
  | 'second-factor-reset'
  | 'recovery-codes-replaced'
  | 'password-changed'
  | 'password-reset'
  | 'provider-connected'
  | 'provider-disconnected'
  | 'payouts-started'
  | 'payouts-bank-changed'
  | 'payouts-stopped'
  | 'payment-instructions-changed';

/**
 * The data of each kind of job, by the name of its queue. The data is stored as JSON and contains ids and keys, never
 * personal data. A name never changes, because databases store it; the jobs for images are therefore still called
 * `picture-…`.
 */
export type JobData = {
  /**
   * Mails a link. When the account is unknown (null), the job mails nothing. A job is enqueued for an unknown account
   * too, so that requests for known and unknown accounts take the same time.
   */
  'account-link': { readonly purpose: LinkPurpose; readonly accountId: AccountId | null };
  /** Mails a user that their account was changed. */
  'account-notice': { readonly notice: NoticeName; readonly accountId: AccountId };
  /** Deletes expired sessions, links and counters. */
  'account-clean-up': Record<string, never>;
  /** Creates the AVIF files of an uploaded image. */
  'picture-avif': { readonly key: string };
  /** Proposes a mapping of the columns of a dealer's uploaded file. */
  'import-examination': { readonly importId: ImportId };
  /** Runs the work that the state of a dealer's import calls for, such as its check. */
  'dealer-import': { readonly importId: ImportId };
  /** Marks an import that was interrupted too often as stopped. */
  'dealer-import-lost': { readonly importId: ImportId };
  /** Deletes old imports, and files whose upload never finished. */
  'import-clean-up': Record<string, never>;
  /** Deletes images that nothing references. */
  'picture-collection': Record<string, never>;
  /** Draws further images of the demo cars whose ids follow `after`, or of the first demo cars when `after` is null. */
  'demo-gallery': { readonly after: string | null };
};

export type JobName = keyof JobData;

export type JobQueueOptions = Omit<Queue, 'name' | 'deadLetter' | 'partition'> & {
  /** The queue that receives a job of this queue after its last failed try. */
  readonly deadLetter?: JobName;
  /** Number of jobs that a server node fetches in one batch and runs one after the other; five by default. */
  readonly jobsPerBatch?: number;
  /** Schedule on which a job also runs, on one server node only: five fields of cron, in UTC. */
  readonly cron?: string;
  /** Seconds between two polls of the queue while the database announces no new jobs. */
  readonly pollSeconds?: number;
  /** Seconds between two polls for jobs whose retry is due, which the database does not announce; 60 by default. */
  readonly retryPollSeconds?: number;
};

/**
 * The queues with their retry policies. A queue that receives failed jobs must come before the queues that name it as
 * `deadLetter`. A new kind of job needs a line in `JobData`, a line in this table, and a handler in start-jobs.ts.
 */
export const queueOptionsByName: { readonly [Name in JobName]: JobQueueOptions } = {
  // When the mail server does not answer, the job is retried after 20, 40, 80 … seconds, for about an hour.
  'account-link': { retryLimit: 8, retryDelay: 20, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 120 },
  'account-notice': { retryLimit: 8, retryDelay: 20, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 120 },
  'account-clean-up': { policy: 'stately', retryLimit: 0, expireInSeconds: 300, cron: '41 * * * *', pollSeconds: 30 },
  // When the image store does not answer, the job is retried after 15, 30, 60 … seconds.
  'picture-avif': { retryLimit: 8, retryDelay: 15, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 120 },
  'picture-collection': { policy: 'stately', retryLimit: 0, expireInSeconds: 600, cron: '23 * * * *', pollSeconds: 30 },
  'dealer-import-lost': { retryLimit: 8, retryDelay: 15, expireInSeconds: 60 },
  // Examinations have a separate queue, so that they never wait for another import. A server node runs one job of each queue
  // at a time, and a seller has at most one job in each.
  'import-examination': {
    retryLimit: 3,
    retryDelay: 2,
    heartbeatSeconds: 20,
    expireInSeconds: 600,
    deadLetter: 'dealer-import-lost',
    pollSeconds: 0.5,
    retryPollSeconds: 30,
    jobsPerBatch: 1,
  },
  // An interrupted job runs again; rows that it had already imported then count as unchanged. The server node that runs a
  // job sends a heartbeat every ten seconds. When no heartbeat arrives for twenty seconds, another server node retries the
  // job after 5, 10, 20 … seconds.
  'dealer-import': {
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    heartbeatSeconds: 20,
    expireInSeconds: 6 * 3_600,
    deadLetter: 'dealer-import-lost',
    pollSeconds: 1,
    retryPollSeconds: 30,
    jobsPerBatch: 1,
  },
  'import-clean-up': { policy: 'stately', retryLimit: 0, expireInSeconds: 300, cron: '11 * * * *', pollSeconds: 30 },
  'demo-gallery': { policy: 'stately', retryLimit: 5, retryDelay: 30, retryBackoff: true, expireInSeconds: 120 },
};

export const jobNames = Object.keys(queueOptionsByName) as JobName[];
