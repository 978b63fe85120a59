import { type FactName, factNames } from '../car/car-facts.ts';
import type { Id } from '../ids/id.ts';

export type ImportId = Id<'import'>;

/** Work on an import that continues in the background. */
export const busyStates = ['examining', 'checking', 'running', 'withdrawing'] as const;
export type BusyState = (typeof busyStates)[number];

/** Work that its seller begins. */
export type StartedWork = Exclude<BusyState, 'examining'>;

/**
 * The state of a dealer's import. `receiving`: its bytes are being uploaded. `examining`: its first rows are read and its
 * columns proposed. `unreadable`: its columns could not be read. `ready`: its columns can be reviewed and changed. `checked`
 * and `done`: the work is over. `awaiting review`: an admin decides whether it is imported, or it is `rejected`. `failed`:
 * it changed nothing, or ended between two batches. `stopped`: a user ended it; finished batches stay.
 */
export const importStates = [
  'receiving',
  'unreadable',
  'ready',
  'checked',
  'awaiting review',
  'rejected',
  'done',
  'failed',
  'stopped',
  ...busyStates,
] as const;
export type ImportState = (typeof importStates)[number];

/** What an admin can do with an import of any seller. */
export const importAdminActs = ['release', 'reject', 'stop'] as const;
export type ImportAdminAct = (typeof importAdminActs)[number];

/** The stages of an admin's list of imports. An import that its seller has not started is in none of them. */
export const importStages = ['waiting', 'running', 'ended'] as const;
export type ImportStage = (typeof importStages)[number];
export const statesOfStage: { readonly [Stage in ImportStage]: readonly ImportState[] } = {
  waiting: ['awaiting review'],
  running: busyStates,
  ended: ['done', 'rejected', 'failed', 'stopped', 'unreadable'],
};

export function isBusy(state: ImportState): state is BusyState {
  return (busyStates as readonly ImportState[]).includes(state);
}

/** In the order of the select field. */
const orderedFields = [
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
  'coeObtainedOn',
  'coeExpiresOn',
  'coeCategory',
  'coeRenewed',
  'omv',
  'arfPaid',
  'offPeak',
  'lifespanEndsOn',
  'availability',
] as const;
export type ImportField = (typeof orderedFields)[number] | FactName;

/**
 * The possible fields of a column: those of packages/importer/read/field.ts, in the order of the select field. A fact of a
 * car that is not in that order comes last.
 */
export const importFields: readonly ImportField[] = [...new Set<ImportField>([...orderedFields, ...factNames])];

/** Other ways in which some fields can be read: those of packages/importer/guess/mapping.ts. */
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
