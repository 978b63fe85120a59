import type { Fuel, Transmission } from '@carhouse/domain/car/drivetrain';
import { CellFault } from './cell-fault.ts';
import { normaliseDashes } from './clean-cell.ts';
import { findCurrency } from './money-marks.ts';

/**
 * Returns a reader of text of at most `maximum` characters. Text without a letter counts as unknown; some descriptions
 * in feeds are only `0`.
 */
export function makeTextReader(maximum: number): (cell: string) => string | null {
  return (cell) => {
    if (!/\p{L}/u.test(cell)) return null;
    if (cell.length > maximum) throw new CellFault(`is longer than ${maximum} characters`);
    return cell;
  };
}

/**
 * Returns a reader of a short name on one line with at least one letter. A number in the cell shows that the cells have
 * shifted.
 */
export function makeNameReader(maximum: number): (cell: string) => string {
  return (cell) => {
    const line = cell.replaceAll('\n', ' ');
    if (!/\p{L}/u.test(line)) throw new CellFault('holds no word');
    if (line.length > maximum) throw new CellFault(`is longer than ${maximum} characters`);
    return line;
  };
}

/** Returns a reader of an identifying code: any characters on one line. */
export function makeReferenceReader(maximum: number): (cell: string) => string {
  return (cell) => {
    const line = cell.replaceAll('\n', ' ');
    if (line.length > maximum) throw new CellFault(`is longer than ${maximum} characters`);
    return line;
  };
}

/**
 * Returns a reader of one of several words.
 * @throws CellFault for a word that is not in `words`.
 */
function makeWordReader<T>(words: Readonly<Record<string, T>>, expectedMeaning: string): (cell: string) => T {
  const meaningsByWord = new Map(Object.entries(words).map(([word, value]) => [normaliseWord(word), value]));
  return (cell) => {
    const value = meaningsByWord.get(normaliseWord(cell));
    if (value === undefined) throw new CellFault(`is no known ${expectedMeaning}`);
    return value;
  };
}

const transmissionsByWord: Readonly<Record<string, Transmission>> = {
  auto: 'automatic',
  automatic: 'automatic',
  a: 'automatic',
  at: 'automatic',
  cvt: 'automatic',
  variable: 'automatic',
  automated: 'automatic',
  automatik: 'automatic',
  manual: 'manual',
  m: 'manual',
  mt: 'manual',
  stick: 'manual',
  standard: 'manual',
  schaltgetriebe: 'manual',
};

/**
 * The gearbox in a cell: one word (`auto`, `M`), or a description (`8-Speed A/T`, `Automatic, 8-Spd PDK`). The result
 * is null when a description names neither an automatic nor a manual gearbox, or both (`6-Speed`, `Transmission w/Dual
 * Shift Mode`, `Other`). A number or a fuel in the cell shows that the cells have shifted.
 */
export function readTransmission(cell: string): Transmission | null {
  const word = transmissionsByWord[normaliseWord(cell)];
  if (word !== undefined) return word;
  const text = normaliseDashes(cell).toLowerCase();
  const hasAutomaticWord =
    /automatic|automatik|\bauto\b|\ba\/t\b|\bat\b|cvt|dct|\bdsg\b|\bpdk\b|tiptronic|s ?tronic|dual.?clutch|semi-?auto/.test(
      text,
    );
  const hasManualWord = /manual(?! modes?| shift)|\bm\/t\b|\bmt\b/.test(text);
  if (hasAutomaticWord) return hasManualWord ? null : 'automatic';
  if (hasManualWord) return 'manual';
  if (/speed|transmission|gear|^others?$/.test(text)) return null;
  throw new CellFault('is no known transmission');
}

const fuelsByWord: Readonly<Record<string, Fuel | null>> = {
  petrol: 'petrol',
  gasoline: 'petrol',
  gas: 'petrol',
  benzin: 'petrol',
  benzyna: 'petrol',
  essence: 'petrol',
  p: 'petrol',
  unleaded: 'petrol',
  e85flexfuel: 'petrol',
  flexfuel: 'petrol',
  ethanol: 'petrol',
  mildhybrid: 'petrol',
  diesel: 'diesel',
  d: 'diesel',
  electric: 'electric',
  electricity: 'electric',
  elektro: 'electric',
  ev: 'electric',
  bev: 'electric',
  hybrid: 'hybrid',
  hybryda: 'hybrid',
  hev: 'hybrid',
  petrolelectric: 'hybrid',
  petrolhybrid: 'hybrid',
  hybridpetrol: 'hybrid',
  electricgasoline: 'hybrid',
  electricpetrol: 'hybrid',
  gasolineelectric: 'hybrid',
  dieselelectric: 'hybrid',
  dieselhybrid: 'hybrid',
  hybriddiesel: 'hybrid',
  electricdiesel: 'hybrid',
  pluginhybrid: 'plug-in hybrid',
  phev: 'plug-in hybrid',
  petrolelectricplugin: 'plug-in hybrid',
  petrolpluginhybrid: 'plug-in hybrid',
  // The server has no value for the fuels that are null here.
  lpg: null,
  petrollpg: null,
  petrolcng: null,
  cng: null,
  hydrogen: null,
  other: null,
  others: null,
  fuel: null,
  unknown: null,
  notsupported: null,
};

/**
 * The fuel in a cell. A hybrid may be written as its two energy sources. The result is null for a fuel without a value
 * on the server (LPG, hydrogen, other).
 */
export function readFuel(cell: string): Fuel | null {
  const word = normaliseWord(cell);
  const fuel = Object.hasOwn(fuelsByWord, word) ? fuelsByWord[word] : undefined;
  if (fuel === undefined) throw new CellFault('is no known fuel');
  return fuel;
}

const bodies: Readonly<Record<string, string>> = {
  suv: 'SUV',
  mpv: 'MPV',
  stationwagon: 'Station wagon',
  wagon: 'Station wagon',
  estate: 'Station wagon',
  midsizedsedan: 'Mid-sized sedan',
  busminibus: 'Bus',
};

/**
 * The body type in the server's spelling: `luxury sedan` becomes `Luxury sedan`, `suv` becomes `SUV`. For `others` the
 * body type is unknown.
 */
export function readBody(cell: string): string | null {
  // When the cell is a JSON list, the first entry is read.
  const word = makeNameReader(40)(/^\["([^"]+)"/.exec(cell)?.[1] ?? cell);
  if (/^others?$/i.test(word)) return null;
  // A gearbox in the body column shows that the cells have shifted.
  if (/^(?:auto|automatic|manual|petrol|diesel)$/i.test(word)) throw new CellFault('is no body of a car');
  return bodies[normaliseWord(word)] ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

export const readYesNo = makeWordReader<boolean>(
  { yes: true, y: true, true: true, 1: true, renewed: true, no: false, n: false, false: false, 0: false },
  'answer',
);

/** Whether the car is off-peak, from the name of an off-peak scheme or from yes and no. */
export function readOffPeak(cell: string): boolean {
  if (/\bopc\b|off-? ?peak/i.test(normaliseDashes(cell))) return true;
  if (/^normal$/i.test(cell)) return false;
  if (/^\d+$/.test(cell)) throw new CellFault('is no off-peak scheme');
  return readYesNo(cell);
}

function normaliseWord(word: string): string {
  return normaliseDashes(word)
    .toLowerCase()
    .replace(/[\s_\-/.()]+/g, '');
}

/** The ISO code of the currency of a row's prices. */
export function readCurrency(cell: string): string {
  const code = findCurrency(cell);
  if (code === undefined) throw new CellFault('is no known currency');
  return code;
}

/**
 * Returns a reader of the id of a car in a URL: the `id` of its query, or else the last part of its path that contains
 * a digit. A text that is no URL is used unchanged.
 */
export function makeUrlReferenceReader(maximum: number): (cell: string) => string {
  const readReference = makeReferenceReader(maximum);
  return (cell) => {
    const line = removeTrailingBackslashes(cell);
    if (!/^https?:\/\//i.test(line)) return readReference(line);
    const idParameter = /[?&](?:\w*[-_])?id=([\w-]+)/i.exec(line)?.[1];
    const pathEnd = line.search(/[?#]/);
    const pathParts = line
      .slice(0, pathEnd === -1 ? undefined : pathEnd)
      .split('/')
      .slice(3);
    const lastPartWithDigit = pathParts.findLast((pathPart) => /\d/.test(pathPart));
    return readReference(idParameter ?? lastPartWithDigit ?? line);
  };
}

function removeTrailingBackslashes(cell: string): string {
  let end = cell.length;
  while (cell.charAt(end - 1) === '\\') end -= 1;
  return cell.slice(0, end);
}

/**
 * Reads URLs or file names: `a.jpg; b.jpg`, `https://x/1.jpg|https://x/2.jpg`, or a JSON list. At most twelve images
 * are read.
 */
export function readImages(cell: string): readonly string[] {
  const list = /^\[/.test(cell) ? parseJsonTexts(cell) : cell.split(/[|;\n]+|,\s*(?=\S)|\s+(?=https?:)/);
  const images = [...new Set(list.map((image) => image.trim()).filter((image) => image !== ''))];
  if (images.some((image) => image.length > 2048)) throw new CellFault('holds an address of more than 2048 characters');
  return images.slice(0, 12);
}

function parseJsonTexts(cell: string): readonly string[] {
  try {
    const parsedCell: unknown = JSON.parse(cell);
    return Array.isArray(parsedCell) ? parsedCell.filter((item) => typeof item === 'string') : [];
  } catch {
    throw new CellFault('is no list of pictures');
  }
}

const onOfferWords = splitWords(
  'available|in stock|for sale|on sale|on offer|active|live|listed|published|ready|yes|y|true|1',
);
const notOnOfferWords = splitWords(
  `sold|sold out|reserved|booked|on hold|deposit taken|deposit paid|deposit|delivered|withdrawn|removed|delisted|archived|expired|inactive|
  unavailable|not available|not for sale|out of stock|no|n|false|0`,
);

/** Whether a car is on offer. The result is null for any other text. */
export function readAvailability(cell: string): boolean | null {
  const word = normaliseDashes(cell)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return onOfferWords.has(word) ? true : notOnOfferWords.has(word) ? false : null;
}

function splitWords(list: string): ReadonlySet<string> {
  return new Set(list.split('|').map((word) => word.trim()));
}
