import type { SellerCar } from '@carhouse/contract/seller-cars';
import { expect, it } from 'vitest';
import {
  changeInList,
  chooseCars,
  keepFailedCars,
  nothingSelected,
  refreshCars,
  type SelectionState,
  showCars,
} from './selection-state.ts';

function car(_id: string, resalePrice = 50_000, status: SellerCar['status'] = 'available'): SellerCar {
  return { _id, resalePrice, status } as SellerCar;
}

const shownCars = [car('a'), car('b')];
const bothChosen = chooseCars(showCars(nothingSelected('on sale'), 'on sale', shownCars), shownCars, true);
const failed = keepFailedCars(bothChosen, [
  { id: 'a', title: 'A', reason: 'A buyer is paying.' },
  { id: 'b', title: 'B', reason: 'The price was changed.' },
]);

const idsWithReason = (state: SelectionState): string[] => [...state.reasons.keys()];
const selectedIds = (state: SelectionState): string[] => [...state.cars.keys()];

it('does not select the cars of a list whose answer arrives when another list is shown', () => {
  const otherFilterState = showCars(bothChosen, 'withdrawn', [car('c')]);
  expect(selectedIds(otherFilterState)).toEqual([]);
  for (const lateChange of [
    (state: SelectionState) => chooseCars(state, shownCars, true),
    (state: SelectionState) => keepFailedCars(state, []),
    (state: SelectionState) => refreshCars(state, shownCars),
  ]) {
    expect(changeInList(otherFilterState, 'on sale', lateChange)).toBe(otherFilterState);
  }
  expect(
    selectedIds(changeInList(otherFilterState, 'withdrawn', (state) => chooseCars(state, [car('c')], true))),
  ).toEqual(['c']);
});

it('removes the reason of a car that is no longer selected', () => {
  expect(idsWithReason(failed)).toEqual(['a', 'b']);
  expect(idsWithReason(chooseCars(failed, [car('a')], false))).toEqual(['b']);
  expect(idsWithReason(chooseCars(failed, shownCars, true))).toEqual(['a', 'b']);
});

it.each([
  ['the same data', [car('a'), car('b')], ['a', 'b']],
  ['another price', [car('a', 49_000), car('b')], ['b']],
  ['another status', [car('a'), car('b', 50_000, 'withdrawn')], ['a']],
  ['another page', [car('c')], ['a', 'b']],
])('keeps the right reasons when the list shows %s', (_what, page, reasons) => {
  const stateAfterChange = showCars(failed, 'on sale', page);
  expect(idsWithReason(stateAfterChange)).toEqual(reasons);
  expect(selectedIds(stateAfterChange)).toEqual(['a', 'b']);
});

it('does not remove the reasons when the whole list is fetched after a failed change', () => {
  const stateAfterRefresh = refreshCars(failed, [car('a', 49_000)]);
  expect(selectedIds(stateAfterRefresh)).toEqual(['a']);
  expect(idsWithReason(stateAfterRefresh)).toEqual(['a', 'b']);
});
