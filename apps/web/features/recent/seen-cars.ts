import { createStoredList } from '../../app/stored-list.ts';
import { readStoredCar, sameCar } from '../compare/stored-car.ts';

/** The cars whose pages the visitor opened last. */
export const seenCars = createStoredList({ name: 'carhouse.seen', most: 9, read: readStoredCar, same: sameCar });
