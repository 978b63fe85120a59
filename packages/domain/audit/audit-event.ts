import type { MarkableStep } from '../booking/order-lifecycle.ts';
import type { BankPartEvent } from '../payment/bank-part.ts';
import type { RefundState } from '../payment/payment.ts';
import type { ReservationOutcome } from '../reservation/reservation-rule.ts';
import type { ComplaintOutcome } from '../sale/complaint.ts';
import type { SaleEvent } from '../sale/sale-lifecycle.ts';
import type { SellerPayoutState } from '../seller-payment/seller-payout.ts';
import type { SellerTransferState } from '../seller-payment/seller-transfer.ts';

/** The kinds of entries in the audit log: for each type of record, such as `listing`, the actions that are recorded. */
type AuditActions = {
  readonly account:
    | 'create'
    | 'change'
    | 'choose-role'
    | 'confirm'
    | 'reject'
    | 'refuse-account'
    | 'suspend'
    | 'reinstate'
    | 'delete'
    | 'verify'
    | 'unverify'
    | 'export'
    | 'adopt'
    | 'change-password'
    | 'reset-password'
    | 'remove-credential'
    | 'disconnect-provider'
    | 'add-second-factor'
    | 'remove-second-factor'
    | 'replace-recovery-codes'
    | 'use-recovery-code'
    | 'end-sessions'
    | 'reset-second-factor';
  readonly approval: 'ask' | 'decide';
  readonly bank_part: BankPartEvent;
  readonly booking: 'cancel' | 'plan' | 'pay-part' | 'pay' | 'undo-payment' | 'lose-car' | 'refund' | MarkableStep;
  readonly brand: 'add' | 'change' | 'remove';
  readonly complaint: 'open' | 'answer' | ComplaintOutcome;
  readonly dispute: 'dispute' | 'dispute-closed';
  readonly fee_document: 'issue';
  readonly fee_rule: 'add';
  readonly feedback: 'read' | 'archive';
  readonly finding: 'repair' | 'repair-in-vain';
  readonly import: 'start' | 'withdraw' | 'release' | 'reject' | 'stop';
  readonly intent: 'refund-unknown-charge' | `refund-${RefundState}`;
  readonly ledger_day: 'record';
  readonly ledger_entry: 'post';
  readonly listing:
    | 'create'
    | 'change'
    | 'publish'
    | 'withdraw'
    | 'relist'
    | 'sell'
    | 'undo-sale'
    | 'advertise'
    | 'end-advertisement'
    | 'hide'
    | 'show'
    | 'settle-duplicate'
    | 'set-reservation-terms';
  readonly payment_instructions: 'change';
  readonly payment_attempt: 'break-hold' | 'refund-due';
  readonly payout_account: 'confirm' | 'start' | 'open' | 'open-form' | 'open-page' | 'change-state' | 'change-bank';
  readonly payout: 'start' | SellerPayoutState;
  readonly personal_data: 'read';
  readonly report: 'dismiss' | 'uphold';
  readonly refund: 'refund-again' | 'refund-void' | `refund-${RefundState}`;
  readonly reservation: 'start' | 'pay-deposit' | 'state-condition' | 'buy' | ReservationOutcome;
  readonly reservation_queue: 'join' | 'leave' | 'offer' | 'pass';
  readonly sale: SaleEvent | 'retry-payment' | 'forfeit-deposit';
  readonly transfer: 'start' | 'refuse-reversal' | 'reverse-part' | 'reverse-unknown' | SellerTransferState;
  readonly webhook_event: 'replay';
};

/**
 * A type of record with one of its actions. The database may also contain actions that only older versions recorded.
 */
export type AuditEvent = {
  readonly [Noun in keyof AuditActions]: { readonly noun: Noun; readonly action: AuditActions[Noun] };
}[keyof AuditActions];
