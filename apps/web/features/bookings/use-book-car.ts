import type { User } from '@carhouse/contract/accounts';
import { bookingData, myOrders } from '@carhouse/contract/bookings';
import { ApiError } from '@carhouse/contract/client';
import { listing } from '@carhouse/contract/listing-detail';
import type { Product } from '@carhouse/contract/listings';
import { overview } from '@carhouse/contract/overview';
import type { Problem } from '@carhouse/contract/problem';
import { texts } from '@carhouse/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { bookingMessages } from '#messages/booking';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';

export type BookingFields = { readonly meetingDate: string; readonly buyerNumber: string };

/** `price` is the one that the buyer saw, in dollars. */
type BookingRequest = BookingFields & { readonly price: number };

/** Books a car at the price that the buyer saw, says so and goes to My Orders (specification, section 4). */
export function useBookCar(car: Product, user: User) {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ meetingDate, buyerNumber, price }: BookingRequest) =>
      client(bookingData, {
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
      }),
    onSuccess: async () => {
      toastSuccess(texts.toasts.booked);
      void invalidate(queryClient, overview);
      await invalidate(queryClient, myOrders);
      await invalidate(queryClient, listing);
      await navigate({ to: '/dashboard/myOrders' });
    },
    // The page behind the dialog shows the new price too.
    onError: (error) => {
      if (changedPrice(error) !== undefined) void invalidate(queryClient, listing);
    },
  });
}

/** The price that the buyer saw and the current one, in dollars, when a booking was refused for it. */
export function changedPrice(error: Error | null): Problem['prices'] {
  return error instanceof ApiError && error.code === 'PRICE_CHANGED' ? error.problem?.prices : undefined;
}

export type BookingFaults = {
  readonly field: Partial<Record<keyof BookingFields, string>>;
  /** The error that belongs to no field of this form. */
  readonly rest: string;
  /** Whether the dialog links to My Orders, because the buyer has reached the limit of open bookings. */
  readonly toOrders: boolean;
};

/** The server's messages for single fields, and the one for the whole form. */
export function bookingFaults(error: Error | null): BookingFaults {
  if (error === null) return { field: {}, rest: '', toOrders: false };
  const code = error instanceof ApiError ? error.code : '';
  const faults = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
  const about = (name: keyof BookingFields) => faults.find(({ path }) => path.split('.').at(-1) === name)?.message;
  const meetingDate = about('meetingDate');
  const buyerNumber = about('buyerNumber');
  const named = meetingDate !== undefined || buyerNumber !== undefined;
  return {
    field: {
      ...(meetingDate === undefined ? {} : { meetingDate }),
      ...(buyerNumber === undefined ? {} : { buyerNumber }),
    },
    rest: named || changedPrice(error) !== undefined ? '' : (bookingMessages.refusals[code] ?? error.message),
    toOrders: code === 'BOOKING_LIMIT',
  };
}
