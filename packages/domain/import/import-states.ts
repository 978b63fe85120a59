import { type FactName, factNames } from '../car/car-facts.ts';
import type { Id } from '../ids/id.ts';

export type ImportId = Id<'import'>;

/** The states in which a background process works on the import. */
export const busyStates = ['examining', 'checking', 'running', 'withdrawing'] as const;
export type BusyState = (typeof busyStates)[number];

/** The kinds of background work on an import that a seller starts. */
export const sellerStartedWorkKinds = ['checking', 'running', 'withdrawing'] as const;
export type SellerStartedWork = (typeof sellerStartedWorkKinds)[number];

/**
 * The state of a dealer's import. `receiving`: the file is being uploaded. `examining`: the first rows are read and a
 * mapping of the columns is proposed. `unreadable`: the columns could not be read. `ready`: the seller can review and
 * change the mapping. `checked` and `done`: the work has finished. `awaiting review`: an admin decides whether the file
 * is imported; otherwise the import becomes `rejected`. `failed`: an error ended the work before it changed anything,
 * or between two batches of rows. `stopped`: a user stopped the work; batches that were already saved stay saved.
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

/** The actions that an admin may take on any seller's import. */
export const importAdminActs = ['release', 'reject', 'stop'] as const;
export type ImportAdminAct = (typeof importAdminActs)[number];

/**
 * The stages by which the admins' list of imports is filtered. An import that its seller has not started belongs to no
 * stage.
 */
export const importStages = ['waiting', 'running', 'ended'] as const;
export type ImportStage = (typeof importStages)[number];
export const statesByStage: { readonly [Stage in ImportStage]: readonly ImportState[] } = {
  waiting: ['awaiting review'],
  running: busyStates,
  ended: ['done', 'rejected', 'failed', 'stopped', 'unreadable'],
};

export function isBusy(state: ImportState): state is BusyState {
  return (busyStates as readonly ImportState[]).includes(state);
}

/** The order of the fields in the select box with which a seller assigns a field to a column. */
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
 * The fields that a column of a dealer's file can be assigned to, in the order of the select box. The fields are those
 * of packages/importer/read/field.ts. Facts of a car that `orderedFields` does not name come last.
 */
export const importFields: readonly ImportField[] = [...new Set<ImportField>([...orderedFields, ...factNames])];

/** The names of the special readers of cells, which are those of packages/importer/guess/mapping.ts. */
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
