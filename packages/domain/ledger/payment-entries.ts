import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import type { Fee } from '../fee/fee-rule.ts';
import { type Cents, cents } from '../money/money.ts';
import type { BankPart } from '../payment/bank-part.ts';
import type { PaymentId, RefundId } from '../payment/payment.ts';
import { computeSellerShare } from '../sale/sale.ts';
import {
  type LedgerEntry,
  type LedgerParty,
  makeMovePostings,
  type Posting,
  reversePostings,
  type SignedCents,
} from './ledger-entry.ts';

/** The entries that charges, sales, refunds and disputes make. */

const providerBalanceParty: LedgerParty = { account: 'provider_balance', ownerId: null };
const refund: LedgerParty = { account: 'refund', ownerId: null };
const dispute: LedgerParty = { account: 'dispute', ownerId: null };
const providerFeeParty: LedgerParty = { account: 'provider_fee', ownerId: null };
const lossParty: LedgerParty = { account: 'loss', ownerId: null };
const feeParty: LedgerParty = { account: 'fee', ownerId: null };
const gstParty: LedgerParty = { account: 'gst', ownerId: null };
const noFee: Fee = { fee: 0n as Cents, gst: 0n as Cents };
const makeBuyerParty = (ownerId: AccountId): LedgerParty => ({ account: 'buyer', ownerId });
const makeSellerPayableParty = (ownerId: AccountId): LedgerParty => ({ account: 'seller_payable', ownerId });

/** The data that all entries about one order have in common. */
export type OrderMoneyData = {
  readonly bookingId: BookingId;
  readonly buyerId: AccountId;
  readonly amount: Cents;
  readonly currency: string;
};

function makeEntry(
  cause: LedgerEntry['cause'],
  causeId: string,
  { bookingId, currency }: Pick<OrderMoneyData, 'bookingId' | 'currency'>,
  postings: readonly Posting[],
): LedgerEntry {
  return { cause, causeId, bookingId, currency, postings };
}

/** A charge has succeeded: the provider holds the money, and Car House owes it to the buyer until a sale. */
export function makeChargeEntry(order: OrderMoneyData, intentId: string): LedgerEntry {
  return makeEntry(
    'charge',
    intentId,
    order,
    makeMovePostings(order.amount, providerBalanceParty, makeBuyerParty(order.buyerId)),
  );
}

/** A recorded charge turns out not to exist at the provider, so its entry is undone. */
export function makeVoidChargeEntry(order: OrderMoneyData, paymentId: PaymentId): LedgerEntry {
  return makeEntry(
    'charge-void',
    paymentId,
    order,
    makeMovePostings(order.amount, makeBuyerParty(order.buyerId), providerBalanceParty),
  );
}

/** A recorded charge turns out not to exist at the provider after its refund has become due. */
export function makeVoidRefundedChargeEntry(order: OrderMoneyData, paymentId: PaymentId): LedgerEntry {
  return makeEntry('charge-void', paymentId, order, makeMovePostings(order.amount, refund, providerBalanceParty));
}

/**
 * A car is sold: Car House owes the seller what the buyer has paid here, less the fee and the GST on the fee. A fee
 * on the whole price can exceed the amount that was paid here; the seller then owes Car House the rest of the fee.
 * @param bankPart the part of the price that a bank or a loan has paid to the seller.
 */
export function makeSaleEntry(
  order: OrderMoneyData & { readonly sellerId: AccountId },
  paymentId: PaymentId,
  { fee, gst }: Fee = noFee,
  bankPart: Cents = cents(0),
): LedgerEntry {
  const makeCreditPosting = (party: LedgerParty, amount: bigint): Posting => ({
    ...party,
    amount: -amount as SignedCents,
  });
  const share = computeSellerShare({ price: order.amount, bankPart, fee, gst });
  const paidHere = order.amount - bankPart;
  const debt = fee + gst + share - paidHere;
  const postings = [
    { ...makeBuyerParty(order.buyerId), amount: paidHere as SignedCents },
    { account: 'seller_debt' as const, ownerId: order.sellerId, amount: debt as SignedCents },
    makeCreditPosting(makeSellerPayableParty(order.sellerId), share),
    makeCreditPosting(feeParty, fee),
    makeCreditPosting(gstParty, gst),
  ];
  return makeEntry(
    'sale',
    paymentId,
    order,
    postings.filter(({ amount }) => amount !== 0n),
  );
}

/** The data of a bank part that its entries need. */
export type BankPartMoneyData = Pick<BankPart, 'partId' | 'bookingId' | 'amount'> & {
  readonly buyerId: AccountId;
  readonly sellerId: AccountId;
  readonly currency: string;
};

/**
 * A bank has paid a part of the price to the seller. Car House never has the money; the entry only records the payment.
 */
export function makeBankPartEntry(part: BankPartMoneyData): LedgerEntry {
  return makeEntry(
    'bank-part',
    part.partId,
    part,
    makeMovePostings(part.amount, makeBankReceivedParty(part), makeBankPaidParty(part)),
  );
}

/** The seller has sent a bank's money back to the bank. */
export function makeReturnedBankPartEntry(part: BankPartMoneyData): LedgerEntry {
  return makeEntry(
    'bank-part-returned',
    part.partId,
    part,
    makeMovePostings(part.amount, makeBankPaidParty(part), makeBankReceivedParty(part)),
  );
}

const makeBankPaidParty = ({ buyerId }: BankPartMoneyData): LedgerParty => ({ account: 'bank_paid', ownerId: buyerId });
const makeBankReceivedParty = ({ sellerId }: BankPartMoneyData): LedgerParty => ({
  account: 'bank_received',
  ownerId: sellerId,
});

/** A sale is undone: whatever the sale has posted, fees included, is reversed. */
export function makeUndoneSaleEntry(
  order: OrderMoneyData,
  paymentId: PaymentId,
  salePostings: readonly Posting[],
): LedgerEntry {
  return makeEntry('sale-undone', paymentId, order, reversePostings(salePostings));
}

/** A buyer has forfeited a part of a deposit: Car House owes it to the seller. */
export function makeForfeitEntry(
  order: OrderMoneyData & { readonly sellerId: AccountId },
  paymentId: PaymentId,
): LedgerEntry {
  return makeEntry(
    'deposit-forfeited',
    paymentId,
    order,
    makeMovePostings(order.amount, makeBuyerParty(order.buyerId), makeSellerPayableParty(order.sellerId)),
  );
}

/**
 * The forfeit of a part of a deposit is undone, because Car House lost a dispute and the buyer got this money back. Car
 * House no longer owes the money to the seller, so the lost dispute is no loss of Car House.
 */
export function makeUndoneForfeitEntry(
  order: OrderMoneyData & { readonly sellerId: AccountId },
  paymentId: PaymentId,
): LedgerEntry {
  return makeEntry(
    'deposit-undone',
    paymentId,
    order,
    makeMovePostings(order.amount, makeSellerPayableParty(order.sellerId), lossParty),
  );
}

/** Money of a buyer must be refunded. */
export function makeDueRefundEntry(order: OrderMoneyData, refundId: RefundId): LedgerEntry {
  return makeEntry(
    'refund-due',
    refundId,
    order,
    makeMovePostings(order.amount, makeBuyerParty(order.buyerId), refund),
  );
}

/** The data of a refund that its entries need. */
export type RefundMoneyData = Omit<OrderMoneyData, 'buyerId'> & {
  readonly refundId: RefundId;
  /** Number of times that the refund was requested again at the provider after it had failed, plus one. */
  readonly round: number;
};

/** The provider has made a refund. */
export function makePaidRefundEntry(order: RefundMoneyData): LedgerEntry {
  return makeEntry(
    'refund-paid',
    makeRefundRoundId(order),
    order,
    makeMovePostings(order.amount, refund, providerBalanceParty),
  );
}

/** The buyer's bank has returned a refund, so Car House owes the money again. */
export function makeReturnedRefundEntry(order: RefundMoneyData): LedgerEntry {
  return makeEntry(
    'refund-returned',
    makeRefundRoundId(order),
    order,
    makeMovePostings(order.amount, providerBalanceParty, refund),
  );
}

/**
 * A refund is no longer owed, because the buyer has received the money through a lost dispute. The lost dispute is
 * therefore no loss of Car House.
 */
export function makeVoidRefundEntry(order: RefundMoneyData): LedgerEntry {
  return makeEntry('refund-void', order.refundId, order, makeMovePostings(order.amount, refund, lossParty));
}

function makeRefundRoundId({ refundId, round }: RefundMoneyData): string {
  return `${refundId}:${round}`;
}

/**
 * The provider has taken its fee for a charge or a dispute from the balance. A negative fee is a fee that the provider
 * gives back.
 * @param movementId the provider's id of the movement of the balance.
 */
export function makeProviderFeeEntry(
  order: Pick<OrderMoneyData, 'bookingId' | 'currency'>,
  movementId: string,
  fee: bigint,
): LedgerEntry {
  const postings = [
    { ...providerFeeParty, amount: fee as SignedCents },
    { ...providerBalanceParty, amount: -fee as SignedCents },
  ];
  return makeEntry('charge-fee', movementId, order, postings);
}

/** Where the money of a dispute is: still with Car House, withdrawn by the bank while it decides, or lost. */
export type DisputedMoneyPlace = 'kept' | 'withdrawn' | 'lost';

/**
 * Where the money of a dispute is, by the provider's status of the dispute (Stripe, `status` of a Dispute). An inquiry,
 * whose status begins with `warning_`, withdraws nothing. A won or prevented dispute returns the money.
 */
export function locateDisputedMoney(status: string): DisputedMoneyPlace {
  if (status === 'lost') return 'lost';
  if (status === 'won' || status === 'prevented' || status.startsWith('warning_')) return 'kept';
  return 'withdrawn';
}

/**
 * Returns the entries of a dispute whose money has moved from the place `from` to the place `to`; lost money does not
 * come back.
 */
export function makeDisputeEntries(
  order: Omit<OrderMoneyData, 'buyerId'>,
  disputeId: string,
  from: DisputedMoneyPlace,
  to: DisputedMoneyPlace,
): readonly LedgerEntry[] {
  if (from === to || from === 'lost') return [];
  const withdrawal = makeEntry(
    'dispute-withdrawn',
    disputeId,
    order,
    makeMovePostings(order.amount, dispute, providerBalanceParty),
  );
  const lossEntry = makeEntry('dispute-lost', disputeId, order, makeMovePostings(order.amount, lossParty, dispute));
  if (to === 'kept') {
    return [
      makeEntry('dispute-returned', disputeId, order, makeMovePostings(order.amount, providerBalanceParty, dispute)),
    ];
  }
  if (to === 'withdrawn') return [withdrawal];
  return from === 'kept' ? [withdrawal, lossEntry] : [lossEntry];
}
