import type { ListingDetail } from '@carhouse/contract/listing-detail';
import type { ReservationOfListing } from '@carhouse/contract/reservations';

/** The properties that all panels of the page need. */
export type ReservationView = {
  readonly car: ListingDetail;
  readonly standing: ReservationOfListing;
  /** The present time in milliseconds since 1970. */
  readonly now: number;
};
