import { kilowattsPerHorsepower } from '@carhouse/domain/car/power';
import { CellFault } from './cell-fault.ts';
import type { EngineFacts } from './field.ts';
import { readDecimalText } from './read-number.ts';

/** Kilowatts in one metric horsepower (PS, cv, ch, KM). */
const kwPerPs = 0.735_5;
const kilowattsByPowerUnit: Readonly<Record<string, number>> = {
  kw: 1,
  hp: kilowattsPerHorsepower,
  bhp: kilowattsPerHorsepower,
  ps: kwPerPs,
  cv: kwPerPs,
  ch: kwPerPs,
};

/** The unit of a number that is written without a unit. */
export type PowerUnit = 'kW' | 'hp' | 'PS';

/**
 * Returns a reader of power in kW: `165`, `95.6 kW (128 bhp) View specs …`, `300.0HP`. When a cell has both units, the
 * kilowatts are used.
 * @throws CellFault when the text does not begin with a number and a unit of power.
 */
export function makePowerReader(unit: PowerUnit = 'kW'): (cell: string) => number | null {
  return (cell) => {
    const kilowattMatch = /(?:^|[\s(/])(\d[\d.,]*)\s*kw\b/i.exec(cell);
    const powerMatch = /^(\d[\d.,]*)\s*(kw|hp|bhp|ps|cv|ch)\b/i.exec(cell);
    const chosenMatch = kilowattMatch ?? powerMatch;
    if (chosenMatch === null)
      return roundWithinRange(parseNumber(cell) * (kilowattsByPowerUnit[unit.toLowerCase()] ?? 1), 5_000);
    const kilowattsPerUnit =
      kilowattMatch === null ? (kilowattsByPowerUnit[(powerMatch?.[2] ?? '').toLowerCase()] ?? 1) : 1;
    return roundWithinRange(parseNumber(chosenMatch[1] ?? '') * kilowattsPerUnit, 5_000);
  };
}

/**
 * Returns a reader of displacement in cc: `1598`, `1,598 cc`, `1.6L`, and `1.6`, which must be litres because no engine
 * has two cc.
 */
export function makeDisplacementReader(unit: 'cc' | 'L' = 'cc'): (cell: string) => number | null {
  return (cell) => {
    const displacementParts = /^(\d[\d.,' ]*?)\s*(cc|cm3|cm³|ccm|l|ltr|litres?|liters?)?\.?$/i.exec(cell);
    if (displacementParts === null) throw new CellFault('is not a number');
    const numberText = displacementParts[1] ?? '';
    const unitText = (displacementParts[2] ?? '').toLowerCase();
    const isInLitres =
      unitText.startsWith('l') || (unitText === '' && (unit === 'L' || /^\d[.,]\d{1,2}$/.test(numberText)));
    const number = parseNumber(numberText);
    // A column of litres may contain some values in cc.
    return roundWithinRange(isInLitres && number < 50 ? number * 1000 : number, 100_000);
  };
}

/**
 * Reads displacement and power from a description of an engine. Displacement and power may both be missing. An
 * unreadable text is no error, because the description is free text.
 */
export function readEngine(cell: string): EngineFacts | null {
  const litresText = /(?:^|\s)(\d{1,2}(?:\.\d{1,2})?)\s*(?:l|liters?|litres?)\b/i.exec(cell)?.[1];
  const ccText = /(?:^|\s)(\d{3,5})\s*cc\b/i.exec(cell)?.[1];
  const horsepowerText = /(?:^|\s)(\d{2,4}(?:\.\d+)?)\s*(?:hp|bhp)\b/i.exec(cell)?.[1];
  const engineCc = litresText === undefined ? Number(ccText ?? 0) : Math.round(Number(litresText) * 1000);
  const powerKw = Math.round(Number(horsepowerText ?? 0) * kilowattsPerHorsepower);
  if (engineCc === 0 && powerKw === 0) return null;
  return {
    engineCc: engineCc > 0 && engineCc <= 100_000 ? engineCc : null,
    powerKw: powerKw > 0 && powerKw <= 5_000 ? powerKw : null,
  };
}

function parseNumber(text: string): number {
  return Number(readDecimalText(text.trim()));
}

/** Rounds a value. Zero means "unknown", because no car has a value of zero. */
function roundWithinRange(unroundedValue: number, maximum: number): number | null {
  const value = Math.round(unroundedValue);
  if (value === 0) return null;
  if (value > maximum) throw new CellFault(`is outside of 1 to ${maximum}`);
  return value;
}
