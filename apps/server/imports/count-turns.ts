import { countCalls } from '@carhouse/database/requests/rate-counts';
import type { AccountId } from '@carhouse/domain/account/account';
import type { Context } from '../context.ts';

/** Milliseconds for which the work of one network or seller is counted. */
const placeWindow = 15 * 60_000;
/** Number of earlier works up to which each one lowers the priority. Beyond it priorities are equal. */
const lastPlace = 999;
/** New accounts are free, so their work waits for that of known sellers and of imports that an admin has approved. */
const newSellerPriority = -1_000;

/**
 * The priority of the next import work: 0 for the first in a quarter of an hour, lower for each further one of the same
 * network or seller. So networks and sellers take turns, and many accounts from one network delay another seller by one
 * import only.
 * @param network a hash of the client's network. @returns 0 to -999; for a new seller -1000 to -1999.
 */
export async function placeInQueue(
  { pool, now }: Pick<Context, 'pool' | 'now'>,
  queue: 'import files' | 'import work',
  by: { readonly network: string; readonly sellerId: AccountId },
): Promise<number> {
  const at = now();
  const endsAt = new Date(at.getTime() + placeWindow);
  const subjects = [by.network, `account:${by.sellerId}`];
  const counted = await countCalls(
    pool,
    subjects.map((subject) => ({ limit: queue, subject, endsAt })),
    at,
  );
  return -Math.min(Math.max(...counted.map(({ count }) => count)) - 1, lastPlace);
}

/** The priority of a seller's background work. @param place the result of `placeInQueue`. */
export function priorityOf(place: number, isNew: boolean): number {
  return isNew ? newSellerPriority + place : place;
}
