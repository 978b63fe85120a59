import type { AccountId } from '@carhouse/domain/account/account';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { ReportGround, ReportId, ReportState } from '@carhouse/domain/report/report';

export type ReportTable = {
  id: ReportId;
  listing_id: ListingId | null;
  seller_id: AccountId;
  reporter_id: AccountId | null;
  ground: ReportGround;
  text: string;
  state: ReportState;
  decision: string | null;
  decided_by: AccountId | null;
  created_at: Date;
  closed_at: Date | null;
};
