import type { User } from '@carhouse/contract/accounts';
import { bookCar } from '@carhouse/contract/bookings';
import { ApiError } from '@carhouse/contract/client';
import { listing } from '@carhouse/contract/listing-detail';
import type { Product } from '@carhouse/contract/listings';
import type { Problem } from '@carhouse/contract/problem';
import { texts } from '@carhouse/contract/texts';
import type { FieldFault } from '@carhouse/domain/errors/domain-error';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { bookingMessages } from '#messages/booking';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { refreshOrders } from './booking-queries.ts';

export type BookingFields = { readonly meetingDate: string; readonly buyerNumber: string };

/** The values of a booking. `price` is the price that the buyer saw, in dollars. */
type BookingRequest = BookingFields & { readonly price: number };

/**
 * The error of a form without a meeting date or a telephone number. When this error is thrown, nothing has been sent to
 * the server.
 */
class BookingIncompleteError extends Error {
  readonly faults: readonly FieldFault[];

  constructor(faults: readonly FieldFault[]) {
    super(faults[0]?.message);
    this.name = 'BookingIncomplete';
    this.faults = faults;
  }
}

/**
 * Checks the two fields that a buyer fills in, before they are sent.
 * @throws BookingIncompleteError with the faults of the fields, which `findBookingFaults` reads.
 */
export async function checkBookingFields(fields: BookingFields): Promise<void> {
  // The telephone numbering plans are large, so they are loaded only when a buyer confirms.
  const { findBookingFieldFaults } = await import('@carhouse/contract/booking-fields');
  const faults = findBookingFieldFaults(fields);
  if (faults.length > 0) throw new BookingIncompleteError(faults);
}

/**
 * Books a car at the price that the buyer saw, shows a success message and opens My Orders (specification, section 4).
 */
export function useBookCar(car: Product, user: User) {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ meetingDate, buyerNumber, price }: BookingRequest) => {
      await checkBookingFields({ meetingDate, buyerNumber });
      return client(bookCar, {
        body: {
          productId: car._id,
          productImg: car.image,
          productCategory: car.category,
          productModel: car.title,
          resellPrice: price,
          expectedPrice: price,
          sellerName: car.author,
          ...(car.email === undefined ? {} : { sellerEmail: car.email }),
          sellerLocation: car.location,
          meetingDate,
          buyerNumber,
          buyerName: user.name,
          buyerEmail: user.email,
        },
      });
    },
    onSuccess: async ({ insertedId }) => {
      toastSuccess(texts.toasts.booked);
      await refreshOrders(queryClient);
      await navigate({ to: '/dashboard/myOrders', state: { bookedOrderId: insertedId } });
    },
    // The page behind the dialog is refreshed, so that the page shows the new price too.
    onError: (error) => {
      if (findChangedPrices(error) !== undefined) void invalidate(queryClient, listing);
    },
  });
}

/**
 * Returns the price that the buyer saw and the current price, in dollars, when a booking was refused because these
 * prices differ.
 */
export function findChangedPrices(error: Error | null): Problem['prices'] {
  return error instanceof ApiError && error.code === 'PRICE_CHANGED' ? error.problem?.prices : undefined;
}

export type BookingFaults = {
  readonly field: Partial<Record<keyof BookingFields, string>>;
  /** The message that belongs to no field of this form. */
  readonly formMessage: string;
  /** Whether the dialog links to My Orders, because the buyer has reached the limit of open bookings. */
  readonly needsOrdersLink: boolean;
};

/** Returns the server's messages for single fields, and the message for the whole form. */
export function findBookingFaults(error: Error | null): BookingFaults {
  if (error === null) return { field: {}, formMessage: '', needsOrdersLink: false };
  const code = error instanceof ApiError ? error.code : '';
  const faults = listProblemFaults(error);
  const field = findFieldFaults(faults);
  const hasFieldFaults = Object.keys(field).length > 0;
  return {
    field,
    formMessage:
      hasFieldFaults || findChangedPrices(error) !== undefined ? '' : (bookingMessages.refusals[code] ?? error.message),
    needsOrdersLink: code === 'BOOKING_LIMIT',
  };
}

/** Returns the errors of single fields that the form or the server found. */
function listProblemFaults(error: Error): readonly FieldFault[] {
  if (error instanceof BookingIncompleteError) return error.faults;
  return error instanceof ApiError ? (error.problem?.errors ?? []) : [];
}

/** Returns the message for each of the two fields that has an error. */
function findFieldFaults(
  faults: readonly { readonly path: string; readonly message: string }[],
): BookingFaults['field'] {
  const findFaultOfField = (name: keyof BookingFields) =>
    faults.find(({ path }) => path.split('.').at(-1) === name)?.message;
  const meetingDate = findFaultOfField('meetingDate');
  const buyerNumber = findFaultOfField('buyerNumber');
  return {
    ...(meetingDate === undefined ? {} : { meetingDate }),
    ...(buyerNumber === undefined ? {} : { buyerNumber }),
  };
}
