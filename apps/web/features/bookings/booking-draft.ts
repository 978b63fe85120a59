import type { User } from '@carhouse/contract/accounts';
import type { Product } from '@carhouse/contract/listings';
import { formText } from '../../app/form-text.ts';
import type { BookingFields } from './use-book-car.ts';

/** Input that was not sent, with which the dialog opens again. It is kept in memory, separately for each user. */
const drafts = new Map<string, BookingFields>();

const keyOf = (user: User, car: Pick<Product, '_id'>): string => `${user.email} ${car._id}`;

/** Returns the buyer's unsent input for this car; empty when there is none. */
export function draftOf(user: User, car: Pick<Product, '_id'>): Partial<BookingFields> {
  return drafts.get(keyOf(user, car)) ?? {};
}

export function keepDraft(user: User, car: Pick<Product, '_id'>, form: HTMLFormElement): void {
  drafts.set(keyOf(user, car), {
    meetingDate: formText(form, 'meetingDate'),
    buyerNumber: formText(form, 'buyerNumber'),
  });
}

export function forgetDraft(user: User, car: Pick<Product, '_id'>): void {
  drafts.delete(keyOf(user, car));
}
