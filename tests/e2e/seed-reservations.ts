import type { OwnProduct } from '@carhouse/contract/listings';
import { joinQueue, type ReservationOfListing, showListingReservation } from '@carhouse/contract/reservations';
import type { APIRequestContext } from '@playwright/test';
import { readSuccessBody, signUp } from './accounts.ts';
import { offerReservation, reserveByApi } from './reservation-steps.ts';

/** Ids of cars of the seller, one for each state of the page of a reservation. */
export type SeedReservations = {
  readonly freeCar: string;
  /** A car that the buyer has reserved, with two people in the queue. */
  readonly heldCar: string;
  /** A car that another buyer has reserved, with the buyer in the queue. */
  readonly queuedCar: string;
  /** A car that is kept for the buyer, whose turn it is. */
  readonly carForTurn: string;
};

type CallsByPerson = Readonly<Record<'seller' | 'buyer' | 'second', APIRequestContext>>;

const depositDollars = 1000;
/** Number of the seller's cars that the other screens use. */
const usedCarCount = 6;

/** Offers reservations of four cars, and reserves three of them. A second call changes nothing. */
export async function seedReservations({ seller, buyer, second }: CallsByPerson): Promise<SeedReservations> {
  const ownCars = await readSuccessBody<OwnProduct[]>(await seller.get('/api/products'));
  const [freeCar, heldCar, queuedCar, carForTurn] = ownCars
    .filter(({ status }) => status === 'available')
    .slice(usedCarCount);
  if (freeCar === undefined || heldCar === undefined || queuedCar === undefined || carForTurn === undefined)
    throw new Error('The seller has too few cars.');
  if (!(await isReserved(buyer, heldCar))) {
    for (const { _id } of [freeCar, heldCar, queuedCar, carForTurn])
      await offerReservation(seller, _id, depositDollars);
    const { calls: thirdBuyer } = await signUp('Buyer', 'Buyer In Queue');
    await reserveCar(buyer, heldCar);
    for (const person of [second, thirdBuyer]) await joinQueueOf(person, heldCar);
    await reserveCar(second, queuedCar);
    for (const person of [thirdBuyer, buyer]) await joinQueueOf(person, queuedCar);
    const bookingId = await reserveCar(second, carForTurn);
    await joinQueueOf(buyer, carForTurn);
    await readSuccessBody(
      await second.post(`/api/v1/bookings/${bookingId}/reservation-end`, { data: { refund: depositDollars } }),
    );
    await thirdBuyer.dispose();
  }
  return { freeCar: freeCar._id, heldCar: heldCar._id, queuedCar: queuedCar._id, carForTurn: carForTurn._id };
}

/** Whether a buyer has reserved the car. */
async function isReserved(buyer: APIRequestContext, car: OwnProduct): Promise<boolean> {
  const answer = await buyer.get(showListingReservation.path.replace(':id', car._id));
  return (await readSuccessBody<ReservationOfListing>(answer)).reservedUntil !== null;
}

function reserveCar(calls: APIRequestContext, car: OwnProduct): Promise<string> {
  return reserveByApi({ calls }, car._id, { price: car.resalePrice, deposit: depositDollars });
}

async function joinQueueOf(person: APIRequestContext, car: OwnProduct): Promise<void> {
  await readSuccessBody(await person.post(joinQueue.path.replace(':id', car._id)));
}
