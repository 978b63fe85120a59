import type { AccountId, Role } from '@carhouse/domain/account/account';
import type { BookingId, BookingStatus } from '@carhouse/domain/booking/booking';
import type { MarkableStep } from '@carhouse/domain/booking/order-lifecycle';
import type { carFacts, FactName, FactValue } from '@carhouse/domain/car/car-facts';
import type { FeedbackId } from '@carhouse/domain/feedback/feedback';
import type { Id } from '@carhouse/domain/ids/id';
import type { DuplicateReason } from '@carhouse/domain/listing/duplicate';
import type { ListingId, ListingStatus } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import type { ReservationOutcome } from '@carhouse/domain/reservation/reservation-rule';
import type { WishId } from '@carhouse/domain/wish/wish';
import type { Generated } from 'kysely';
import type {
  AccountLinkTable,
  AccountTable,
  AttemptCounterTable,
  CredentialTable,
  FirstAdminLinkTable,
  PersonalExportTable,
  SessionTable,
} from './account-tables.ts';
import type { ApprovalTable } from './approval-tables.ts';
import type { ImportGoneTable, ImportImageTable, ImportPartTable, ImportTable } from './import-tables.ts';
import type { LedgerBalanceTable, LedgerEntryTable, LedgerPostingTable } from './ledger-tables.ts';
import type {
  BalanceMovementTable,
  BankPartTable,
  DiscrepancyTable,
  DisputeTable,
  MailPaceTable,
  OutboxTable,
  PaymentAttemptTable,
  PaymentPartTable,
  PaymentTable,
  ReconciliationCursorTable,
  RefundTable,
  WebhookEventTable,
} from './money-tables.ts';
import type { PaymentInstructionsTable, PayoutAccountTable } from './payout-tables.ts';
import type { ReportTable } from './report-tables.ts';
import type { ReservationConditionTable, ReservationQueueTable, ReservationTable } from './reservation-tables.ts';
import type {
  ComplaintTable,
  FeeDocumentTable,
  FeeRuleTable,
  PayoutTable,
  SaleTable,
  TransferTable,
} from './sale-tables.ts';
import type {
  AppFactorDraftTable,
  AppFactorTable,
  PasskeyTable,
  PendingSignInTable,
  RecoveryCodeTable,
  SpentChallengeTable,
} from './second-factor-tables.ts';
import type {
  AuditEntryTable,
  AuditSealTable,
  AuditUnsealedTable,
  IdempotencyKeyTable,
  RateCountTable,
  SecurityEventTable,
} from './security-tables.ts';

/**
 * The types of the tables that migrations/*.sql create. packages/database/schema/schema.test.ts compares these types
 * with the tables.
 */
export type Schema = {
  brand: BrandTable;
  account: AccountTable;
  session: SessionTable;
  approval: ApprovalTable;
  credential: CredentialTable;
  account_link: AccountLinkTable;
  first_admin_link: FirstAdminLinkTable;
  attempt_counter: AttemptCounterTable;
  image: ImageTable;
  image_upload: ImageUploadTable;
  listing: ListingTable;
  listing_image: ListingImageTable;
  advertisement: AdvertisementTable;
  wish: WishTable;
  booking: BookingTable;
  order_step: OrderStepTable;
  payment_attempt: PaymentAttemptTable;
  payment_part: PaymentPartTable;
  bank_part: BankPartTable;
  payment: PaymentTable;
  ledger_entry: LedgerEntryTable;
  ledger_posting: LedgerPostingTable;
  ledger_balance: LedgerBalanceTable;
  sale: SaleTable;
  reservation: ReservationTable;
  reservation_condition: ReservationConditionTable;
  reservation_queue: ReservationQueueTable;
  complaint: ComplaintTable;
  fee_rule: FeeRuleTable;
  refund: RefundTable;
  payout_account: PayoutAccountTable;
  payment_instructions: PaymentInstructionsTable;
  transfer: TransferTable;
  fee_document: FeeDocumentTable;
  payout: PayoutTable;
  webhook_event: WebhookEventTable;
  audit_entry: AuditEntryTable;
  audit_seal: AuditSealTable;
  audit_unsealed: AuditUnsealedTable;
  personal_export: PersonalExportTable;
  rule_minimum_parf: RuleMinimumParfTable;
  listing_duplicate: ListingDuplicateTable;
  seed_marker: SeedMarkerTable;
  dispute: DisputeTable;
  outbox: OutboxTable;
  mail_pace: MailPaceTable;
  discrepancy: DiscrepancyTable;
  balance_movement: BalanceMovementTable;
  reconciliation_cursor: ReconciliationCursorTable;
  idempotency_key: IdempotencyKeyTable;
  rate_count: RateCountTable;
  feedback: FeedbackTable;
  report: ReportTable;
  listing_change: ListingChangeTable;
  import: ImportTable;
  import_part: ImportPartTable;
  import_gone: ImportGoneTable;
  import_picture: ImportImageTable;
  security_event: SecurityEventTable;
  app_factor: AppFactorTable;
  app_factor_draft: AppFactorDraftTable;
  passkey: PasskeyTable;
  recovery_code: RecoveryCodeTable;
  pending_sign_in: PendingSignInTable;
  spent_challenge: SpentChallengeTable;
};

export type BrandTable = {
  api_name: string;
  name: string;
  page_path: string | null;
  listable: Generated<boolean>;
  position: number | null;
  created_at: Generated<Date>;
};

export type ListingDuplicateTable = {
  listing_id: ListingId;
  first_id: ListingId;
  reason: DuplicateReason;
  noted_at: Date;
  settled_at: Date | null;
};

export type ImageTable = {
  key: string;
  width: number;
  height: number;
  created_at: Generated<Date>;
  stored_at: Generated<Date | null>;
  avif_at: Date | null;
  removing_at: Date | null;
  /** A hash of what the image looks like: 64 bits, as characters `0` and `1`. Similar images have similar hashes. */
  likeness: string | null;
};

export type ImageUploadTable = {
  id: Id<'image_upload'>;
  image_key: string;
  account_id: AccountId;
  bytes: number;
  created_at: Date;
};

/** One column for each fact of a car (packages/domain/car/car-facts.ts). */
export type FactColumns = { [Name in FactName as (typeof carFacts)[Name]['column']]: FactValue<Name> | null };

export type ListingTable = FactColumns & {
  id: ListingId;
  seller_id: AccountId;
  brand: string;
  title: string;
  location: string;
  original_price_cents: Cents | null;
  resale_price_cents: Cents;
  years_of_use: number;
  year_of_purchase: number;
  description: string;
  status: ListingStatus;
  /** The reason why an admin has hidden the listing; null in every other status. */
  hidden_reason: string | null;
  /** The status that the listing gets when the hiding ends; null in every other status. */
  hidden_from: 'available' | 'withdrawn' | 'draft' | null;
  posted_at: Date;
  /** The time by which the listing is sorted in newest-first lists; null when that is `posted_at`. */
  newest_at: Date | null;
  updated_at: Date;
  dealer_ref: string | null;
  dealer_row_hash: string | null;
  /** The number plate of the car, if the listing's title or description contains a plate; null otherwise. */
  plate: string | null;
  /** The deposit for which the seller lets buyers reserve the car; null when it cannot be reserved. */
  reservation_deposit_cents: Cents | null;
};

export type ListingImageTable = { listing_id: ListingId; position: number; image_key: string };

export type AdvertisementTable = { listing_id: ListingId; created_at: Date };

export type WishTable = {
  id: WishId;
  wisher_id: AccountId;
  listing_id: ListingId;
  wisher_role: Role;
  image_url: string | null;
  brand: string;
  title: string;
  author: string;
  author_email: string;
  location: string;
  original_price_cents: Cents | null;
  resale_price_cents: Cents;
  years_of_use: number;
  year_of_purchase: number;
  description: string;
  posted_at: Date;
  wished_at: Date;
};

export type BookingTable = {
  id: BookingId;
  listing_id: ListingId;
  buyer_id: AccountId;
  seller_id: AccountId;
  status: BookingStatus;
  price_cents: Cents;
  image_url: string | null;
  brand: string;
  title: string;
  seller_name: string;
  seller_email: string;
  location: string;
  buyer_name: string;
  buyer_email: string;
  buyer_number: string;
  meeting_date: string;
  created_at: Date;
  paid_at: Date | null;
  closed_at: Date | null;
  close_reason: string | null;
  in_parts: Generated<boolean>;
  /** The time until which the car is reserved for the buyer, who has paid a part of the price. */
  reserved_until: Date | null;
  /** How the reservation by payment of a first part has ended; set only when no deposit was asked for. */
  reservation_end: ReservationOutcome | null;
};

export type OrderStepTable = {
  booking_id: BookingId;
  step: MarkableStep;
  actor_id: AccountId;
  at: Date;
  taken_back_at: Date | null;
};

export type RuleMinimumParfTable = { coe_from: string; percent: number; cap_cents: Cents | null; source: string };

export type SeedMarkerTable = { name: string; at: Date };

export type FeedbackTable = {
  id: FeedbackId;
  email: string;
  text: string;
  account_id: AccountId | null;
  created_at: Date;
  read_at: Date | null;
  archived_at: Date | null;
};

/** Changes of listings. Triggers write this table, and listing-changes.ts reads it. */
export type ListingChangeTable = {
  seq: Generated<bigint>;
  listing_id: ListingId | null;
  seller_id: AccountId | null;
  xid: Generated<string>;
  at: Generated<Date>;
};
