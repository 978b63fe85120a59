import type { SellerCar } from '@carhouse/contract/seller-cars';
import { expect, it } from 'vitest';
import {
  changeIfListIsSame,
  chooseCars,
  keepFailedCars,
  makeEmptySelection,
  refreshCars,
  type SelectionState,
  updateShownCars,
} from './selection-state.ts';

function makeCar(_id: string, resalePrice = 50_000, status: SellerCar['status'] = 'available'): SellerCar {
  return { _id, resalePrice, status } as SellerCar;
}

const shownCars = [makeCar('a'), makeCar('b')];
const stateWithBothChosen = chooseCars(
  updateShownCars(makeEmptySelection('on sale'), 'on sale', shownCars),
  shownCars,
  true,
);
const stateWithFailures = keepFailedCars(stateWithBothChosen, [
  { id: 'a', title: 'A', reason: 'A buyer is paying.' },
  { id: 'b', title: 'B', reason: 'The price was changed.' },
]);

const listIdsWithReason = (state: SelectionState): string[] => [...state.reasons.keys()];
const listSelectedIds = (state: SelectionState): string[] => [...state.cars.keys()];

it('does not select the cars of a list whose answer arrives when another list is shown', () => {
  const otherFilterState = updateShownCars(stateWithBothChosen, 'withdrawn', [makeCar('c')]);
  expect(listSelectedIds(otherFilterState)).toEqual([]);
  for (const applyLateChange of [
    (state: SelectionState) => chooseCars(state, shownCars, true),
    (state: SelectionState) => keepFailedCars(state, []),
    (state: SelectionState) => refreshCars(state, shownCars),
  ]) {
    expect(changeIfListIsSame(otherFilterState, 'on sale', applyLateChange)).toBe(otherFilterState);
  }
  expect(
    listSelectedIds(
      changeIfListIsSame(otherFilterState, 'withdrawn', (state) => chooseCars(state, [makeCar('c')], true)),
    ),
  ).toEqual(['c']);
});

it('removes the reason of a car that is no longer selected', () => {
  expect(listIdsWithReason(stateWithFailures)).toEqual(['a', 'b']);
  expect(listIdsWithReason(chooseCars(stateWithFailures, [makeCar('a')], false))).toEqual(['b']);
  expect(listIdsWithReason(chooseCars(stateWithFailures, shownCars, true))).toEqual(['a', 'b']);
});

it.each([
  ['the same data', [makeCar('a'), makeCar('b')], ['a', 'b']],
  ['another price', [makeCar('a', 49_000), makeCar('b')], ['b']],
  ['another status', [makeCar('a'), makeCar('b', 50_000, 'withdrawn')], ['a']],
  ['another page', [makeCar('c')], ['a', 'b']],
])('keeps the right reasons when the list shows %s', (_what, page, reasons) => {
  const stateAfterChange = updateShownCars(stateWithFailures, 'on sale', page);
  expect(listIdsWithReason(stateAfterChange)).toEqual(reasons);
  expect(listSelectedIds(stateAfterChange)).toEqual(['a', 'b']);
});

it('does not remove the reasons when the whole list is fetched after a failed change', () => {
  const stateAfterRefresh = refreshCars(stateWithFailures, [makeCar('a', 49_000)]);
  expect(listSelectedIds(stateAfterRefresh)).toEqual(['a']);
  expect(listIdsWithReason(stateAfterRefresh)).toEqual(['a', 'b']);
});
