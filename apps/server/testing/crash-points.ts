import type { CardProvider } from '@carhouse/payments/card-provider';
import type pg from 'pg';

/**
 * Points at which a test node kills itself: several inside a payment (docs/reliability.md, payment), and one between
 * the COMMIT of a new record and the response. At the two other points of a payment, "client confirmed" and "answer
 * sent", the test kills the process, because both are visible from outside.
 */
export const crashPoints = [
  'attempt-committed',
  'provider-called',
  'intent-stored',
  'event-stored',
  'settle-uncommitted',
  'settle-committed',
  'event-processed',
  'listing-committed',
  'account-committed',
  'booking-committed',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** Returns a card provider client that kills the node just before or just after it has opened a charge. */
export function createCrashingProvider(provider: CardProvider, crashPoint: CrashPoint): CardProvider {
  return {
    ...provider,
    openIntent: async (charge) => {
      if (crashPoint === 'attempt-committed') await killProcess();
      const intent = await provider.openIntent(charge);
      if (crashPoint === 'provider-called') await killProcess();
      return intent;
    },
  };
}

/** The crash point after the COMMIT of a transaction that inserted a row into this table. */
const crashPointByInsertedTable: Readonly<Record<string, CrashPoint>> = {
  payment: 'settle-committed',
  listing: 'listing-committed',
  account: 'account-committed',
  booking: 'booking-committed',
};

/** Makes a pool kill the process as soon as the statement of the crash point has been executed. */
export function createCrashingPool(pool: pg.Pool, wantedCrashPoint: CrashPoint): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    let crashPointAtCommit: CrashPoint | undefined;
    const watchedQuery = async (...args: unknown[]): Promise<unknown> => {
      const [statement] = args;
      const text =
        typeof statement === 'string' ? statement : ((statement as { text?: string } | undefined)?.text ?? '');
      const result = await query(...args);
      const table = /^\s*insert into "?(\w+)"? /i.exec(text)?.[1] ?? '';
      crashPointAtCommit = crashPointByInsertedTable[table] ?? crashPointAtCommit;
      const isCrashPointReached =
        (wantedCrashPoint === 'intent-stored' && /^update "payment_attempt" set "intent_id"/.test(text)) ||
        (wantedCrashPoint === 'event-stored' && /insert into webhook_event/i.test(text)) ||
        (wantedCrashPoint === 'settle-uncommitted' && table === 'payment') ||
        (wantedCrashPoint === 'event-processed' && /^update webhook_event set processed_at/i.test(text)) ||
        (wantedCrashPoint === crashPointAtCommit && /^commit$/i.test(text));
      if (/^(commit|rollback)$/i.test(text)) crashPointAtCommit = undefined;
      if (isCrashPointReached) await killProcess();
      return result;
    };
    Object.assign(client, { query: watchedQuery });
  });
}

/** Ends the process like `kill -9`: nothing is flushed, and no client gets an answer. */
export function killProcess(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}
