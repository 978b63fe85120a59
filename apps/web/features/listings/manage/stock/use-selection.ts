import type { SellerCar } from '@carhouse/contract/seller-cars';
import { useState } from 'react';
import {
  changeIfListIsSame,
  chooseCars,
  type FailedCar,
  keepFailedCars,
  makeEmptySelection,
  refreshCars,
  type SelectionState,
  updateShownCars,
} from './selection-state.ts';

export type Selection = Pick<SelectionState, 'cars' | 'reasons'> & {
  /** Adds cars to the selection, or removes them together with the reasons that are shown for them. */
  readonly choose: (cars: readonly SellerCar[], isChosen: boolean) => void;
  /**
   * Selects only these cars, and shows for each car the reason why it was not changed. An empty list ends the
   * selection.
   */
  readonly selectOnlyFailedCars: (failedCars: readonly FailedCar[]) => void;
  /** Updates the selected cars with the data of the whole list. A car that left the list is no longer selected. */
  readonly refreshSelectedCars: (list: readonly SellerCar[]) => void;
};

/**
 * The selected cars of one list. The selection remains when another page of the list or another order is shown. A list
 * with other filters starts without a selection, so that a bulk change never reaches a car that is not in the shown
 * list. A selected car is updated when the list shows it with a new price or state.
 * @param list identifies the list by its filters: state, search text and brand
 * @param shownCars the cars of the page that is shown; undefined while the list loads
 */
export function useSelection(list: string, shownCars: readonly SellerCar[] | undefined): Selection {
  const [state, setState] = useState(() => makeEmptySelection(list));
  const currentState = updateShownCars(state, list, shownCars);
  // React renders again before the screen changes (react.dev/reference/react/useState, information from previous
  // renders).
  if (currentState !== state) setState(currentState);
  const change = (changeState: (presentState: SelectionState) => SelectionState) =>
    setState((presentState) => changeIfListIsSame(presentState, list, changeState));
  return {
    cars: currentState.cars,
    reasons: currentState.reasons,
    choose: (changedCars, areChosen) => change((presentState) => chooseCars(presentState, changedCars, areChosen)),
    selectOnlyFailedCars: (failedCars) => change((presentState) => keepFailedCars(presentState, failedCars)),
    refreshSelectedCars: (allCars) => change((presentState) => refreshCars(presentState, allCars)),
  };
}
