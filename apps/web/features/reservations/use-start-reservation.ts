import type { CallArguments } from '@carhouse/contract/call';
import { ApiError } from '@carhouse/contract/client';
import { startReservation } from '@carhouse/contract/reservations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../../app/api.ts';
import { checkBookingFields } from '../bookings/use-book-car.ts';
import { refreshReservation } from './reservation-queries.ts';

type StartReservationBody = CallArguments<typeof startReservation>['body'];

/** Begins the reservation of a car, and opens the page on which its deposit is paid. */
export function useStartReservation(listingId: string) {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (body: StartReservationBody) => {
      await checkBookingFields(body);
      return client(startReservation, { params: { id: listingId }, body });
    },
    onSuccess: async ({ bookingId }) => {
      await refreshReservation(queryClient);
      await navigate({ to: '/dashboard/myOrders/$id', params: { id: bookingId } });
    },
    // When the offer has changed or another buyer was faster, the page behind the dialog shows the new state.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void refreshReservation(queryClient);
    },
  });
}

/** Whether a reservation was refused because the price, the deposit or the rule has changed since the buyer saw it. */
export function hasOfferChanged(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'PRICE_CHANGED' || error.code === 'TERMS_CHANGED');
}
