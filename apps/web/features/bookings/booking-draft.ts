import type { User } from '@carhouse/contract/accounts';
import type { Product } from '@carhouse/contract/listings';
import { readFormText } from '../../app/form-text.ts';
import type { BookingFields } from './use-book-car.ts';

/**
 * Input of the booking dialog that was not sent, by the ids of user and car. The next dialog of the same user and car
 * opens with the unsent input. The unsent input is in memory only.
 */
const draftsByKey = new Map<string, BookingFields>();

const makeDraftKey = (user: User, car: Pick<Product, '_id'>): string => `${user.email} ${car._id}`;

/** Returns the buyer's unsent input for this car; empty when there is none. */
export function readBookingDraft(user: User, car: Pick<Product, '_id'>): Partial<BookingFields> {
  return draftsByKey.get(makeDraftKey(user, car)) ?? {};
}

export function storeBookingDraft(user: User, car: Pick<Product, '_id'>, form: HTMLFormElement): void {
  draftsByKey.set(makeDraftKey(user, car), {
    meetingDate: readFormText(form, 'meetingDate'),
    buyerNumber: readFormText(form, 'buyerNumber'),
  });
}

export function removeBookingDraft(user: User, car: Pick<Product, '_id'>): void {
  draftsByKey.delete(makeDraftKey(user, car));
}
