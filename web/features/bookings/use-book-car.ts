import type { User } from '@carhouse/contract/accounts';
import { bookingData } from '@carhouse/contract/bookings';
import { ApiError } from '@carhouse/contract/client';
import type { Product } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api.ts';
import { toastSuccess } from '../../toasts.tsx';

export type BookingWish = { readonly meetingDate: string; readonly buyerNumber: string };

/** Books a car, says so and goes to My Orders (specification, section 4). */
export function useBookCar(car: Product, user: User) {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ meetingDate, buyerNumber }: BookingWish) =>
      client(bookingData, {
        body: {
          productId: car._id,
          productImg: car.image,
          productCategory: car.category,
          productModel: car.title,
          resellPrice: car.resalePrice,
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
      await queryClient.invalidateQueries({ queryKey: ['my-orders'] });
      await navigate({ to: '/dashboard/myOrders' });
    },
  });
}

/** What the server says about one field, and what it says about the whole where it names no field of this form. */
export function bookingFaults(error: Error | null): {
  field: Partial<Record<keyof BookingWish, string>>;
  rest: string;
} {
  if (error === null) return { field: {}, rest: '' };
  const faults = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
  const about = (name: keyof BookingWish) => faults.find(({ path }) => path.split('.').at(-1) === name)?.message;
  const meetingDate = about('meetingDate');
  const buyerNumber = about('buyerNumber');
  return {
    field: {
      ...(meetingDate === undefined ? {} : { meetingDate }),
      ...(buyerNumber === undefined ? {} : { buyerNumber }),
    },
    rest: meetingDate === undefined && buyerNumber === undefined ? error.message : '',
  };
}
