import type { OwnProduct } from '@carhouse/contract/listings';
import { isOnSale } from '@carhouse/domain/listing/listing-policy';
import { Ban, CalendarClock, Check, CreditCard, EyeOff, Lock, Megaphone, PencilLine } from 'lucide-react';
import { productMessages } from '#messages/products';
import type { StatusLabel } from '../../../ui/badge.tsx';
import { formatDeadline } from '../../../ui/format-deadline.ts';
import { isLongHold } from '../../reservations/long-hold.ts';

/**
 * The status of a car as its seller sees it: the status of the listing, or that a buyer has booked or holds the car.
 */
export type DisplayStatus = 'draft' | 'available' | 'booked' | 'held' | 'withdrawn' | 'hidden' | 'sold';

export function findDisplayStatus(car: OwnProduct): DisplayStatus {
  if (!isOnSale(car.status)) return car.status;
  if (car.heldUntil !== null) return 'held';
  return car.openBookings > 0 ? 'booked' : 'available';
}

/** Whether a buyer has booked the car or is paying for it. */
export function hasOpenBookings(car: OwnProduct): boolean {
  const status = findDisplayStatus(car);
  return status === 'booked' || status === 'held';
}

/** Returns the HTML id of a car's card. */
export function makeListingElementId(car: OwnProduct): string {
  return `product-${car._id}`;
}

/** Returns the status label on the image. */
export function makeStatusLabel(car: OwnProduct): StatusLabel {
  const status = findDisplayStatus(car);
  switch (status) {
    case 'draft':
      return { kind: 'plain', icon: PencilLine, words: productMessages.status.draft };
    case 'held':
      return car.heldUntil !== null && isLongHold(car.heldUntil)
        ? { kind: 'wait', icon: Lock, words: productMessages.status.reserved(formatDeadline(car.heldUntil)) }
        : { kind: 'wait', icon: CreditCard, words: productMessages.status.held(car.heldUntil ?? '') };
    case 'booked':
      return { kind: 'plain', icon: CalendarClock, words: productMessages.status.booked };
    case 'withdrawn':
      return { kind: 'off', icon: Ban, words: productMessages.status.withdrawn };
    case 'hidden':
      return { kind: 'off', icon: EyeOff, words: productMessages.status.hidden };
    case 'sold':
      return { kind: 'off', icon: Lock, words: productMessages.status.sold };
    default:
      return car.advertised
        ? { kind: 'ok', icon: Megaphone, words: productMessages.status.advertised }
        : { kind: 'ok', icon: Check, words: productMessages.status.available };
  }
}

/** Returns texts such as `3 available`, `2 booked` and `1 sold`, without zero counts. */
export function describeStatusCounts(cars: readonly OwnProduct[]): readonly string[] {
  const statuses = cars.map(findDisplayStatus);
  const countCarsWithStatus = (chosenStatuses: readonly DisplayStatus[]) =>
    statuses.filter((status) => chosenStatuses.includes(status)).length;
  const { counts } = productMessages;
  return [
    [counts.available, countCarsWithStatus(['available'])] as const,
    [counts.booked, countCarsWithStatus(['booked', 'held'])] as const,
    [counts.draft, countCarsWithStatus(['draft'])] as const,
    [counts.withdrawn, countCarsWithStatus(['withdrawn'])] as const,
    [counts.hidden, countCarsWithStatus(['hidden'])] as const,
    [counts.sold, countCarsWithStatus(['sold'])] as const,
  ]
    .filter(([, count]) => count > 0)
    .map(([formatCount, count]) => formatCount(count));
}
