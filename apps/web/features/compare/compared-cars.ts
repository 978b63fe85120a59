import { keptList } from '../../app/kept-list.ts';
import { comparedMaximum } from './compare-search.ts';
import { readKeptCar, sameCar } from './kept-car.ts';

/** The cars that the visitor has put aside to compare. */
export const comparedCars = keptList({
  name: 'carhouse.compare',
  most: comparedMaximum,
  read: readKeptCar,
  same: sameCar,
});
