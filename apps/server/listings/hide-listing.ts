import type { Actor } from '@carhouse/domain/account/account';
import type { Context } from '../context.ts';
import { settleReports } from '../reports/settle-reports.ts';
import { lockHideableListing } from './authorise-owner.ts';
import { takeOffSaleDespiteHold } from './change-despite-hold.ts';
import { removeFromSale } from './remove-from-sale.ts';

/**
 * Hides a listing that is a draft, on sale, withdrawn, or marked as sold by its seller. An admin can take a listing off
 * sale only by hiding it. Only its seller and admins can see a hidden listing, and only an admin can put it on sale
 * again. Its open bookings are cancelled, and their buyers get a mail. When a buyer is paying, their hold is ended. The
 * seller can read the reason (decision 0062). Open reports about the listing are upheld.
 * @param reason 1 to 300 characters.
 * @returns 0 when the listing is already hidden.
 * @throws DomainError NOT_FOUND, CAR_ALREADY_SOLD (a user has paid for it), and the errors of `authoriseAdmin`.
 */
export async function hideListing(context: Context, actor: Actor, id: string, reason: string): Promise<0 | 1> {
  return takeOffSaleDespiteHold(context, actor, id, 'The car is hidden.', async (trx, admin) => {
    const car = await lockHideableListing(trx, admin, id);
    if (car.status === 'hidden') return { kind: 'done', value: 0 };
    const removal = {
      event: 'hide',
      reason: 'Car House no longer shows this car.',
      reasonForSeller: reason,
    } as const;
    const outcome = await removeFromSale(context, trx, admin, car, removal);
    if (outcome.kind === 'done') await settleReports(context, trx, admin, { listingId: car.id });
    return outcome;
  });
}
