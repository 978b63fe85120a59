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

/** Returns the time at which a sale whose car is handed over at this time counts as confirmed. */
export function computeConfirmationDeadline(handedOverAt: Date): Date {
  return new Date(handedOverAt.getTime() + confirmationDays * 86_400_000);
}

/**
 * The kinds of sales, by what is sold. `deposit`: a buyer has given up a reservation, and the forfeited part of the
 * deposit is paid to the seller like the price of a car. A sale of the kind `deposit` is confirmed from the start and
 * has no fee (decision 0079).
 */
export const saleKinds = ['car', 'deposit'] as const;
export type SaleKind = (typeof saleKinds)[number];

/**
 * A paid booking and what follows: the hand-over, the buyer's confirmation, and the payment of the seller. The seller's
 * share is the price less the part that a bank has paid, the fee and the GST on the fee.
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
  /** The part of the seller's share that pays a debt of the seller; null until this part is decided. */
  readonly netted: Cents | null;
  /**
   * The amount that goes back to the seller of a refunded sale, because other sales have paid the debt from its fee;
   * null until the amount is decided.
   */
  readonly debtRefund: Cents | null;
  readonly paidAt: Date;
  readonly handedOverAt: Date | null;
  /** The time at which the sale counts as confirmed without the buyer's confirmation. Null before the hand-over. */
  readonly confirmBy: Date | null;
  readonly confirmedAt: Date | null;
};

/** Whether the sale is confirmed, whether or not its seller has the money. */
export function isConfirmed(state: SaleState): boolean {
  return state === 'confirmed' || state === 'transferred' || state === 'paid-out';
}

/**
 * Returns the amount that Car House owes the seller for a sale: the price less the amount that a bank has paid the
 * seller, the fee and the GST on the fee. The result is 0 when the fee is more than what was paid through Car House.
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
 * Returns the debt that a sale makes for its seller: the part of fee and GST that exceeds the amount paid through Car
 * House.
 */
export function computeFeeDebt({ price, bankPart, fee, gst }: Pick<Sale, 'price' | 'bankPart' | 'fee' | 'gst'>): Cents {
  const debt = fee + gst + bankPart - price;
  return cents(debt > 0n ? debt : 0n);
}

/**
 * Returns what goes back to the seller of a refunded sale. The refund of the sale has cancelled the debt from its fee.
 * Amounts of this debt that other sales have paid make the seller's debt negative.
 * @param sellerDebt the amount that the seller owes now, in cents; negative when Car House owes the seller.
 */
export function computeDebtRefund(sale: Pick<Sale, 'price' | 'bankPart' | 'fee' | 'gst'>, sellerDebt: bigint): Cents {
  if (sellerDebt >= 0n) return cents(0);
  const debt = computeFeeDebt(sale);
  return -sellerDebt < debt ? cents(-sellerDebt) : debt;
}
