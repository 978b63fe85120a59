import type { CallArguments } from '@carhouse/contract/call';
import { ApiError } from '@carhouse/contract/client';
import { startReservation } from '@carhouse/contract/reservations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../../app/api.ts';
import { checkBookingFields } from '../bookings/use-book-car.ts';
import { refreshReservation } from './reservation-queries.ts';

type StartBody = CallArguments<typeof startReservation>['body'];

/** Begins the reservation of a car, and opens the page on which its deposit is paid. */
export function useStartReservation(listingId: string) {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (body: StartBody) => {
      await checkBookingFields(body);
      return client(startReservation, { params: { id: listingId }, body });
    },
    onSuccess: async ({ bookingId }) => {
      await refreshReservation(queryClient);
      await navigate({ to: '/dashboard/myOrders/$id', params: { id: bookingId } });
    },
    // The offer has changed, or another buyer was faster: the page behind the dialog shows it.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void refreshReservation(queryClient);
    },
  });
}

/** Whether a reservation was refused because its price, deposit or rule is no longer the one that the buyer saw. */
export function hasOfferChanged(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'PRICE_CHANGED' || error.code === 'TERMS_CHANGED');
}
