import { listingDetail } from '#messages/listing-detail';
import { counted } from '../../../ui/format.ts';

/** `1 year`, `5 years`. */
export function yearsOf(years: number): string {
  return counted(years, listingDetail.yearsOfUse.one, listingDetail.yearsOfUse.many);
}
