import type { SellerCar } from '@carhouse/contract/seller-cars';

/** A car that a bulk change did not change, and the reason. */
export type FailedCar = { readonly id: string; readonly title: string; readonly reason: string };

export type SelectionState = {
  /** A text that identifies the list by its filters: state, search text and brand. */
  readonly list: string;
  /** The cars on the page of the list that is shown. */
  readonly shownCars: readonly SellerCar[];
  /** The selected cars by their id, with the data that the list showed most recently. */
  readonly cars: ReadonlyMap<string, SellerCar>;
  /** The reasons why the last bulk change did not change a car, by the id of the car. */
  readonly reasons: ReadonlyMap<string, string>;
};

/** The state of a list without a selection. */
export function makeEmptySelection(list: string): SelectionState {
  return { list, shownCars: [], cars: new Map(), reasons: new Map() };
}

/**
 * Returns the selection state after the list has loaded these cars. A list with other filters starts without a
 * selection. When the list has loaded, the data of the selected cars is updated. When the price or the status of a
 * selected car has changed, the reason that is shown for it is removed.
 */
export function updateShownCars(
  state: SelectionState,
  list: string,
  shownCars: readonly SellerCar[] | undefined,
): SelectionState {
  const currentState = state.list === list ? state : makeEmptySelection(list);
  if (shownCars === undefined || shownCars === currentState.shownCars) return currentState;
  const cars = new Map(currentState.cars);
  const reasons = new Map(currentState.reasons);
  for (const car of shownCars) {
    const selectedCar = currentState.cars.get(car._id);
    if (selectedCar === undefined) continue;
    cars.set(car._id, car);
    if (selectedCar.resalePrice !== car.resalePrice || selectedCar.status !== car.status) reasons.delete(car._id);
  }
  return { ...currentState, shownCars, cars, reasons };
}

/** Adds cars to the selection, or removes them together with the reasons that are shown for them. */
export function chooseCars(
  state: SelectionState,
  changedCars: readonly SellerCar[],
  areSelected: boolean,
): SelectionState {
  const cars = new Map(state.cars);
  const reasons = new Map(state.reasons);
  for (const car of changedCars) {
    if (areSelected) {
      cars.set(car._id, car);
    } else {
      cars.delete(car._id);
      reasons.delete(car._id);
    }
  }
  return { ...state, cars, reasons };
}

/** Selects only these cars, and stores for each car the reason why the bulk change did not change it. */
export function keepFailedCars(state: SelectionState, failedCars: readonly FailedCar[]): SelectionState {
  const reasons = new Map(failedCars.map(({ id, reason }) => [id, reason]));
  return { ...state, reasons, cars: new Map([...state.cars].filter(([id]) => reasons.has(id))) };
}

/**
 * Updates the selected cars with the data of the whole list. A car that left the list is no longer selected. The
 * reasons are not removed, because the data is read just after the change that failed.
 */
export function refreshCars(state: SelectionState, allCars: readonly SellerCar[]): SelectionState {
  return { ...state, cars: new Map(allCars.filter(({ _id }) => state.cars.has(_id)).map((car) => [car._id, car])) };
}

/**
 * Applies a change that began in a list. When the page shows another list by now, the state does not change: a late
 * response must not select cars that are not in the shown list.
 */
export function changeIfListIsSame(
  state: SelectionState,
  list: string,
  change: (state: SelectionState) => SelectionState,
): SelectionState {
  return state.list === list ? change(state) : state;
}
