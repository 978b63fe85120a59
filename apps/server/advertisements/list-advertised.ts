import { type AdvertisedCar, listAdvertisedCars } from '@carhouse/database/advertisements/advertisements';
import type { Context } from '../context.ts';

/** Maximum number of advertisements on Home. */
const shownAdvertisementCountMaximum = 60;

/** Lists the advertised cars that Home shows, from a replica where there is one. */
export function listAdvertised({ readDatabase }: Pick<Context, 'readDatabase'>): Promise<readonly AdvertisedCar[]> {
  return readDatabase.read(({ database }) => listAdvertisedCars(database, shownAdvertisementCountMaximum));
}
