import type { FacetValue } from '../query/search-result.ts';
import type { ValueDictionary } from './value-dictionary.ts';

/** Maximum number of values that a facet lists in addition to the chosen values. */
const maxValues = 200;

/**
 * Codes are below this limit. A sort key is `count * codeLimit + code`; counts are below 2^26, so that keys stay below
 * 2^53.
 */
const codeLimit = 2 ** 27;

/**
 * The most frequent values of a facet, and the chosen values. Values without documents are left out unless they are
 * chosen. `counts` is indexed by code.
 */
export function listTopValues(
  dictionary: ValueDictionary,
  counts: Int32Array,
  chosenValues: readonly string[],
): FacetValue[] {
  const codes: number[] = [];
  for (let code = 1; code < counts.length; code += 1) if ((counts[code] ?? 0) > 0) codes.push(code);
  const minCount = findMinListedCount(codes, counts);
  const keys = new Float64Array(codes.length);
  let keyCount = 0;
  for (const code of codes) {
    const count = counts[code] ?? 0;
    if (count >= minCount) keys[keyCount++] = count * codeLimit + code;
  }
  const frequentValues = unpackSortedKeys(dictionary, keys.subarray(0, keyCount).sort());
  if (frequentValues.length > maxValues) frequentValues.length = maxValues;
  if (chosenValues.length === 0) return frequentValues;
  const listedValues = new Set(frequentValues.map(({ value }) => value));
  const missingValues = [...new Set(chosenValues)].filter((value) => !listedValues.has(value));
  if (missingValues.length === 0) return frequentValues;
  const getCount = (code: number) => (code === 0 ? 0 : (counts[code] ?? 0));
  const addedValues = missingValues.map((value) => ({ value, count: getCount(dictionary.findCode(value)) }));
  return [...frequentValues, ...addedValues].sort(compareByFrequency);
}

export function compareByFrequency(firstValue: FacetValue, secondValue: FacetValue): number {
  if (firstValue.count !== secondValue.count) return secondValue.count - firstValue.count;
  return firstValue.value < secondValue.value ? -1 : 1;
}

/**
 * The values of sort keys, the highest count first. Keys are compared as numbers; values with equal counts are compared
 * as texts.
 */
function unpackSortedKeys(dictionary: ValueDictionary, keys: Float64Array): FacetValue[] {
  const listedValues: FacetValue[] = [];
  let startIndex = 0;
  let precedingCount = 0;
  for (let at = keys.length - 1; at >= 0; at -= 1) {
    const key = keys[at] ?? 0;
    const count = Math.floor(key / codeLimit);
    if (count !== precedingCount) {
      sortTiedValues(listedValues, startIndex);
      startIndex = listedValues.length;
      precedingCount = count;
    }
    listedValues.push({ value: dictionary.getValue(key - count * codeLimit), count });
  }
  sortTiedValues(listedValues, startIndex);
  return listedValues;
}

function sortTiedValues(listedValues: FacetValue[], startIndex: number): void {
  if (listedValues.length - startIndex < 2) return;
  const tiedValues = listedValues.splice(startIndex).sort(compareByFrequency);
  for (const value of tiedValues) listedValues.push(value);
}

/** The smallest count among the `maxValues` most frequent values. */
function findMinListedCount(codes: readonly number[], counts: Int32Array): number {
  if (codes.length <= maxValues) return 0;
  const countsOfCodes = Int32Array.from(codes, (code) => counts[code] ?? 0);
  let from = 0;
  let to = countsOfCodes.length - 1;
  const droppedCount = countsOfCodes.length - maxValues;
  // This loop is a quickselect: it finds the smallest of the most frequent counts without sorting all counts.
  while (from < to) {
    const middle = countsOfCodes[(from + to) >>> 1] ?? 0;
    let low = from;
    let high = to;
    while (low <= high) {
      while ((countsOfCodes[low] ?? 0) < middle) low += 1;
      while ((countsOfCodes[high] ?? 0) > middle) high -= 1;
      if (low > high) break;
      const count = countsOfCodes[low] ?? 0;
      countsOfCodes[low] = countsOfCodes[high] ?? 0;
      countsOfCodes[high] = count;
      low += 1;
      high -= 1;
    }
    if (droppedCount <= high) to = high;
    else if (droppedCount >= low) from = low;
    else break;
  }
  return countsOfCodes[droppedCount] ?? 0;
}
