import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { LedgerAccount, LedgerCause, LedgerEntryId, SignedCents } from '@carhouse/domain/ledger/ledger-entry';
import type { Generated } from 'kysely';

export type LedgerEntryTable = {
  id: LedgerEntryId;
  /** The number of the entry in the journal, in the order in which entries were saved; numbers may have gaps. */
  number: Generated<bigint>;
  cause: LedgerCause;
  cause_id: string;
  booking_id: BookingId;
  at: Date;
};

export type LedgerPostingTable = {
  entry_id: LedgerEntryId;
  line: number;
  account: LedgerAccount;
  owner_id: AccountId | null;
  currency: string;
  amount_cents: SignedCents;
};

/**
 * The totals of the accounts. An account without an owner has several rows (`slot`), whose sum is the total, so that
 * concurrent transactions do not wait for one row.
 */
export type LedgerBalanceTable = {
  account: LedgerAccount;
  owner_id: AccountId | null;
  currency: string;
  slot: number;
  balance_cents: SignedCents;
};
