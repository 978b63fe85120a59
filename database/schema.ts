import type { AccountId, AccountStatus, Role } from '@carhouse/core/account/account';
import type { BookingId, BookingStatus } from '@carhouse/core/booking/booking';
import type { Id } from '@carhouse/core/ids/id';
import type { Fuel, ListingId, ListingStatus, Transmission } from '@carhouse/core/listing/listing';
import type { Cents } from '@carhouse/core/money/money';
import type { AttemptId, AttemptState, PaymentId } from '@carhouse/core/payment/payment';
import type { WishId } from '@carhouse/core/wish/wish';
import type { ColumnType, Generated } from 'kysely';

/** The tables as migrations/*.sql make them. database/schema.test.ts compares the two. */
export type Schema = {
  brand: BrandTable;
  account: AccountTable;
  session: SessionTable;
  credential: CredentialTable;
  image: ImageTable;
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
  rule_minimum_parf: RuleMinimumParfTable;
  house_mark: HouseMarkTable;
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

export type ImageTable = { key: string; width: number; height: number; created_at: Generated<Date> };

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
};

export type RefundState = 'due' | 'pending' | 'succeeded' | 'failed';

export type RefundTable = {
  id: Id<'refund'>;
  attempt_id: AttemptId;
  intent_id: string;
  amount_cents: Cents;
  currency: string;
  state: RefundState;
  reason: string;
  provider_refund_id: string | null;
  created_at: Date;
  updated_at: Date;
};

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

export type RuleMinimumParfTable = { coe_from: string; percent: number; cap_cents: Cents | null; source: string };

export type HouseMarkTable = { name: string; at: Date };
