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
  | 'provider-disconnected';

/** What each kind of job is told. Data is stored as JSON: ids and keys, never people's data. */
export type JobData = {
  /** Mails a link; to nobody when there is no such account, so that asking costs the same. */
  'account-link': { readonly purpose: LinkPurpose; readonly accountId: AccountId | null };
  /** Mails a person that their account was changed. */
  'account-notice': { readonly notice: NoticeName; readonly accountId: AccountId };
  /** Removes sessions, links and counters that have run out. */
  'account-clean-up': Record<string, never>;
  /** Makes the AVIF files of an uploaded picture. */
  'picture-avif': { readonly key: string };
  /** Proposes the columns of a dealer's file that has come in. */
  'import-examination': { readonly importId: ImportId };
  /** Does what a dealer's import is to do next: its state says what. */
  'dealer-import': { readonly importId: ImportId };
  /** Says of an import that was cut off too often that it has stopped. */
  'dealer-import-lost': { readonly importId: ImportId };
  /** Removes imports that are old, and files that never came to their end. */
  'import-clean-up': Record<string, never>;
  /** Removes pictures that nobody shows. */
  'picture-collection': Record<string, never>;
  /** Draws the further views of the next demo cars, behind one of them. */
  'demo-gallery': { readonly after: string | null };
};

export type JobName = keyof JobData;

export type JobQueueOptions = Omit<Queue, 'name' | 'deadLetter' | 'partition'> & {
  /** The queue above this one that is told what has failed for the last time. */
  readonly deadLetter?: JobName;
  /** Jobs that a node takes at a time and does one after the other; five where nothing is said. */
  readonly atOnce?: number;
  /** Runs by the clock too, on one node only: five fields of cron in UTC. */
  readonly cron?: string;
  /** Seconds between two looks into the queue. */
  readonly pollSeconds?: number;
};

/** The queues and how they are tried again; one that is told of the failures of another stands above it. A new kind of job is a line in JobData, here, and a handler in start-jobs.ts. */
export const queues: { readonly [Name in JobName]: JobQueueOptions } = {
  // a mail server that does not answer is asked again after 20, 40, 80 … seconds, for about an hour
  'account-link': { retryLimit: 8, retryDelay: 20, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 120 },
  'account-notice': { retryLimit: 8, retryDelay: 20, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 120 },
  'account-clean-up': { policy: 'stately', retryLimit: 0, expireInSeconds: 300, cron: '41 * * * *', pollSeconds: 30 },
  // a store that does not answer is asked again after 15, 30, 60 … seconds
  'picture-avif': { retryLimit: 8, retryDelay: 15, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 120 },
  'picture-collection': { policy: 'stately', retryLimit: 0, expireInSeconds: 600, cron: '23 * * * *', pollSeconds: 30 },
  'dealer-import-lost': { retryLimit: 8, retryDelay: 15, expireInSeconds: 60 },
  // A queue of its own, so that nobody waits for an import to see the columns of a list. A node does one of each queue at a time, and a
  // seller has one in each at the most.
  'import-examination': {
    retryLimit: 3,
    retryDelay: 2,
    heartbeatSeconds: 20,
    expireInSeconds: 600,
    deadLetter: 'dealer-import-lost',
    pollSeconds: 0.5,
    atOnce: 1,
  },
  // What was cut off is done again: rows that came in are then unchanged. A node that does one says every ten seconds that it lives; after
  // twenty of silence another one, or the same after its next start, takes it on after 5, 10, 20 … seconds.
  'dealer-import': {
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    heartbeatSeconds: 20,
    expireInSeconds: 6 * 3_600,
    deadLetter: 'dealer-import-lost',
    pollSeconds: 1,
    atOnce: 1,
  },
  'import-clean-up': { policy: 'stately', retryLimit: 0, expireInSeconds: 300, cron: '11 * * * *', pollSeconds: 30 },
  // one round waits for the next look into the queue: a car every two seconds
  'demo-gallery': { policy: 'stately', retryLimit: 5, retryDelay: 30, retryBackoff: true, expireInSeconds: 120 },
};

export const jobNames = Object.keys(queues) as JobName[];
