import { createStoredList } from '../../app/stored-list.ts';
import { comparedMaximum } from './compare-search.ts';
import { readStoredCar, sameCar } from './stored-car.ts';

/** The cars that the visitor has put aside to compare. */
export const comparedCars = createStoredList({
  name: 'carhouse.compare',
  most: comparedMaximum,
  read: readStoredCar,
  same: sameCar,
});
