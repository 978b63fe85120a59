import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import type { FeeRuleId } from '../fee/fee-rule.ts';
import { type Cents, cents } from '../money/money.ts';
import type { PaymentId } from '../payment/payment.ts';

export const saleStates = [
  'paid',
  'handed-over',
  'confirmed',
  'frozen',
  'transferred',
  'paid-out',
  'refunded',
] as const;
export type SaleState = (typeof saleStates)[number];

/**
 * Number of days after the hand-over in which the buyer can complain. When these days end without a complaint, the sale
 * counts as confirmed.
 */
export const confirmationDays = 7;

/** Returns the time at which a sale that is handed over at this time counts as confirmed. */
export function confirmationDeadline(handedOverAt: Date): Date {
  return new Date(handedOverAt.getTime() + confirmationDays * 86_400_000);
}

/**
 * The kinds of sales, by what is sold. `deposit`: a buyer has given a reservation up, and what they forfeit is paid to
 * the seller as the price of a car is. A sale of the kind `deposit` is confirmed from the start and has no fee
 * (decision 0079).
 */
export const saleKinds = ['car', 'deposit'] as const;
export type SaleKind = (typeof saleKinds)[number];

/**
 * A paid booking and what follows: the hand-over, the buyer's confirmation, and the payment of the seller. The price less
 * the part that a bank has paid them, the fee and the GST on the fee is what the seller is owed.
 */
export type Sale = {
  readonly bookingId: BookingId;
  readonly paymentId: PaymentId;
  readonly kind: SaleKind;
  readonly buyerId: AccountId;
  readonly sellerId: AccountId;
  readonly state: SaleState;
  readonly price: Cents;
  /** The part of the price that a bank or a loan has paid to the seller; 0 when there is none. */
  readonly bankPart: Cents;
  readonly currency: string;
  readonly fee: Cents;
  /** The goods and services tax on the fee. */
  readonly gst: Cents;
  /** The rule that gave the fee; null when no rule applied, so that there is no fee. */
  readonly feeRuleId: FeeRuleId | null;
  /** The part of what the seller is owed that pays a debt of the seller; null until this part is decided. */
  readonly netted: Cents | null;
  /**
   * What goes back to the seller of a refunded sale, because other sales have paid the debt that its fee had made; null
   * until that is decided.
   */
  readonly debtRefund: Cents | null;
  readonly paidAt: Date;
  readonly handedOverAt: Date | null;
  /** The time at which the sale counts as confirmed without the buyer's word. Null before the hand-over. */
  readonly confirmBy: Date | null;
  readonly confirmedAt: Date | null;
};

/** Whether the sale is confirmed, whether or not its seller has the money. */
export function isConfirmed(state: SaleState): boolean {
  return state === 'confirmed' || state === 'transferred' || state === 'paid-out';
}

/**
 * Returns what Car House owes the seller for a sale: the price less what a bank has paid them, the fee and the GST on it.
 * The result is 0 when the fee is more than what was paid through Car House.
 */
export function computeSellerShare(sale: Pick<Sale, 'price' | 'bankPart' | 'fee' | 'gst'>): Cents {
  const share = sale.price - sale.bankPart - sale.fee - sale.gst;
  return cents(share > 0n ? share : 0n);
}

/** Returns what is transferred to the seller: their share less the part of it that pays a debt of the seller. */
export function computeTransferredShare(sale: Pick<Sale, 'price' | 'bankPart' | 'fee' | 'gst' | 'netted'>): Cents {
  return cents(computeSellerShare(sale) - (sale.netted ?? 0n));
}

/**
 * Returns the debt of the seller that a sale makes: the part of fee and GST that is more than what was paid through Car
 * House.
 */
export function computeFeeDebt({ price, bankPart, fee, gst }: Pick<Sale, 'price' | 'bankPart' | 'fee' | 'gst'>): Cents {
  const debt = fee + gst + bankPart - price;
  return cents(debt > 0n ? debt : 0n);
}

/**
 * Returns what goes back to the seller of a refunded sale. Undoing the sale has ended the debt by its fee; what other sales
 * have paid of that debt makes the seller's debt negative.
 * @param sellerDebt what the seller owes now, in cents; negative when Car House owes it.
 */
export function computeDebtRefund(sale: Pick<Sale, 'price' | 'bankPart' | 'fee' | 'gst'>, sellerDebt: bigint): Cents {
  if (sellerDebt >= 0n) return cents(0);
  const debt = computeFeeDebt(sale);
  return -sellerDebt < debt ? cents(-sellerDebt) : debt;
}
