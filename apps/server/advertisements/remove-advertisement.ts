import { countAdvertisedCars } from '@carhouse/database/accounts/sellers';
import { deleteAdvertisement } from '@carhouse/database/advertisements/advertisements';
import { recordAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { Account } from '@carhouse/domain/account/account';
import { findSharedLimitStart, judgeSellerTrust } from '@carhouse/domain/account/seller-trust';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Context } from '../context.ts';

/**
 * Ends the advertisement of a listing that returns to sale, when its seller has reached their limit of advertisements.
 * Without this rule, a seller could exceed the limit: withdraw an advertised listing, advertise another one, and relist
 * the first. The caller must have locked the seller, and the listing must not be on sale yet.
 */
export async function removeExcessAdvertisement(
  context: Context,
  trx: Transaction,
  seller: Account,
  id: ListingId,
): Promise<void> {
  const rules = context.config.trust;
  const { advertisements } = judgeSellerTrust(seller, rules, context.now());
  const sellers = { sellerId: seller.id, accountsCountedSince: findSharedLimitStart(seller, rules, context.now()) };
  if ((await countAdvertisedCars(trx, sellers, advertisements)) < advertisements) return;
  if (!(await deleteAdvertisement(trx, id))) return;
  await recordAudit(context, trx, {
    actorId: seller.id,
    action: 'end-advertisement',
    noun: 'listing',
    nounId: id,
    before: { advertised: true },
    after: { advertised: false },
  });
}
