import { imagesPerListing, maxImageBytes } from '@carhouse/contract/images';
import { importBudgets } from '@carhouse/domain/import/import-budgets';
import type { ImportField, ImportReader, ImportState } from '@carhouse/domain/import/import-states';
import { formatCount, formatCountWithNoun } from '../../ui/format.ts';
import { carFactLabels } from './car-facts.ts';

type ImportedPhotoCounts = {
  readonly taken: number;
  readonly missing: number;
  readonly overBudget: number;
  readonly notStored: number;
};

const cars = (value: number): string => formatCountWithNoun(value, 'car', 'cars');
const rows = (value: number): string => formatCountWithNoun(value, 'row', 'rows');

/** The names of the fields that a column can contain, in the words of dealers. */
const fields: Readonly<Record<ImportField, string>> = {
  ...carFactLabels.import,
  ref: 'Your reference',
  title: 'Name of the car',
  brand: 'Make',
  model: 'Model',
  resalePrice: 'Price',
  originalPrice: 'Original price',
  currency: 'Currency',
  yearOfPurchase: 'Year of purchase',
  yearsOfUse: 'Years of use',
  location: 'Location',
  description: 'Description',
  features: 'Features',
  accessories: 'Accessories',
  photos: 'Photos',
  engine: 'Engine, in words',
  offPeak: 'Off-peak car',
  lifespanEndsOn: 'End of lifespan',
  availability: 'On offer or sold',
};

const cellReaderTexts: Readonly<Record<ImportReader, string>> = {
  miles: 'Numbers are miles',
  'month first': 'Month before day',
  hp: 'Numbers are hp',
  PS: 'Numbers are PS',
  litres: 'Numbers are litres',
  'points between thousands': '12.500 is twelve thousand',
  'id in an address': 'The id in an address',
};

const states: Readonly<Record<ImportState, string>> = {
  receiving: 'Uploading',
  examining: 'Being read',
  unreadable: 'Cannot be read',
  ready: 'Not imported yet',
  checking: 'Being checked',
  checked: 'Checked, not imported yet',
  'awaiting review': 'Waits for an admin',
  rejected: 'Refused by an admin',
  running: 'Being imported',
  done: 'Imported',
  withdrawing: 'Cars are being withdrawn',
  failed: 'Failed',
  stopped: 'Stopped',
};

/** Texts of the page on which a dealer imports a file of cars. */
export const importMessages = {
  title: 'Import cars',
  lead: 'Bring your whole stock from a list. You see how it is understood before anything changes.',
  drop: 'Drop a list here',
  orChoose: ' or choose one',
  choose: 'Choose a list of cars',
  awaitingReview:
    'An admin looks at the first lists of new sellers. Your cars go on sale when the admin has approved this list. You need not do anything.',
  hint: 'CSV or JSON, 64 MB at most. From Excel: save as CSV. With photos: one zip of the list and its photos, which the list names or which are named after your reference (A123.jpg, A123-2.jpg, or a folder A123). Send the list again with photos to add them to cars that came in before.',
  uploading: 'Uploading',
  tooLarge: 'The list is larger than 64 MB.',
  emptyFile: 'The file is empty.',
  earlier: 'Earlier imports',
  noEarlier: 'No imports yet',
  noEarlierText: 'A list that you upload stays here for a month, with its report.',
  openImport: (name: string): string => `Open ${name}`,
  failedList: 'Your imports could not be loaded',
  failedOne: 'The import could not be loaded',
  failedText: (reason: string): string => `${reason} Your cars are safe.`,
  another: 'Another list',
  remove: 'Remove this list',
  removed: 'The list is removed. Imported cars stay.',
  states,
  fields,
  readers: cellReaderTexts,
  sizeAndRows: (bytes: number, total: number | null): string => {
    const size =
      bytes < 1_048_576
        ? `${formatCount(Math.ceil(bytes / 1024))} KB`
        : `${formatCount(Math.round(bytes / 1_048_576))} MB`;
    return total === null ? size : `${size}, ${rows(total)}`;
  },
  lacking: (names: readonly string[]): string => `Choose the column for ${names.join(', ')}.`,
  columns: {
    title: 'What the columns hold',
    lead: (usedCount: number, columnCount: number): string =>
      `${formatCount(usedCount)} of ${formatCountWithNoun(columnCount, 'column', 'columns')} used`,
    column: 'Column',
    holdsAndReadAs: 'What it holds, and how it is read',
    values: 'First values',
    sure: 'Certainty',
    leftOut: 'Not used',
    usual: 'Read as usual',
    holdsOf: (header: string): string => `What the column ${header} holds`,
    readAsOf: (header: string): string => `How the column ${header} is read`,
    percent: (confidence: number): string => `${formatCount(confidence * 100)}%`,
    noValues: 'Empty in the first rows',
    saved: 'Columns saved',
  },
  location: 'Location of cars without one',
  currency: 'Currency of the prices',
  rate: (currency: string): string => `S$ for one ${currency}`,
  rateHint: 'Without a rate, cars with these prices are not imported.',
  rateFault: 'Write a number such as 1.35.',
  locationFault: 'Write a place such as Singapore.',
  apply: 'Apply',
  preview: {
    title: 'What the first rows become',
    lead: (acceptedCount: number, rowCount: number): string =>
      `${formatCount(acceptedCount)} of ${rows(rowCount)} would be imported`,
    line: 'Line',
    car: 'Car',
    price: 'Price',
    year: 'Year',
    mileage: 'Mileage',
    outcome: 'Outcome',
    taken: 'Will be imported',
    takenWithDoubt: 'Will be imported, please check',
    staysOut: 'Will not be imported',
    noRef: 'No reference',
    where: (location: string, photos: number): string =>
      `${location}, ${photos === 0 ? 'no photos' : formatCountWithNoun(photos, 'photo', 'photos')}`,
  },
  checkedFirst: 'Lists of new sellers are checked first. Import it when you have seen what the check found.',
  check: 'Check the whole list',
  start: 'Import now',
  stop: 'Stop',
  stopped: 'The import is stopped.',
  progress: {
    examining: 'Reading the first rows to find out what the columns hold.',
    checking: 'Checking the list. Nothing is changed.',
    running: 'Importing. You may leave this page.',
    withdrawing: 'Withdrawing cars. You may leave this page.',
    rows: (doneCount: number, total: number): string => `${formatCount(doneCount)} of ${rows(total)}`,
    cars: (doneCount: number, total: number): string => `${formatCount(doneCount)} of ${cars(total)}`,
    waiting: 'Waiting for its turn',
    examiningHint: 'This takes a few seconds. You may leave this page.',
  },
  result: {
    checked: 'What the import would do',
    done: 'What the import did',
    imported: 'New',
    updated: 'Changed',
    unchanged: 'Unchanged',
    rejected: 'Not imported',
    reasons: 'Why rows are not imported',
    reason: 'Reason',
    rows: 'Rows',
    report: 'Download the report',
    cars: 'See your cars',
    reportHint:
      'Rows with their outcome, the column, the value and the reason: the first 1,000 that were not imported, and others while there is room.',
    brands: (names: readonly string[]): string => `New makes: ${names.join(', ')}.`,
    images: ({ taken, missing, overBudget, notStored }: ImportedPhotoCounts): string => {
      const notStoredTexts = [
        missing === 0 ? '' : `, ${formatCount(missing)} not found in the zip or unreadable`,
        overBudget === 0 ? '' : `, ${formatCount(overBudget)} left out by a limit`,
        notStored === 0 ? '' : `, ${formatCount(notStored)} not stored because the server was busy`,
      ];
      return `${formatCountWithNoun(taken, 'photo', 'photos')} imported${notStoredTexts.join('')}.`;
    },
    imageLimits: `A photo may have ${maxImageBytes / 1024 ** 2} MB, and a car ${imagesPerListing} photos. All photos of a zip may unpack to ${importBudgets.photoRatio} times its size, at least to ${importBudgets.smallPhotos / 1024 ** 2} MB. All your photos together may take 200 MB.`,
    failed: 'The import failed',
    unreadable: 'The list cannot be read',
    stopped: 'The import was stopped',
    refused: 'An admin refused this import',
    notDone: 'What it did before it ended',
    dryRun: 'Nothing has been changed.',
    said: (importedCount: number, updatedCount: number, unchangedCount: number, rejectedCount: number): string =>
      `${formatCount(importedCount)} new, ${formatCount(updatedCount)} changed, ${formatCount(unchangedCount)} unchanged, ${formatCount(rejectedCount)} not imported`,
  },
  gone: {
    title: 'Cars that are not in this list',
    text: (missingCount: number): string =>
      `${cars(missingCount)} of earlier lists ${missingCount === 1 ? 'is' : 'are'} still on offer and not in this one.`,
    incomplete:
      'A row without a readable reference was not imported, so it is not known which cars are missing from this list.',
    none: 'Every car of your earlier lists is in this one, or no longer on offer.',
    action: (missingCount: number): string => `Withdraw ${cars(missingCount)}`,
    question: (missingCount: number): string => `Withdraw ${cars(missingCount)}?`,
    explain:
      'Do this only when the list is your whole stock. The cars are taken off sale, open bookings are cancelled and the buyers are told. A car that a buyer is paying for stays.',
    keep: 'Keep them',
    withdrawn: (withdrawnCount: number): string => `${cars(withdrawnCount)} withdrawn`,
  },
} as const;
