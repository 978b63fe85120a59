import type { OrderProgress } from '@carhouse/contract/order-progress';
import type { OrderPage } from '@carhouse/contract/orders';
import { type BusinessMode, takesPayments } from '@carhouse/domain/payment/business-mode';
import { saleStageOf } from '@carhouse/domain/sale/sale-stage';
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

/** `reservation`: the buyer's own parts, of which the first was the deposit of a reservation. */
type RestOfPrice = 'buyer' | 'reservation' | 'bank';

/** Why the money of a confirmed sale cannot leave without its seller. */
type PayoutObstacle = keyof typeof orderSaleMessages.payout;

export type StepWords = { readonly title: string; readonly text: string };

/** What decides the next step of an order. `payableByCard` is left out where only the seller reads it. */
export type NextStepFacts = OrderProgress & {
  readonly payableByCard?: boolean;
  /** What completes the price of an open order of which a part is paid here; only the page of the order knows it. */
  readonly restOfPrice?: RestOfPrice | undefined;
  /** Whether a bank or a loan pays a part of the price. Left out in lists, which have no place for that text. */
  readonly hasBankPart?: boolean;
  /** Whether a part of the deposit of a reservation that has ended goes to the seller. Left out in lists. */
  readonly hasForfeit?: boolean;
  /** What the seller settles in Get Paid before the money leaves; only the seller and admins know it. */
  readonly payoutObstacle?: PayoutObstacle | undefined;
};

/** The money of a bank that goes back after the end of an order; null when none does. */
export function findBankReturn({ bankPart }: Pick<OrderPage, 'bankPart'>): OrderProgress['bankReturn'] {
  return bankPart?.state === 'to-return' || bankPart?.state === 'sent-back'
    ? { state: bankPart.state, amount: bankPart.amount }
    : null;
}

/**
 * The sentence of pages and lists about the money of a bank that goes back; null when none does. It names the state that
 * the panel of the bank part names.
 */
export function describeBankReturn({ bankReturn }: Pick<OrderProgress, 'bankReturn'>): string | null {
  return bankReturn === null ? null : `${bankPartMessages.pays[bankReturn.state](formatMoney(bankReturn.amount))}.`;
}

/** Returns what decides the next step of the order of a page. */
export function collectNextStepFacts(order: OrderPage): NextStepFacts {
  const { state, sale, paidOutside, reservation, reservedUntil, payableByCard, bankPart } = order;
  const complaint = sale === null ? undefined : findOpenComplaint(sale);
  return {
    state,
    saleStage: saleStageOf(sale),
    complaintAnswered: complaint !== undefined && complaint.sellerText !== null,
    paidOutside,
    reserved: reservedUntil !== null,
    payableByCard,
    restOfPrice: findRestOfPrice(order),
    hasBankPart: bankPart !== null,
    hasForfeit: (reservation?.ended?.forfeit ?? 0) > 0,
    bankReturn: findBankReturn(order),
    payoutObstacle: findPayoutObstacle(order),
  };
}

function findPayoutObstacle({ side, sale }: OrderPage): PayoutObstacle | undefined {
  const standingReason = sale?.money?.standing.reason;
  if (side === 'buyer' || saleStageOf(sale) !== 'confirmed') return undefined;
  return standingReason === 'no-account' || standingReason === 'restricted' || standingReason === 'returned'
    ? standingReason
    : undefined;
}

function findRestOfPrice({
  reservedUntil,
  reservation,
  bankPart,
  bankPartObstacle,
}: OrderPage): RestOfPrice | undefined {
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
export function findInstructions(facts: NextStepFacts, side: Side, businessMode: BusinessMode): StepWords {
  const { state, saleStage, bankReturn } = facts;
  if (bankReturn !== null) return t.bankReturn[bankReturn.state].mine[side];
  if (side === 'seller' && facts.complaintAnswered) return orderSaleMessages.answered.mine;
  if (facts.payoutObstacle !== undefined) return orderSaleMessages.payout[facts.payoutObstacle];
  if (saleStage !== null) return orderSaleMessages.mine[saleStage][side];
  const paidInPartTexts = findPaidPartTexts(facts, businessMode);
  if (paidInPartTexts !== undefined) return paidInPartTexts.mine[side];
  if (state === 'cancelled' && facts.hasForfeit === true) return t.forfeited.mine[side];
  const waitsForPayment = state === 'viewed' && side === 'buyer';
  if (isOutsideState(state, facts, businessMode)) return paidOutsideTexts.mine[state][side];
  if (side === 'seller' && waitsForReservedPayment(facts)) return t.waitReserved.mine;
  if (waitsForPayment && facts.payableByCard === false) return t.byArrangement;
  return waitsForPayment && facts.hasBankPart === true ? t.payWithBank.mine : t.mine[state][side];
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
): StepWords {
  const { state, saleStage, bankReturn } = facts;
  if (bankReturn !== null) return t.bankReturn[bankReturn.state].theirs[side];
  if (side === 'seller' && facts.complaintAnswered) return orderSaleMessages.answered.theirs;
  if (reader === 'admin' && side === 'seller' && facts.payoutObstacle !== undefined)
    return orderSaleMessages.payoutForAdmins[facts.payoutObstacle];
  if (saleStage !== null) return orderSaleMessages.theirs[saleStage][side];
  const paidInPartTexts = findPaidPartTexts(facts, businessMode);
  if (paidInPartTexts !== undefined) return paidInPartTexts.theirs[side];
  if (side === 'seller' && waitsForReservedPayment(facts)) return t.waitReserved.theirs;
  if (state === 'cancelled' && facts.hasForfeit === true) return t.forfeited.theirs[side];
  if (reader === 'admin' && (state === 'booked' || state === 'transferred')) return t.forAdmins[state][side];
  const paysWithBank = state === 'viewed' && side === 'buyer' && facts.hasBankPart === true;
  if (isOutsideState(state, facts, businessMode)) return paidOutsideTexts.theirs[state][side];
  return paysWithBank ? t.payWithBank.theirs : t.theirs[state][side];
}

/** The texts of an open order that is paid here in part, where payments are not taken any more; else undefined. */
function findPaidPartTexts({ restOfPrice, reserved, state }: NextStepFacts, businessMode: BusinessMode) {
  if (takesPayments(businessMode)) return undefined;
  if (restOfPrice === undefined) {
    // A list does not know what completes the price; the page of the order does.
    return reserved && (state === 'booked' || state === 'viewed') ? t.paidInPart.inList : undefined;
  }
  return t.paidInPart[restOfPrice === 'buyer' ? 'open' : restOfPrice];
}

/** Whether the buyer has seen the car and has reserved it, so that only they can pay. */
function waitsForReservedPayment({ state, reserved }: NextStepFacts): boolean {
  return state === 'viewed' && reserved;
}

/**
 * Whether the texts about an order that is paid to the seller directly apply. They apply to an order that was paid
 * directly, and to an open order where buyers pay sellers. The texts about all other states of an order do not mention
 * the payment.
 */
function isOutsideState(
  state: NextStepFacts['state'],
  { paidOutside }: NextStepFacts,
  businessMode: BusinessMode,
): state is keyof typeof paidOutsideTexts.mine {
  if (state === 'handed-over') return paidOutside;
  return (state === 'booked' || state === 'viewed') && !takesPayments(businessMode);
}
