import type { Id } from '../ids/id.ts';

export type ImportId = Id<'import'>;

/**
 * Where a dealer's import stands. `ready`: its columns can be looked at and changed. `checking`, `running` and
 * `withdrawing` are under way; `checked` and `done` are over; `failed` changed nothing, or stopped between two batches.
 */
export const importStates = [
  'receiving',
  'ready',
  'checking',
  'checked',
  'running',
  'done',
  'withdrawing',
  'failed',
] as const;
export type ImportState = (typeof importStates)[number];

/** Work that is under way in the background. */
export const busyStates = ['checking', 'running', 'withdrawing'] as const;
export type BusyState = (typeof busyStates)[number];

export function isBusy(state: ImportState): state is BusyState {
  return (busyStates as readonly ImportState[]).includes(state);
}

/** What a column of a dealer's file can become: the fields of database/import/field.ts, in the order in which people choose. */
export const importFields = [
  'ref',
  'title',
  'brand',
  'model',
  'variant',
  'resalePrice',
  'originalPrice',
  'currency',
  'yearOfPurchase',
  'manufacturedYear',
  'registeredOn',
  'yearsOfUse',
  'mileageKm',
  'location',
  'description',
  'features',
  'accessories',
  'photos',
  'body',
  'colour',
  'doors',
  'seats',
  'transmission',
  'fuel',
  'engine',
  'engineCc',
  'powerKw',
  'curbWeightKg',
  'owners',
  'coePremium',
  'coeExpiresOn',
  'coeCategory',
  'coeRenewed',
  'omv',
  'arfPaid',
  'offPeak',
  'lifespanEndsOn',
  'availability',
] as const;
export type ImportField = (typeof importFields)[number];

/** The other ways in which some fields can be read: those of database/import/mapping.ts. */
export const importReaders = [
  'miles',
  'month first',
  'hp',
  'PS',
  'litres',
  'points between thousands',
  'id in an address',
] as const;
export type ImportReader = (typeof importReaders)[number];
