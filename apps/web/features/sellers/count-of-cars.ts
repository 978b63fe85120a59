import { countedSellerCarsMaximum } from '@carhouse/domain/listing/listing';
import { listingMessages } from '#messages/listings';
import { sellerMessages } from '#messages/sellers';
import { formatCount } from '../../ui/format.ts';

/** Formats the number of a seller's cars: `164`, or `1,000+` for a seller with more cars than the server counts. */
export function formatCarCount(carCount: number): string {
  return carCount >= countedSellerCarsMaximum ? sellerMessages.atLeast(formatCount(carCount)) : formatCount(carCount);
}

/** Formats the number of a seller's cars with its noun: `1 car`, `164 cars`, `1,000+ cars`. */
export function formatCarCountOfSeller(carCount: number): string {
  return `${formatCarCount(carCount)} ${carCount === 1 ? listingMessages.car : listingMessages.cars}`;
}

/**
 * Formats the number of some of a seller's cars, such as those of one brand. When the server did not count all cars,
 * the number is a lower bound.
 */
export function formatPartialCarCount(partCount: number, totalCount: number): string {
  return totalCount >= countedSellerCarsMaximum
    ? sellerMessages.atLeast(formatCount(partCount))
    : formatCount(partCount);
}
