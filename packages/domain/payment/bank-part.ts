import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { Cents } from '../money/money.ts';
import type { PaymentPartId } from './payment-plan.ts';

export const bankPartStates = [
  'expected',
  'stated',
  'received',
  'confirmed',
  'closed',
  'to-return',
  'sent-back',
  'returned',
] as const;
export type BankPartState = (typeof bankPartStates)[number];

/** The states in which a bank's money goes back to the bank after the end of the order. */
export const bankReturnStates = ['to-return', 'sent-back'] as const satisfies readonly BankPartState[];
export type BankReturnState = (typeof bankReturnStates)[number];

export type BankPartEvent =
  | 'state'
  | 'receive'
  | 'withdraw'
  | 'refuse'
  | 'reject'
  | 'confirm'
  | 'end'
  | 'end-unpaid'
  | 'send-back'
  | 'record-return'
  | 'deny-return'
  | 'confirm-return';

/**
 * Who can change the state of a bank part. `cancellation` stands for the end of the order, whatever its cause.
 * `cancellation` stands for the end of the order, by whatever cause.
 */
export type BankPartParty = 'buyer' | 'seller' | 'admin' | 'cancellation';

/**
 * What must happen before the money of a bank can complete the price. `reserve`: the seller asks for a deposit, and the buyer has
 * not started to reserve. `deposit`: the deposit of the reservation is not paid. `first-part`: no part is paid, so the car is not
 * reserved. `no-payments`: the operator takes no payments any more, and parts of the buyer are open, so that the price cannot
 * be completed through Car House.
 */
export const bankPartObstacles = ['reserve', 'deposit', 'first-part', 'no-payments'] as const;
export type BankPartObstacle = (typeof bankPartObstacles)[number];

/** Maximum length of the name of a bank, and of a reference, in characters. */
export const bankTextMaximum = 80;
/** Minimum and maximum length of the reason of a refusal, in characters. */
export const bankRefusalLengthMinimum = 3;
export const bankRefusalLengthMaximum = 300;
/**
 * Minimum number of days for which the car stays reserved after an admin has decided about a bank's money. In this time
 * the buyer can pay the rest or state the payment again, however long the decision took.
 */
export const reservedDaysAfterBankDecision = 3;

const bankAnswerPeriodMs = 24 * 3_600_000;

/**
 * Returns the minimum end of a reservation with a deposit after the buyer has stated a bank's payment, or the seller
 * has refused the statement. The other party then has 24 hours to answer. All such extensions together add at most
 * three days to the end by the rule of the reservation (`endsAt`).
 */
export function computeAnswerDeadline(statedAt: Date, endsAt: Date): Date {
  const latestEndMs = endsAt.getTime() + reservedDaysAfterBankDecision * 86_400_000;
  return new Date(Math.min(statedAt.getTime() + bankAnswerPeriodMs, latestEndMs));
}

/** Whether the seller has had 24 hours to answer a statement of the buyer and has not answered. */
export function isAnswerOverdue(
  { state, statedAt }: Pick<BankPart, 'state' | 'statedAt'>,
  reservedUntil: Date,
): boolean {
  return state === 'stated' && statedAt !== null && statedAt.getTime() + bankAnswerPeriodMs <= reservedUntil.getTime();
}

/**
 * The part of a price that a bank or a loan pays to the seller directly (decision 0083). Car House never has this
 * money, so no charge and no transfer belongs to the part. The part counts as paid only when buyer, seller and an admin
 * have confirmed the payment.
 */
export type BankPart = {
  readonly partId: PaymentPartId;
  readonly bookingId: BookingId;
  readonly amount: Cents;
  readonly state: BankPartState;
  /** The name of the bank or finance company, and its reference, as the buyer states them; null before. */
  readonly bank: string | null;
  readonly buyerReference: string | null;
  readonly statedAt: Date | null;
  /** The seller's reference of the received money; null when the seller gave no reference. */
  readonly sellerReference: string | null;
  readonly receivedAt: Date | null;
  readonly confirmedAt: Date | null;
  /**
   * The reason for which a statement was last withdrawn, refused or rejected, and the person who gave this reason; null
   * before.
   */
  readonly refusal: string | null;
  readonly refusedBy: AccountId | null;
  readonly refusedAt: Date | null;
  /** The seller's reference of the money that they have sent back to the bank. */
  readonly returnReference: string | null;
  readonly sentBackAt: Date | null;
  /** How Car House knows that the money is sent back, when an admin has recorded it; else null. */
  readonly returnReason: string | null;
  /** The admin who has recorded the return of the money; null when the seller has recorded it. */
  readonly returnRecordedBy: AccountId | null;
  readonly returnedAt: Date | null;
  /** The time at which the part came into its state, or was last changed in it. */
  readonly stateSince: Date;
};

/**
 * The states of a bank part. `stated`: the buyer says that the bank has paid. `received`: the seller has the money.
 * From this state on only an admin takes the statement back. Otherwise the time of the reservation, which stands still
 * while the admin decides, would end at once. `confirmed`: an admin has read both statements, and the part is paid.
 * When the order ends, money that the seller has must go back to the bank (`to-return`); without such money the part is
 * `closed`. `sent-back`: the seller has recorded the return of the money. When the seller does not record it, for
 * example because their account is closed, an admin does.
 */
export const bankPartLifecycle: Lifecycle<BankPartState, BankPartEvent, BankPartParty> = {
  noun: 'bank part',
  initialState: 'expected',
  states: bankPartStates,
  transitions: [
    { from: 'expected', event: 'state', to: 'stated', by: ['buyer'] },
    { from: 'stated', event: 'receive', to: 'received', by: ['seller'] },
    { from: 'stated', event: 'withdraw', to: 'expected', by: ['buyer'] },
    { from: 'stated', event: 'refuse', to: 'expected', by: ['seller'] },
    { from: 'received', event: 'reject', to: 'expected', by: ['admin'] },
    { from: 'received', event: 'confirm', to: 'confirmed', by: ['admin'] },
    { from: 'expected', event: 'end-unpaid', to: 'closed', by: ['cancellation'] },
    { from: 'stated', event: 'end-unpaid', to: 'closed', by: ['cancellation'] },
    { from: 'received', event: 'end', to: 'to-return', by: ['cancellation'] },
    { from: 'confirmed', event: 'end', to: 'to-return', by: ['cancellation'] },
    { from: 'to-return', event: 'send-back', to: 'sent-back', by: ['seller'] },
    { from: 'to-return', event: 'record-return', to: 'sent-back', by: ['admin'] },
    { from: 'sent-back', event: 'deny-return', to: 'to-return', by: ['buyer', 'admin'] },
    { from: 'sent-back', event: 'confirm-return', to: 'returned', by: ['buyer', 'admin'] },
  ],
};

/**
 * Checks that the account that confirms the return of the money has not recorded the return itself, because one admin
 * alone must not clear what a seller owes to a bank. When the server has only one admin, the buyer confirms the return
 * of the money.
 * @throws DomainError SECOND_ADMIN_REQUIRED.
 */
export function assertOtherAccountConfirms(
  { returnRecordedBy }: Pick<BankPart, 'returnRecordedBy'>,
  by: AccountId,
): void {
  if (returnRecordedBy !== by) return;
  const detail =
    'You have recorded that the money is sent back. The buyer or another admin confirms that the bank has it.';
  throw new DomainError('SECOND_ADMIN_REQUIRED', { detail });
}
