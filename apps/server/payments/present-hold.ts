import type { CurrentHold } from '@carhouse/contract/holds';
import type { CurrentHold as HoldRow } from '@carhouse/database/payments/current-holds';
import { dollarsFromCents } from '@carhouse/domain/money/money';

/** Returns a hold as the admins' list contains it, with the names of users but without their e-mail addresses. */
export function presentHold(row: HoldRow): CurrentHold {
  return {
    _id: row.id,
    listingId: row.listingId,
    productCategory: row.brand,
    productModel: row.title,
    amount: dollarsFromCents(row.amount),
    buyer: { _id: row.buyerId, name: row.buyerName, holdsOfDay: row.holdsOfDay },
    sellerName: row.sellerName,
    heldFrom: row.from.toISOString(),
    endsAt: row.until.toISOString(),
  };
}
