import type { Order } from '@carhouse/contract/bookings';
import type { Reservation } from '@carhouse/contract/reservations';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../app/api.ts';
import { useSession } from '../../app/session.ts';
import { reservationQuery } from './reservation-queries.ts';

type OrderOfReservation = Pick<Order, '_id' | 'productId' | 'inParts' | 'status'>;

/**
 * Reads the reservation whose deposit is the first part of the price of an open order; undefined for an order without a
 * reservation.
 */
export function useReservationOfOrder({ _id, productId, inParts, status }: OrderOfReservation): {
  readonly reservation: Reservation | undefined;
  readonly isLoading: boolean;
} {
  const user = useSession();
  const standingResult = useQuery({
    ...reservationQuery(useClient(), productId, user?.email),
    enabled: inParts && status === 'unpaid',
  });
  const reservation = standingResult.data?.reservation;
  return {
    reservation: reservation?.bookingId === _id ? reservation : undefined,
    isLoading: standingResult.isLoading,
  };
}
