import type { BankPartAnswer, ListedBankPart as ListedBankPartAnswer } from '@carhouse/contract/bank-parts';
import type { ListedBankPart } from '@carhouse/database/payments/bank-parts';
import type { AccountId } from '@carhouse/domain/account/account';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import type { BankPart } from '@carhouse/domain/payment/bank-part';

type Parties = { readonly buyerId: AccountId; readonly sellerId: AccountId };

/** Returns a bank part as its reader may see it: the buyer, the seller or an admin. */
export function presentBankPart(part: BankPart, { buyerId, sellerId }: Parties, readerId: AccountId): BankPartAnswer {
  const { refusal, refusedBy, refusedAt } = part;
  return {
    amount: dollarsFromCents(part.amount),
    state: part.state,
    bank: part.bank,
    buyerReference: part.buyerReference,
    statedAt: part.statedAt?.toISOString() ?? null,
    sellerReference: part.sellerReference,
    receivedAt: part.receivedAt?.toISOString() ?? null,
    confirmedAt: part.confirmedAt?.toISOString() ?? null,
    refusal:
      refusal === null || refusedAt === null
        ? null
        : {
            reason: refusal,
            by: refusedBy === buyerId ? 'buyer' : refusedBy === sellerId ? 'seller' : 'admin',
            at: refusedAt.toISOString(),
          },
    returnReference: part.returnReference,
    sentBackAt: part.sentBackAt?.toISOString() ?? null,
    returnReason: part.returnReason,
    returnRecordedByMe: part.returnRecordedBy === readerId,
    returnedAt: part.returnedAt?.toISOString() ?? null,
  };
}

export function presentListedBankPart(part: ListedBankPart, readerId: AccountId): ListedBankPartAnswer {
  return {
    ...presentBankPart(part, part, readerId),
    _id: part.id,
    bookingId: part.bookingId,
    productCategory: part.brand,
    productModel: part.title,
    price: dollarsFromCents(part.price),
    buyerName: part.buyerName,
    sellerName: part.sellerName,
    sellerGone: part.isSellerInactive,
    buyerGone: part.isBuyerInactive,
    since: part.stateSince.toISOString(),
  };
}
