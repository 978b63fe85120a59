import type { OrderProgress } from '@carhouse/contract/order-progress';
import type { OrderPage } from '@carhouse/contract/orders';
import { type BusinessMode, takesPayments } from '@carhouse/domain/payment/business-mode';
import { findSaleStage } from '@carhouse/domain/sale/sale-stage';
import { bankPartMessages } from '#messages/bank-parts';
import { orderPageMessages } from '#messages/order-page';
import { orderSaleMessages } from '#messages/order-sale';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { formatMoney } from '../../ui/format.ts';
import type { Side } from './order-sides.ts';
import { isOrderInProgress } from './order-steps.ts';
import { findOpenComplaint } from './sale-stage.ts';

const t = orderPageMessages;
const paidOutsideTexts = paymentInstructionMessages.order;

/** `reservation` means the buyer's own parts, of which the first was the deposit of a reservation. */
type RemainingPaymentKind = 'buyer' | 'reservation' | 'bank';

/** Why the money of a confirmed sale cannot be paid out until the seller acts. */
type PayoutObstacle = keyof typeof orderSaleMessages.payout;

export type StepTexts = { readonly title: string; readonly text: string };

/** What decides the next step of an order. `payableByCard` is absent when only the seller reads the text. */
export type NextStepFacts = OrderProgress & {
  readonly payableByCard?: boolean;
  /**
   * How the remaining price of an open order is paid when a part is already paid here; only the page of the order knows
   * this.
   */
  readonly remainingPaymentKind?: RemainingPaymentKind | undefined;
  /**
   * Whether a bank or a loan pays a part of the price. The property is absent in lists, because lists have no place for
   * the text about a bank.
   */
  readonly hasBankPart?: boolean;
  /**
   * Whether a part of the deposit of a reservation that has ended goes to the seller. The property is absent in lists.
   */
  readonly hasForfeitedDeposit?: boolean;
  /**
   * What the seller must settle on the page Get Paid before the money is paid out; only the seller and admins see this.
   */
  readonly payoutObstacle?: PayoutObstacle | undefined;
};

/** The money of a bank that is being returned after the end of the order; null when no money is being returned. */
export function findBankMoneyReturn({ bankPart }: Pick<OrderPage, 'bankPart'>): OrderProgress['bankReturn'] {
  return bankPart?.state === 'to-return' || bankPart?.state === 'sent-back'
    ? { state: bankPart.state, amount: bankPart.amount }
    : null;
}

/**
 * The sentence about the money of a bank that is being returned, for pages and lists; null when no money is being
 * returned. The sentence names the same state as the panel of the bank part.
 */
export function describeBankMoneyReturn({ bankReturn }: Pick<OrderProgress, 'bankReturn'>): string | null {
  return bankReturn === null ? null : `${bankPartMessages.pays[bankReturn.state](formatMoney(bankReturn.amount))}.`;
}

/** Returns what decides the next step of the order of a page. */
export function collectNextStepFacts(order: OrderPage): NextStepFacts {
  const { state, sale, paidOutside, reservation, reservedUntil, payableByCard, bankPart } = order;
  const complaint = sale === null ? undefined : findOpenComplaint(sale);
  return {
    state,
    saleStage: findSaleStage(sale),
    complaintAnswered: complaint !== undefined && complaint.sellerText !== null,
    paidOutside,
    reserved: reservedUntil !== null,
    payableByCard,
    remainingPaymentKind: findRemainingPaymentKind(order),
    hasBankPart: bankPart !== null,
    hasForfeitedDeposit: (reservation?.ended?.forfeit ?? 0) > 0,
    bankReturn: findBankMoneyReturn(order),
    payoutObstacle: findPayoutObstacle(order),
  };
}

function findPayoutObstacle({ side, sale }: OrderPage): PayoutObstacle | undefined {
  const standingReason = sale?.money?.standing.reason;
  if (side === 'buyer' || findSaleStage(sale) !== 'confirmed') return undefined;
  return standingReason === 'no-account' || standingReason === 'restricted' || standingReason === 'returned'
    ? standingReason
    : undefined;
}

function findRemainingPaymentKind({
  reservedUntil,
  reservation,
  bankPart,
  bankPartObstacle,
}: OrderPage): RemainingPaymentKind | undefined {
  if (reservedUntil === null) return undefined;
  if (bankPart !== null && bankPartObstacle !== 'no-payments') return 'bank';
  return reservation?.state === 'active' ? 'reservation' : 'buyer';
}

/** Whether anything is left to do for an order. */
export function isOrderUnderWay({ state, saleStage, bankReturn }: NextStepFacts): boolean {
  if (bankReturn !== null) return true;
  return saleStage === null ? isOrderInProgress(state) : saleStage !== 'confirmed';
}

/** Whether a complaint about the order, or a dispute of the buyer's bank, waits for a decision. */
export function hasOpenComplaint({ saleStage }: Pick<NextStepFacts, 'saleStage'>): boolean {
  return saleStage === 'frozen' || saleStage === 'disputed';
}

/** Returns what the buyer or the seller does next, in a text for that party. */
export function findInstructions(facts: NextStepFacts, side: Side, businessMode: BusinessMode): StepTexts {
  const { state, saleStage, bankReturn } = facts;
  if (bankReturn !== null) return t.bankReturn[bankReturn.state].mine[side];
  if (side === 'seller' && facts.complaintAnswered) return orderSaleMessages.answered.mine;
  if (facts.payoutObstacle !== undefined) return orderSaleMessages.payout[facts.payoutObstacle];
  if (saleStage !== null) return orderSaleMessages.mine[saleStage][side];
  const paidInPartTexts = findPaidPartTexts(facts, businessMode);
  if (paidInPartTexts !== undefined) return paidInPartTexts.mine[side];
  if (state === 'cancelled' && facts.hasForfeitedDeposit === true) return t.forfeited.mine[side];
  const isWaitingForPayment = state === 'viewed' && side === 'buyer';
  if (shouldUsePaidOutsideTexts(state, facts, businessMode)) return paidOutsideTexts.mine[state][side];
  if (side === 'seller' && isWaitingForReservedPayment(facts)) return t.waitReserved.mine;
  if (isWaitingForPayment && facts.payableByCard === false) return t.byArrangement;
  return isWaitingForPayment && facts.hasBankPart === true ? t.payWithBank.mine : t.mine[state][side];
}

/**
 * Returns what the buyer or the seller does next, in a text for other readers.
 * @param reader the side of the reader of an order: some texts address the other party.
 */
export function findTextsAboutParty(
  facts: NextStepFacts,
  side: Side,
  businessMode: BusinessMode,
  reader: OrderPage['side'],
): StepTexts {
  const { state, saleStage, bankReturn } = facts;
  if (bankReturn !== null) return t.bankReturn[bankReturn.state].theirs[side];
  if (side === 'seller' && facts.complaintAnswered) return orderSaleMessages.answered.theirs;
  if (reader === 'admin' && side === 'seller' && facts.payoutObstacle !== undefined)
    return orderSaleMessages.payoutForAdmins[facts.payoutObstacle];
  if (saleStage !== null) return orderSaleMessages.theirs[saleStage][side];
  const paidInPartTexts = findPaidPartTexts(facts, businessMode);
  if (paidInPartTexts !== undefined) return paidInPartTexts.theirs[side];
  if (side === 'seller' && isWaitingForReservedPayment(facts)) return t.waitReserved.theirs;
  if (state === 'cancelled' && facts.hasForfeitedDeposit === true) return t.forfeited.theirs[side];
  if (reader === 'admin' && (state === 'booked' || state === 'transferred')) return t.forAdmins[state][side];
  const isBankPaying = state === 'viewed' && side === 'buyer' && facts.hasBankPart === true;
  if (shouldUsePaidOutsideTexts(state, facts, businessMode)) return paidOutsideTexts.theirs[state][side];
  return isBankPaying ? t.payWithBank.theirs : t.theirs[state][side];
}

/**
 * The texts of an open order of which a part is paid here, when payments are not taken any more; undefined for other
 * orders.
 */
function findPaidPartTexts({ remainingPaymentKind, reserved, state }: NextStepFacts, businessMode: BusinessMode) {
  if (takesPayments(businessMode)) return undefined;
  if (remainingPaymentKind === undefined) {
    // Only the page of the order knows how the buyer pays the remaining price, so a list shows a general text.
    return reserved && (state === 'booked' || state === 'viewed') ? t.paidInPart.inList : undefined;
  }
  return t.paidInPart[remainingPaymentKind === 'buyer' ? 'open' : remainingPaymentKind];
}

/** Whether the buyer has seen the car and has reserved it, so that no other buyer can pay for it. */
function isWaitingForReservedPayment({ state, reserved }: NextStepFacts): boolean {
  return state === 'viewed' && reserved;
}

/**
 * Whether the texts about an order that is paid to the seller directly apply. These texts apply to an order that was
 * paid directly to the seller, and to an open order when buyers pay sellers directly. The texts about all other states
 * of an order do not mention the payment.
 */
function shouldUsePaidOutsideTexts(
  state: NextStepFacts['state'],
  { paidOutside }: NextStepFacts,
  businessMode: BusinessMode,
): state is keyof typeof paidOutsideTexts.mine {
  if (state === 'handed-over') return paidOutside;
  return (state === 'booked' || state === 'viewed') && !takesPayments(businessMode);
}
