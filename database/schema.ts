import type { AccountId, AccountStatus, Role, SellerKind } from '@carhouse/core/account/account';
import type { BookingId, BookingStatus } from '@carhouse/core/booking/booking';
import type { FeedbackId } from '@carhouse/core/feedback/feedback';
import type { Id } from '@carhouse/core/ids/id';
import type { Fuel, ListingId, ListingStatus, Transmission } from '@carhouse/core/listing/listing';
import type { Cents } from '@carhouse/core/money/money';
import type { FindingId, FindingKind, FindingState } from '@carhouse/core/payment/finding';
import type { OutboxId, OutboxKind, OutboxState } from '@carhouse/core/payment/outbox';
import type {
  AttemptId,
  AttemptState,
  DisputeKind,
  PaymentId,
  RefundId,
  RefundState,
} from '@carhouse/core/payment/payment';
import type { WishId } from '@carhouse/core/wish/wish';
import type { ColumnType, Generated } from 'kysely';
import type { ImportGoneTable, ImportPartTable, ImportPictureTable, ImportTable } from './import-tables.ts';

/** The tables as migrations/*.sql make them. database/schema.test.ts compares the two. */
export type Schema = {
  brand: BrandTable;
  account: AccountTable;
  session: SessionTable;
  credential: CredentialTable;
  account_link: AccountLinkTable;
  attempt_counter: AttemptCounterTable;
  image: ImageTable;
  image_upload: ImageUploadTable;
  listing: ListingTable;
  listing_image: ListingImageTable;
  advertisement: AdvertisementTable;
  wish: WishTable;
  booking: BookingTable;
  payment_attempt: PaymentAttemptTable;
  payment: PaymentTable;
  refund: RefundTable;
  webhook_event: WebhookEventTable;
  audit_entry: AuditEntryTable;
  audit_seal: AuditSealTable;
  audit_unsealed: AuditUnsealedTable;
  personal_export: PersonalExportTable;
  rule_minimum_parf: RuleMinimumParfTable;
  house_mark: HouseMarkTable;
  dispute: DisputeTable;
  outbox: OutboxTable;
  finding: FindingTable;
  desk_cursor: DeskCursorTable;
  idempotency_key: IdempotencyKeyTable;
  rate_count: RateCountTable;
  feedback: FeedbackTable;
  listing_change: ListingChangeTable;
  import: ImportTable;
  import_part: ImportPartTable;
  import_gone: ImportGoneTable;
  import_picture: ImportPictureTable;
};

type Json = ColumnType<unknown, string | null, string | null>;

export type BrandTable = {
  wire_name: string;
  name: string;
  page_path: string | null;
  listable: Generated<boolean>;
  position: number | null;
  created_at: Generated<Date>;
};

export type AccountTable = {
  id: AccountId;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  photo_url: string | null;
  role: Role | null;
  number: string | null;
  verified_at: Date | null;
  status: Generated<AccountStatus>;
  standing_reason: string | null;
  seller_kind: Generated<SellerKind>;
  must_change_password: Generated<boolean>;
  /** Seeded with the published password; a production server does not start beside it. */
  is_demo: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type SessionTable = {
  id: Id<'session'>;
  account_id: AccountId;
  token: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  /** The way in that made it: 'credential' for the password, else the OpenID provider. */
  provider_id: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type CredentialTable = {
  id: Id<'credential'>;
  account_id: AccountId;
  provider_id: string;
  subject: string;
  password: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: Date | null;
  refresh_token_expires_at: Date | null;
  scope: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type AccountLinkTable = {
  account_id: AccountId;
  purpose: 'reset-password' | 'confirm-email';
  token_hash: string;
  email: string;
  created_at: Date;
  expires_at: Date;
};

export type AttemptCounterTable = { key: string; tries: Date[]; expires_at: Date };

export type ImageTable = {
  key: string;
  width: number;
  height: number;
  created_at: Generated<Date>;
  stored_at: Generated<Date | null>;
  avif_at: Date | null;
  removing_at: Date | null;
};

export type ImageUploadTable = {
  id: Id<'image_upload'>;
  image_key: string;
  account_id: AccountId;
  bytes: number;
  created_at: Date;
};

export type ListingTable = {
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
  posted_at: Date;
  updated_at: Date;
  variant: string | null;
  body: string | null;
  colour: string | null;
  doors: number | null;
  seats: number | null;
  transmission: Transmission | null;
  fuel: Fuel | null;
  engine_cc: number | null;
  power_kw: number | null;
  curb_weight_kg: number | null;
  manufactured_year: number | null;
  registered_on: string | null;
  coe_category: string | null;
  coe_premium_cents: Cents | null;
  coe_expires_on: string | null;
  coe_renewed: boolean | null;
  omv_cents: Cents | null;
  arf_paid_cents: Cents | null;
  owners: number | null;
  mileage_km: number | null;
  dealer_ref: string | null;
  dealer_row_hash: string | null;
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
};

export type PaymentAttemptTable = {
  id: AttemptId;
  booking_id: BookingId;
  listing_id: ListingId;
  buyer_id: AccountId;
  amount_cents: Cents;
  currency: string;
  state: AttemptState;
  intent_id: string | null;
  created_at: Date;
  expires_at: Date;
  updated_at: Date;
  tries: Generated<number>;
  next_try_at: Date | null;
};

export type PaymentTable = {
  id: PaymentId;
  booking_id: BookingId;
  attempt_id: AttemptId;
  listing_id: ListingId;
  buyer_id: AccountId;
  intent_id: string;
  amount_cents: Cents;
  currency: string;
  paid_at: Date;
  card_brand: string | null;
  card_last4: string | null;
  receipt_number: Generated<bigint>;
};

export type RefundTable = {
  id: RefundId;
  attempt_id: AttemptId;
  intent_id: string;
  amount_cents: Cents;
  currency: string;
  state: RefundState;
  reason: string;
  provider_refund_id: string | null;
  created_at: Date;
  updated_at: Date;
  round: Generated<number>;
  actor_id: AccountId | null;
};

export type DisputeTable = {
  id: string;
  kind: DisputeKind;
  intent_id: string;
  reason: string;
  provider_status: string;
  open: boolean;
  created_at: Date;
  updated_at: Date;
};

export type OutboxTable = {
  id: OutboxId;
  kind: OutboxKind;
  booking_id: BookingId;
  recipient_id: AccountId;
  state: OutboxState;
  tries: Generated<number>;
  next_try_at: Date;
  last_error: string | null;
  created_at: Date;
  updated_at: Date;
};

export type FindingTable = {
  id: FindingId;
  kind: FindingKind;
  subject: string;
  state: FindingState;
  evidence: ColumnType<unknown, string, string>;
  first_seen_at: Date;
  last_seen_at: Date;
  closed_at: Date | null;
  repaired_by: AccountId | null;
};

export type DeskCursorTable = { name: string; position: string; updated_at: Date };

export type WebhookEventTable = {
  event_id: string;
  type: string;
  intent_id: string | null;
  payload: Json;
  received_at: Date;
  processed_at: Date | null;
};

export type AuditEntryTable = {
  id: Id<'audit_entry'>;
  at: Date;
  actor_id: AccountId | null;
  action: string;
  noun: string;
  noun_id: string;
  before: Json;
  after: Json;
};

/** Nobody updates it: links are only added. */
export type AuditSealTable = { position: bigint; entry_id: string; previous_hash: string; hash: string };

export type AuditUnsealedTable = { arrival: Generated<bigint>; entry_id: string };

export type PersonalExportTable = { account_id: AccountId; at: Date };

export type RuleMinimumParfTable = { coe_from: string; percent: number; cap_cents: Cents | null; source: string };

export type HouseMarkTable = { name: string; at: Date };

export type IdempotencyKeyTable = {
  scope: string;
  call: string;
  key_hash: string;
  fingerprint: string;
  state: 'running' | 'done';
  run_id: string;
  lease_ends_at: Date;
  status: number | null;
  headers: Json;
  sealed_body: string | null;
  created_at: Date;
  expires_at: Date;
};

export type RateCountTable = { limit_name: string; subject: string; count: number; ends_at: Date };

export type FeedbackTable = {
  id: FeedbackId;
  email: string;
  text: string;
  account_id: AccountId | null;
  created_at: Date;
  read_at: Date | null;
  archived_at: Date | null;
};

/** Written by triggers; listing-changes.ts reads it. */
export type ListingChangeTable = {
  seq: Generated<bigint>;
  listing_id: ListingId | null;
  seller_id: AccountId | null;
  xid: Generated<string>;
  at: Generated<Date>;
};
