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
  movePostings,
  type Posting,
  reversePostings,
  type SignedCents,
} from './ledger-entry.ts';

/** The entries that charges, sales, refunds and disputes make. */

const providerBalance: LedgerParty = { account: 'provider_balance', ownerId: null };
const refund: LedgerParty = { account: 'refund', ownerId: null };
const dispute: LedgerParty = { account: 'dispute', ownerId: null };
const providerFee: LedgerParty = { account: 'provider_fee', ownerId: null };
const loss: LedgerParty = { account: 'loss', ownerId: null };
const earnedFee: LedgerParty = { account: 'fee', ownerId: null };
const owedTax: LedgerParty = { account: 'gst', ownerId: null };
const noFee: Fee = { fee: 0n as Cents, gst: 0n as Cents };
const owedToBuyer = (ownerId: AccountId): LedgerParty => ({ account: 'buyer', ownerId });
const owedToSeller = (ownerId: AccountId): LedgerParty => ({ account: 'seller_payable', ownerId });

/** The data that all entries about one order share. */
export type MoneyOfOrder = {
  readonly bookingId: BookingId;
  readonly buyerId: AccountId;
  readonly amount: Cents;
  readonly currency: string;
};

function makeEntry(
  cause: LedgerEntry['cause'],
  causeId: string,
  { bookingId, currency }: Pick<MoneyOfOrder, 'bookingId' | 'currency'>,
  postings: readonly Posting[],
): LedgerEntry {
  return { cause, causeId, bookingId, currency, postings };
}

/** A charge has succeeded: the provider holds the money, and Car House owes it to the buyer until a sale. */
export function makeChargeEntry(order: MoneyOfOrder, intentId: string): LedgerEntry {
  return makeEntry('charge', intentId, order, movePostings(order.amount, providerBalance, owedToBuyer(order.buyerId)));
}

/** A recorded charge turns out not to exist at the provider, so its entry is undone. */
export function makeVoidChargeEntry(order: MoneyOfOrder, paymentId: PaymentId): LedgerEntry {
  return makeEntry(
    'charge-void',
    paymentId,
    order,
    movePostings(order.amount, owedToBuyer(order.buyerId), providerBalance),
  );
}

/** A recorded charge turns out not to exist at the provider after its refund has become due. */
export function makeVoidRefundedChargeEntry(order: MoneyOfOrder, paymentId: PaymentId): LedgerEntry {
  return makeEntry('charge-void', paymentId, order, movePostings(order.amount, refund, providerBalance));
}

/**
 * A car is sold: Car House owes what the buyer has paid here, less the fee and the GST on the fee, to the seller. A fee on
 * the whole price can be more than what was paid here; the rest of it is then a debt of the seller.
 * @param bankPart the part of the price that a bank or a loan has paid to the seller.
 */
export function makeSaleEntry(
  order: MoneyOfOrder & { readonly sellerId: AccountId },
  paymentId: PaymentId,
  { fee, gst }: Fee = noFee,
  bankPart: Cents = cents(0),
): LedgerEntry {
  const makeCredit = (party: LedgerParty, amount: bigint): Posting => ({ ...party, amount: -amount as SignedCents });
  const share = computeSellerShare({ price: order.amount, bankPart, fee, gst });
  const paidHere = order.amount - bankPart;
  const debt = fee + gst + share - paidHere;
  const postings = [
    { ...owedToBuyer(order.buyerId), amount: paidHere as SignedCents },
    { account: 'seller_debt' as const, ownerId: order.sellerId, amount: debt as SignedCents },
    makeCredit(owedToSeller(order.sellerId), share),
    makeCredit(earnedFee, fee),
    makeCredit(owedTax, gst),
  ];
  return makeEntry(
    'sale',
    paymentId,
    order,
    postings.filter(({ amount }) => amount !== 0n),
  );
}

/** The data of a bank part that its entries need. */
export type MoneyOfBank = Pick<BankPart, 'partId' | 'bookingId' | 'amount'> & {
  readonly buyerId: AccountId;
  readonly sellerId: AccountId;
  readonly currency: string;
};

/** A bank has paid a part of the price to the seller. The money never was with Car House; the entry only notes it. */
export function makeBankPartEntry(part: MoneyOfBank): LedgerEntry {
  return makeEntry('bank-part', part.partId, part, movePostings(part.amount, bankReceived(part), bankPaid(part)));
}

/** The seller has sent the money of a bank back. */
export function makeReturnedBankPartEntry(part: MoneyOfBank): LedgerEntry {
  return makeEntry(
    'bank-part-returned',
    part.partId,
    part,
    movePostings(part.amount, bankPaid(part), bankReceived(part)),
  );
}

const bankPaid = ({ buyerId }: MoneyOfBank): LedgerParty => ({ account: 'bank_paid', ownerId: buyerId });
const bankReceived = ({ sellerId }: MoneyOfBank): LedgerParty => ({ account: 'bank_received', ownerId: sellerId });

/** A sale is undone: whatever the sale has posted, fees included, is reversed. */
export function makeUndoneSaleEntry(
  order: MoneyOfOrder,
  paymentId: PaymentId,
  salePostings: readonly Posting[],
): LedgerEntry {
  return makeEntry('sale-undone', paymentId, order, reversePostings(salePostings));
}

/** A buyer has forfeited a part of a deposit: Car House owes it to the seller. */
export function makeForfeitEntry(
  order: MoneyOfOrder & { readonly sellerId: AccountId },
  paymentId: PaymentId,
): LedgerEntry {
  return makeEntry(
    'deposit-forfeited',
    paymentId,
    order,
    movePostings(order.amount, owedToBuyer(order.buyerId), owedToSeller(order.sellerId)),
  );
}

/**
 * A forfeited part of a deposit is undone, because the buyer got its money back by a dispute that Car House lost: Car House no longer
 * owes it to the seller, so the lost dispute is no loss of Car House.
 */
export function makeUndoneForfeitEntry(
  order: MoneyOfOrder & { readonly sellerId: AccountId },
  paymentId: PaymentId,
): LedgerEntry {
  return makeEntry('deposit-undone', paymentId, order, movePostings(order.amount, owedToSeller(order.sellerId), loss));
}

/** Money of a buyer must be refunded. */
export function makeDueRefundEntry(order: MoneyOfOrder, refundId: RefundId): LedgerEntry {
  return makeEntry('refund-due', refundId, order, movePostings(order.amount, owedToBuyer(order.buyerId), refund));
}

/** The data of a refund that its entries need. */
export type RefundOfOrder = Omit<MoneyOfOrder, 'buyerId'> & {
  readonly refundId: RefundId;
  /** Number of times that the refund was requested again at the provider after it had failed, plus one. */
  readonly round: number;
};

/** The provider has made a refund. */
export function makePaidRefundEntry(order: RefundOfOrder): LedgerEntry {
  return makeEntry('refund-paid', roundOf(order), order, movePostings(order.amount, refund, providerBalance));
}

/** The buyer's bank has returned a refund, so Car House owes the money again. */
export function makeReturnedRefundEntry(order: RefundOfOrder): LedgerEntry {
  return makeEntry('refund-returned', roundOf(order), order, movePostings(order.amount, providerBalance, refund));
}

/**
 * A refund is no longer owed, because the buyer has the money by a lost dispute, so the lost dispute is no loss of Car
 * House.
 */
export function makeVoidRefundEntry(order: RefundOfOrder): LedgerEntry {
  return makeEntry('refund-void', order.refundId, order, movePostings(order.amount, refund, loss));
}

function roundOf({ refundId, round }: RefundOfOrder): string {
  return `${refundId}:${round}`;
}

/**
 * The provider has taken its fee for a charge or a dispute from the balance. A negative fee is a fee that the provider
 * gives back.
 * @param movementId the provider's id of the movement of the balance.
 */
export function makeProviderFeeEntry(
  order: Pick<MoneyOfOrder, 'bookingId' | 'currency'>,
  movementId: string,
  fee: bigint,
): LedgerEntry {
  const postings = [
    { ...providerFee, amount: fee as SignedCents },
    { ...providerBalance, amount: -fee as SignedCents },
  ];
  return makeEntry('charge-fee', movementId, order, postings);
}

/** Where the money of a dispute is: still with Car House, withdrawn by the bank while it decides, or lost. */
export type DisputedMoney = 'kept' | 'withdrawn' | 'lost';

/**
 * Where the money of a dispute is, by the provider's status of the dispute (Stripe, `status` of a Dispute). An inquiry,
 * whose status begins with `warning_`, withdraws nothing. A won or prevented dispute returns the money.
 */
export function locateDisputedMoney(status: string): DisputedMoney {
  if (status === 'lost') return 'lost';
  if (status === 'won' || status === 'prevented' || status.startsWith('warning_')) return 'kept';
  return 'withdrawn';
}

/**
 * Returns the entries of a dispute whose money has moved from the place `from` to the place `to`; lost money does not
 * come back.
 */
export function makeDisputeEntries(
  order: Omit<MoneyOfOrder, 'buyerId'>,
  disputeId: string,
  from: DisputedMoney,
  to: DisputedMoney,
): readonly LedgerEntry[] {
  if (from === to || from === 'lost') return [];
  const withdrawal = makeEntry(
    'dispute-withdrawn',
    disputeId,
    order,
    movePostings(order.amount, dispute, providerBalance),
  );
  const loseMoney = makeEntry('dispute-lost', disputeId, order, movePostings(order.amount, loss, dispute));
  if (to === 'kept') {
    return [makeEntry('dispute-returned', disputeId, order, movePostings(order.amount, providerBalance, dispute))];
  }
  if (to === 'withdrawn') return [withdrawal];
  return from === 'kept' ? [withdrawal, loseMoney] : [loseMoney];
}
