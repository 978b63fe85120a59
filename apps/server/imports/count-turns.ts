import { countCalls } from '@carhouse/database/requests/rate-counts';
import type { AccountId } from '@carhouse/domain/account/account';
import type { Context } from '../context.ts';

/** Work of one network, and of one seller, is counted for so many milliseconds. */
const placeWindow = 15 * 60_000;
/** Beyond it all wait alike. */
const lastPlace = 999;
/** New accounts cost nothing: all their work waits for the work of sellers who are known, and for what an admin has released. */
const newSellerPriority = -1_000;

/**
 * The priority of the next work on imports: 0 for the first of a quarter of an hour, lower for each further one of the same network or the
 * same seller. Networks and sellers take turns by it, so that many accounts from one place delay a seller elsewhere by one import.
 * @param network a hash of the client's network. @returns 0 to -999; of a new seller -1000 to -1999.
 */
export async function placeInQueue(
  { pool, now }: Pick<Context, 'pool' | 'now'>,
  queue: 'import files' | 'import work',
  by: { readonly network: string; readonly sellerId: AccountId },
): Promise<number> {
  const at = now();
  const endsAt = new Date(at.getTime() + placeWindow);
  // the network first: two sellers of one network lock it in the same order
  const subjects = [by.network, `account:${by.sellerId}`];
  const counted = await countCalls(
    pool,
    subjects.map((subject) => ({ limit: queue, subject, endsAt })),
    at,
  );
  return -Math.min(Math.max(...counted.map(({ count }) => count)) - 1, lastPlace);
}

/** The priority of work of a seller. @param place what `placeInQueue` answers. */
export function priorityOf(place: number, isNew: boolean): number {
  return isNew ? newSellerPriority + place : place;
}
