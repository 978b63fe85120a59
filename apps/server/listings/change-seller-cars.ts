import { countOwnedCars } from '@carhouse/database/listings/seller-cars';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import type { ErrorCode } from '@carhouse/domain/errors/error-codes';
import { requireId } from '@carhouse/domain/ids/id';
import type { Cents } from '@carhouse/domain/money/money';
import type { Context } from '../context.ts';
import { changePrice } from './change-listing.ts';
import { withdrawListing } from './withdraw-listing.ts';

/**
 * The outcome for one car of a call that changes several cars. `code` is null when the car was changed, or needed no change.
 */
export type CarOutcome = { readonly _id: string; readonly code: ErrorCode | null; readonly detail: string | null };

/**
 * Error codes that concern only one car. An error that concerns the caller, such as a suspended account, ends the whole
 * call.
 */
export const carErrorCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'CAR_ALREADY_SOLD',
  'CAR_RESERVED',
  'DUPLICATE_LISTING',
  'HIDDEN_BY_ADMIN',
  'ILLEGAL_TRANSITION',
  'PAYMENT_PROVIDER_UNAVAILABLE',
  'PRICE_CHANGED',
]);

export type NewPrice = { readonly id: string; readonly seenPrice: Cents; readonly price: Cents };

/**
 * Changes the prices of several of the seller's cars. Each car is changed in a separate transaction, which checks the rights
 * of the seller again.
 * @throws DomainError before any change: INVALID when a car is named twice, NOT_FOUND when one of the cars is not the
 * seller's; and errors that concern the caller.
 */
export async function changePrices(
  context: Context,
  actor: Actor,
  cars: readonly NewPrice[],
): Promise<readonly CarOutcome[]> {
  return changeEachCar(context, actor, cars, (car) => changePrice(context, actor, car));
}

/** Withdraws several of the seller's cars, each in a separate transaction. */
export async function withdrawCars(
  context: Context,
  actor: Actor,
  ids: readonly string[],
): Promise<readonly CarOutcome[]> {
  const cars = ids.map((id) => ({ id }));
  return changeEachCar(context, actor, cars, ({ id }) => withdrawListing(context, actor, id));
}

async function changeEachCar<Car extends { readonly id: string }>(
  context: Context,
  actor: Actor,
  cars: readonly Car[],
  changeCar: (car: Car) => Promise<unknown>,
): Promise<readonly CarOutcome[]> {
  const ids = [...new Set(cars.map(({ id }) => requireId<'listing'>(id)))];
  if (ids.length !== cars.length) throw new DomainError('INVALID', { detail: 'Each car may be named only once.' });
  if ((await countOwnedCars(context.database, actor.accountId, ids)) !== ids.length) throw new DomainError('NOT_FOUND');
  const outcomes: CarOutcome[] = [];
  // The cars are changed one after another, because each transaction locks the account of the seller.
  for (const car of cars) outcomes.push(await changeCarAndCatch(car, changeCar));
  return outcomes;
}

async function changeCarAndCatch<Car extends { readonly id: string }>(
  car: Car,
  changeCar: (car: Car) => Promise<unknown>,
): Promise<CarOutcome> {
  try {
    await changeCar(car);
    return { _id: car.id, code: null, detail: null };
  } catch (error) {
    if (!isDomainError(error) || !carErrorCodes.has(error.code)) throw error;
    return { _id: car.id, code: error.code, detail: error.message };
  }
}
