import { countCalls } from '@carhouse/database/requests/rate-counts';
import type { AccountId } from '@carhouse/domain/account/account';
import type { Context } from '../context.ts';

/** Milliseconds for which the imports of one network or seller are counted. */
const countingWindowMs = 15 * 60_000;
/** Number of earlier imports that can lower the priority. Imports after more earlier ones have equal priority. */
const lowestPlaceInQueue = 999;
/**
 * Accounts can be created freely, so the imports of new sellers wait for those of known sellers and for imports that an
 * admin has approved.
 */
const newSellerPriority = -1_000;

/**
 * Returns the queue position of the next import: 0 for the first in a quarter of an hour, and one less for each further
 * import of the same network or seller. Networks and sellers therefore take turns, and many accounts from one network delay
 * another seller by one import only.
 * @param network a hash of the client's network.
 * @returns 0 to -999; for a new seller -1000 to -1999.
 */
export async function placeInQueue(
  { pool, now }: Pick<Context, 'pool' | 'now'>,
  queue: 'import files' | 'import work',
  by: { readonly network: string; readonly sellerId: AccountId },
): Promise<number> {
  const at = now();
  const endsAt = new Date(at.getTime() + countingWindowMs);
  const subjects = [by.network, `account:${by.sellerId}`];
  const counted = await countCalls(
    pool,
    subjects.map((subject) => ({ limit: queue, subject, endsAt, times: 1 })),
    at,
  );
  return -Math.min(Math.max(...counted.map(({ count }) => count)) - 1, lowestPlaceInQueue);
}

/**
 * Returns the priority of a seller's background job: 0 to -999, or -1000 to -1999 for a new seller.
 * @param place the result of `placeInQueue`.
 */
export function priorityOf(place: number, isNew: boolean): number {
  return isNew ? newSellerPriority + place : place;
}
