import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import type { ConditionState, ReservationState } from '@carhouse/domain/reservation/reservation';
import type { PlaceId, PlaceState } from '@carhouse/domain/reservation/reservation-queue';
import type { ConditionKind, ReservationOutcome } from '@carhouse/domain/reservation/reservation-rule';

export type ReservationTable = {
  booking_id: BookingId;
  listing_id: ListingId;
  state: ReservationState;
  deposit_cents: Cents;
  forfeit_cents: Cents;
  rule_version: number;
  rule_text: string;
  accepted_at: Date;
  paid_at: Date | null;
  free_until: Date | null;
  ends_at: Date | null;
  end_kind: ReservationOutcome | null;
  end_condition: ConditionKind | null;
  ended_at: Date | null;
  refund_cents: Cents | null;
  forfeited_cents: Cents | null;
};

export type ReservationConditionTable = {
  booking_id: BookingId;
  kind: ConditionKind;
  state: ConditionState;
  deadline: Date | null;
  stated_by: AccountId | null;
  stated_at: Date | null;
  note: string | null;
};

export type ReservationQueueTable = {
  id: PlaceId;
  listing_id: ListingId;
  buyer_id: AccountId;
  position: number;
  state: PlaceState;
  joined_at: Date;
  turn_from: Date | null;
  turn_until: Date | null;
};
