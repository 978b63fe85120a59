import { keptList } from '../../app/kept-list.ts';
import { readKeptCar, sameCar } from '../compare/kept-car.ts';

/** The cars whose pages the visitor opened last. */
export const seenCars = keptList({ name: 'carhouse.seen', most: 9, read: readKeptCar, same: sameCar });
