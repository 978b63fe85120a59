import type { CardProvider } from '@carhouse/payments/card-provider';
import type pg from 'pg';

/**
 * Moments inside a payment in which a test node kills itself (RELIABILITY §2.1). The two others, "client confirmed" and
 * "answer sent", are seen from outside, where the test kills the process.
 */
export const crashPoints = [
  'attempt-committed',
  'provider-called',
  'intent-stored',
  'event-stored',
  'settle-committed',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** The card provider of a node that dies just before or just after it has opened a charge. */
export function crashingProvider(provider: CardProvider, point: CrashPoint): CardProvider {
  return {
    ...provider,
    openIntent: async (given) => {
      if (point === 'attempt-committed') await die();
      const intent = await provider.openIntent(given);
      if (point === 'provider-called') await die();
      return intent;
    },
  };
}

/** Makes a pool end the process as soon as the statement of the point is done; that of a settlement is its COMMIT. */
export function crashingPool(pool: pg.Pool, point: CrashPoint): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    let settling = false;
    const watched = async (...given: unknown[]): Promise<unknown> => {
      const [first] = given;
      const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');
      const result = await query(...given);
      if (/^insert into "payment" /.test(text)) settling = true;
      const reached =
        (point === 'intent-stored' && /^update "payment_attempt" set "intent_id"/.test(text)) ||
        (point === 'event-stored' && /^insert into "webhook_event"/.test(text)) ||
        (point === 'settle-committed' && settling && /^commit$/i.test(text));
      if (/^(commit|rollback)$/i.test(text)) settling = false;
      if (reached) await die();
      return result;
    };
    Object.assign(client, { query: watched });
  });
}

/** As `kill -9` from outside: nothing is flushed, nobody is told. */
function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}
