import type { OwnProduct } from '@carhouse/contract/listings';
import { joinQueue, type ReservationOfListing, showListingReservation } from '@carhouse/contract/reservations';
import type { APIRequestContext } from '@playwright/test';
import { readSuccessBody, signUp } from './accounts.ts';
import { offerReservation, reserveByApi } from './reservation-steps.ts';

/** Ids of cars of the seller, one for each state of the page of a reservation. */
export type SeedReservations = {
  readonly freeCarId: string;
  /** A car that the buyer has reserved, with two people in the queue. */
  readonly heldCarId: string;
  /** A car that another buyer has reserved, with the buyer in the queue. */
  readonly carWithBuyerInQueueId: string;
  /** A car that is kept for the buyer, whose turn it is. */
  readonly carReadyForBuyerId: string;
};

type CallsByPerson = Readonly<Record<'seller' | 'buyer' | 'second', APIRequestContext>>;

const depositDollars = 1000;
/** Number of the seller's cars that the other screens use. */
const carCountUsedElsewhere = 6;

/** Offers reservations of four cars, and reserves three of them. A second call changes nothing. */
export async function seedReservations({ seller, buyer, second }: CallsByPerson): Promise<SeedReservations> {
  const ownCars = await readSuccessBody<OwnProduct[]>(await seller.get('/api/products'));
  const [freeCar, heldCar, carWithBuyerInQueue, carReadyForBuyer] = ownCars
    .filter(({ status }) => status === 'available')
    .slice(carCountUsedElsewhere);
  if (
    freeCar === undefined ||
    heldCar === undefined ||
    carWithBuyerInQueue === undefined ||
    carReadyForBuyer === undefined
  )
    throw new Error('The seller has too few cars.');
  if (!(await isReserved(buyer, heldCar))) {
    for (const { _id } of [freeCar, heldCar, carWithBuyerInQueue, carReadyForBuyer])
      await offerReservation(seller, _id, depositDollars);
    const { calls: thirdBuyer } = await signUp('Buyer', 'Buyer In Queue');
    await reserveCar(buyer, heldCar);
    for (const person of [second, thirdBuyer]) await enterQueue(person, heldCar);
    await reserveCar(second, carWithBuyerInQueue);
    for (const person of [thirdBuyer, buyer]) await enterQueue(person, carWithBuyerInQueue);
    const bookingId = await reserveCar(second, carReadyForBuyer);
    await enterQueue(buyer, carReadyForBuyer);
    await readSuccessBody(
      await second.post(`/api/v1/bookings/${bookingId}/reservation-end`, { data: { refund: depositDollars } }),
    );
    await thirdBuyer.dispose();
  }
  return {
    freeCarId: freeCar._id,
    heldCarId: heldCar._id,
    carWithBuyerInQueueId: carWithBuyerInQueue._id,
    carReadyForBuyerId: carReadyForBuyer._id,
  };
}

/** Whether a buyer has reserved the car. */
async function isReserved(buyer: APIRequestContext, car: OwnProduct): Promise<boolean> {
  const answer = await buyer.get(showListingReservation.path.replace(':id', car._id));
  return (await readSuccessBody<ReservationOfListing>(answer)).reservedUntil !== null;
}

function reserveCar(calls: APIRequestContext, car: OwnProduct): Promise<string> {
  return reserveByApi({ calls }, car._id, { price: car.resalePrice, deposit: depositDollars });
}

async function enterQueue(person: APIRequestContext, car: OwnProduct): Promise<void> {
  await readSuccessBody(await person.post(joinQueue.path.replace(':id', car._id)));
}
