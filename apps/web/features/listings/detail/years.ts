import { listingDetailMessages } from '#messages/listing-detail';
import { counted } from '../../../ui/format.ts';

/** `1 year`, `5 years`. */
export function yearsOf(years: number): string {
  return counted(years, listingDetailMessages.yearsOfUse.one, listingDetailMessages.yearsOfUse.many);
}
