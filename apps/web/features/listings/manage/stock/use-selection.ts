import type { SellerCar } from '@carhouse/contract/seller-cars';
import { useState } from 'react';

/** A car that a bulk change did not change, and the reason. */
export type FailedCar = { readonly id: string; readonly title: string; readonly reason: string };

export type Selection = {
  /** The selected cars as the list showed them last. */
  readonly cars: ReadonlyMap<string, SellerCar>;
  /** The reasons why the last bulk change did not change a car, by the id of the car. */
  readonly reasons: ReadonlyMap<string, string>;
  /** Adds cars to the selection, or removes them. */
  readonly choose: (cars: readonly SellerCar[], chosen: boolean) => void;
  /** Leaves only these cars selected, with their reasons. Without any, nothing is selected. */
  readonly keepFailed: (failed: readonly FailedCar[]) => void;
  /** Updates the selected cars with the data of the whole list. A car that left the list is no longer selected. */
  readonly refresh: (list: readonly SellerCar[]) => void;
};

type State = {
  readonly list: string;
  readonly shown: readonly SellerCar[];
  readonly cars: ReadonlyMap<string, SellerCar>;
  readonly reasons: ReadonlyMap<string, string>;
};

const none = new Map<string, never>();

/**
 * The selected cars of one list. The selection remains when another page of the list or another order is shown. Another list
 * starts without a selection, so that a bulk change never reaches a car that is not in the shown list. A selected car is
 * updated when the list shows it with a new price or state.
 * @param list names the list: its state, words and brand
 * @param shown the cars of the page that is shown; undefined while the list loads
 */
export function useSelection(list: string, shown: readonly SellerCar[] | undefined): Selection {
  const [state, setState] = useState<State>({ list, shown: [], cars: none, reasons: none });
  let now = state;
  if (state.list !== list) now = { list, shown: [], cars: none, reasons: none };
  if (shown !== undefined && shown !== now.shown) now = { ...now, shown, cars: refreshed(now.cars, shown) };
  // React renders again before the screen changes (react.dev/reference/react/useState, information from previous renders).
  if (now !== state) setState(now);
  return {
    cars: now.cars,
    reasons: now.reasons,
    choose: (changed, chosen) =>
      setState((present) => {
        const cars = new Map(present.cars);
        for (const car of changed) {
          if (chosen) cars.set(car._id, car);
          else cars.delete(car._id);
        }
        return { ...present, cars };
      }),
    keepFailed: (failed) =>
      setState((present) => {
        const reasons = new Map(failed.map(({ id, reason }) => [id, reason]));
        return { ...present, reasons, cars: new Map([...present.cars].filter(([id]) => reasons.has(id))) };
      }),
    refresh: (all) =>
      setState((present) => ({
        ...present,
        cars: new Map(all.filter(({ _id }) => present.cars.has(_id)).map((car) => [car._id, car])),
      })),
  };
}

function refreshed(cars: ReadonlyMap<string, SellerCar>, shown: readonly SellerCar[]): ReadonlyMap<string, SellerCar> {
  const present = shown.filter(({ _id }) => cars.has(_id));
  return present.length === 0 ? cars : new Map([...cars, ...present.map((car) => [car._id, car] as const)]);
}
