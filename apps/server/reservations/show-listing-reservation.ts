import { findReservation } from '@carhouse/database/payments/payment-parts';
import { findReservableCar, type ReservableCar } from '@carhouse/database/reservations/reservable-cars';
import { listOpenPlaces, type OpenQueuePlace } from '@carhouse/database/reservations/reservation-queue';
import { findActiveReservation, findReservationOfBuyer } from '@carhouse/database/reservations/reservations';
import type { Actor } from '@carhouse/domain/account/account';
import { findBookerRefusal } from '@carhouse/domain/booking/booking-policy';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { isEditable, isOnSale, mayReadListing } from '@carhouse/domain/listing/listing-policy';
import type { Cents } from '@carhouse/domain/money/money';
import { takesPayments } from '@carhouse/domain/payment/business-mode';
import { computeOfferedDeposit } from '@carhouse/domain/reservation/reservation';
import type { Context } from '../context.ts';
import { readRepeatLimit } from './check-repeats.ts';
import { completeShownReservation, type ShownReservation } from './show-reservation.ts';

export type ListingAction = 'start' | 'join' | 'leave' | 'set-terms';

/** How a car can be reserved, and the queue for it, as one reader sees them. */
export type ShownCarReservation = {
  readonly car: ReservableCar;
  /** The deposit that buyers are offered; null when the car cannot be reserved. */
  readonly deposit: Cents | null;
  readonly reservedUntil: Date | null;
  readonly places: readonly OpenQueuePlace[];
  /**
   * For a buyer, their last reservation of the car, even when it has ended. For the seller and admins, the reservation
   * that holds the car.
   */
  readonly shownReservation: ShownReservation | null;
  readonly ownPlace: { readonly rank: number; readonly place: OpenQueuePlace } | null;
  readonly isSeller: boolean;
  /** The time until which earlier reservations keep the reader from reserving the car; null when they do not. */
  readonly limitedUntil: Date | null;
  readonly actions: readonly ListingAction[];
};

/**
 * Returns what reserving a car costs, whether it is reserved, and the queue for it. Visitors see no names. When the
 * operator takes no payments, no car can be reserved and there are no queues. A reservation from before the change is
 * shown until it ends.
 * @throws DomainError NOT_FOUND: a car that the caller may not see.
 */
export async function showListingReservation(
  context: Context,
  actor: Actor | null,
  id: string,
): Promise<ShownCarReservation> {
  const { database } = context;
  const car = await findReservableCar(database, requireId<'listing'>(id));
  if (car === undefined || !mayReadListing(actor, { ...car, seller: { id: car.sellerId } }))
    throw new DomainError('NOT_FOUND');
  const mayReserve = takesPayments(context.config.businessMode);
  const places = mayReserve ? await listOpenPlaces(database, car.id) : [];
  const placeIndex = actor === null ? -1 : places.findIndex(({ buyerId }) => buyerId === actor.accountId);
  const place = places[placeIndex];
  const carReservation = {
    car,
    deposit: mayReserve && isOnSale(car.status) ? computeOfferedDeposit(car.askedDeposit, car.price) : null,
    reservedUntil: (await findReservation(database, car.id))?.until ?? null,
    places,
    shownReservation: actor === null ? null : await findShownReservation(context, actor, car),
    ownPlace: place === undefined ? null : { rank: placeIndex + 1, place },
    isSeller: actor?.accountId === car.sellerId,
    limitedUntil: mayReserve && actor?.role === 'Buyer' ? await findReservationLimitEnd(context, actor, car) : null,
  };
  return { ...carReservation, actions: mayReserve ? listActions(carReservation, actor, context.now()) : [] };
}

async function findReservationLimitEnd(
  context: Context,
  { accountId }: Actor,
  { id }: ReservableCar,
): Promise<Date | null> {
  return (await readRepeatLimit(context, context.database, { buyerId: accountId, listingId: id }))?.until ?? null;
}

async function findShownReservation(
  context: Context,
  actor: Actor,
  car: ReservableCar,
): Promise<ShownReservation | null> {
  const mayReadHolder = actor.accountId === car.sellerId || actor.role === 'admin';
  const reservation = mayReadHolder
    ? await findActiveReservation(context.database, car.id)
    : await findReservationOfBuyer(context.database, { listingId: car.id, buyerId: actor.accountId });
  // The buyer also reads how their last reservation of the car has ended.
  if (reservation === undefined) return null;
  return (await completeShownReservation(context, actor, reservation)) ?? null;
}

function listActions(
  carReservation: Omit<ShownCarReservation, 'actions'>,
  actor: Actor | null,
  now: Date,
): readonly ListingAction[] {
  const { car, places, ownPlace, reservedUntil } = carReservation;
  if (carReservation.isSeller) return isEditable(car.status) ? ['set-terms'] : [];
  if (actor !== null && findBookerRefusal(actor.role, false) !== null) return [];
  if (!isOnSale(car.status)) return [];
  const isOwn = carReservation.shownReservation?.reservation.state === 'active';
  const [firstPlace] = places;
  const isOwnTurn = ownPlace?.place.turnUntil != null && now < ownPlace.place.turnUntil;
  const actions: ListingAction[] = [];
  const isReservableNow = reservedUntil === null && (firstPlace === undefined || isOwnTurn);
  if (isReservableNow && carReservation.deposit !== null && carReservation.limitedUntil === null) actions.push('start');
  if (!isReservableNow && !isOwn && ownPlace === null && carReservation.limitedUntil === null) actions.push('join');
  if (ownPlace !== null) actions.push('leave');
  return actions;
}
