import type { Fuel, Transmission } from '@carhouse/core/listing/listing';
import { CellFault } from './cell-fault.ts';
import { plainDashes } from './clean-cell.ts';

/**
 * A reader of text of at most `maximum` characters. Text without a single letter, such as the `0` that feeds leave in a
 * description, says nothing and counts as unknown.
 */
export function text(maximum: number): (cell: string) => string | null {
  return (cell) => {
    if (!/\p{L}/u.test(cell)) return null;
    if (cell.length > maximum) throw new CellFault(`is longer than ${maximum} characters`);
    return cell;
  };
}

/** A reader of a short name on one line, which has to hold a letter: a bare number is a value of another column. */
export function name(maximum: number): (cell: string) => string {
  return (cell) => {
    const line = cell.replaceAll('\n', ' ');
    if (!/\p{L}/u.test(line)) throw new CellFault('holds no word');
    if (line.length > maximum) throw new CellFault(`is longer than ${maximum} characters`);
    return line;
  };
}

/** A reader of a code that identifies something: any characters, on one line. */
export function reference(maximum: number): (cell: string) => string {
  return (cell) => {
    const line = cell.replaceAll('\n', ' ');
    if (line.length > maximum) throw new CellFault(`is longer than ${maximum} characters`);
    return line;
  };
}

/** A reader of one of several words. @throws CellFault that names them. */
export function oneOf<T>(words: Readonly<Record<string, T>>, meaning: string): (cell: string) => T {
  const meanings = new Map(Object.entries(words).map(([word, value]) => [comparable(word), value]));
  return (cell) => {
    const value = meanings.get(comparable(cell));
    if (value === undefined) throw new CellFault(`is no known ${meaning}`);
    return value;
  };
}

export const readTransmission = oneOf<Transmission>(
  {
    auto: 'automatic',
    automatic: 'automatic',
    a: 'automatic',
    at: 'automatic',
    cvt: 'automatic',
    manual: 'manual',
    m: 'manual',
    mt: 'manual',
  },
  'transmission (auto or manual)',
);

/** Feeds in Singapore write a hybrid by its two sources. */
export const readFuel = oneOf<Fuel>(
  {
    petrol: 'petrol',
    gasoline: 'petrol',
    diesel: 'diesel',
    electric: 'electric',
    ev: 'electric',
    hybrid: 'hybrid',
    'petrol-electric': 'hybrid',
    'diesel-electric': 'hybrid',
    'plug-in hybrid': 'plug-in hybrid',
    phev: 'plug-in hybrid',
    'petrol-electric (plug-in)': 'plug-in hybrid',
  },
  'fuel (petrol, diesel, hybrid, plug-in hybrid or electric)',
);

const bodies: Readonly<Record<string, string>> = {
  suv: 'SUV',
  mpv: 'MPV',
  stationwagon: 'Station wagon',
  wagon: 'Station wagon',
  estate: 'Station wagon',
  midsizedsedan: 'Mid-sized sedan',
  busminibus: 'Bus',
};

/** The body as a person writes it (`luxury sedan` → `Luxury sedan`, `suv` → `SUV`); `others` is unknown. */
export function readBody(cell: string): string | null {
  const word = name(40)(cell);
  if (/^others?$/i.test(word)) return null;
  return bodies[comparable(word)] ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

export const readYesNo = oneOf<boolean>(
  { yes: true, y: true, true: true, 1: true, no: false, n: false, false: false, 0: false },
  'answer (yes or no)',
);

/** Whether the car is off-peak: the name of an off-peak scheme, or yes and no. */
export function readOffPeak(cell: string): boolean {
  if (/\bopc\b|off-? ?peak/i.test(plainDashes(cell))) return true;
  if (/^normal$/i.test(cell)) return false;
  if (/^\d+$/.test(cell)) throw new CellFault('is no off-peak scheme');
  return readYesNo(cell);
}

function comparable(word: string): string {
  return plainDashes(word)
    .toLowerCase()
    .replace(/[\s_\-/.()]+/g, '');
}
