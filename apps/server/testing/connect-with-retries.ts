import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

const tryCountMaximum = 40;

/**
 * Waits until a pool has its first connection. The pool's timeout of 800 ms suits requests, but processes that start
 * together on a busy machine need longer.
 * @throws the error of the last try, after about half a minute.
 */
export async function connectWithRetries(pool: pg.Pool): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await pool.query('SELECT 1');
      return;
    } catch (error) {
      if (attempt === tryCountMaximum) throw error;
      await wait(50);
    }
  }
}
