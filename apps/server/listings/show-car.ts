import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { saveShown } from '@carhouse/database/listings/hidden-listings';
import type { Actor } from '@carhouse/domain/account/account';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { listingLifecycle } from '@carhouse/domain/listing/listing-lifecycle';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { lockManagedListing } from './authorise-owner.ts';

/**
 * Puts a hidden listing on sale again for an admin. Its position in lists is the same as before. Bookings that were
 * cancelled stay cancelled.
 * @returns 0 when the listing is already on sale.
 * @throws DomainError NOT_FOUND, CAR_ALREADY_SOLD, ILLEGAL_TRANSITION (the listing is not hidden), and the errors of
 * `authoriseAdmin`.
 */
export async function showCar(context: Context, actor: Actor, id: string): Promise<0 | 1> {
  return inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const car = await lockManagedListing(trx, admin, id);
    if (car.status === 'available') return 0;
    const after = advance(listingLifecycle, car.status, 'show', 'admin');
    await saveShown(trx, car.id, context.now());
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      action: 'show',
      noun: 'listing',
      nounId: car.id,
      before: { status: car.status },
      after: { status: after },
    });
    return 1;
  });
}
