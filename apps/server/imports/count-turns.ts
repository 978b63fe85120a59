import { countCallAgainstLimits } from '@carhouse/database/requests/rate-counts';
import type { AccountId } from '@carhouse/domain/account/account';
import type { Context } from '../context.ts';

/** Milliseconds for which the imports of one network or seller are counted. */
const countingWindowMs = 15 * 60_000;
/** Maximum number by which earlier imports lower the priority of an import. */
const largestQueuePlace = 999;
/**
 * The priority of a new seller's imports, before earlier imports are subtracted. Anybody can create accounts, so
 * imports of new sellers wait for the imports of trusted sellers and for imports that an admin has approved.
 */
const newSellerPriority = -1_000;

/**
 * Returns the priority of the next import among sellers of the same kind. The priority is 0 for the first import of a
 * network or seller within a quarter of an hour, and one less for each further import. Networks and sellers are
 * therefore served in rotation, and many accounts from one network delay another seller by only one import.
 * @param network a hash of the client's network.
 * @returns 0 to -999; for a new seller -1000 to -1999.
 */
export async function computeQueuePlace(
  { pool, now }: Pick<Context, 'pool' | 'now'>,
  queueName: 'import files' | 'import work',
  uploader: { readonly network: string; readonly sellerId: AccountId },
): Promise<number> {
  const currentTime = now();
  const endsAt = new Date(currentTime.getTime() + countingWindowMs);
  const subjects = [uploader.network, `account:${uploader.sellerId}`];
  const countedCalls = await countCallAgainstLimits(
    pool,
    subjects.map((subject) => ({ limit: queueName, subject, endsAt, times: 1 })),
    currentTime,
  );
  return -Math.min(Math.max(...countedCalls.map(({ count }) => count)) - 1, largestQueuePlace);
}

/**
 * Returns the priority of a seller's background job: 0 to -999, or -1000 to -1999 for a new seller.
 * @param queuePlace the result of `computeQueuePlace`.
 * @param isNewSeller whether the seller is new
 */
export function computePriority(queuePlace: number, isNewSeller: boolean): number {
  return isNewSeller ? newSellerPriority + queuePlace : queuePlace;
}
