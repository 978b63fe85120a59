import type { NumericColumn } from '../facets/numeric-column.ts';
import { countBits32 } from './bit-set.ts';

/**
 * Maximum number of values that are compared. When more documents match than this, an evenly spread sample of the
 * documents is compared.
 */
const sampleMaximum = 32_768;

/**
 * The value at or below which a share of the matching documents lies. The result is the value of a matching document.
 * Documents without a value do not count.
 * @param share above 0 and at most 1: 0.25 is the lowest quarter
 * @returns null when no document has a value
 */
export function computeQuantile(
  matchingSet: Uint32Array,
  length32: number,
  column: NumericColumn,
  share: number,
): number | null {
  let total = 0;
  for (let at = 0; at < length32; at += 1) total += countBits32(matchingSet[at] ?? 0);
  const stride = Math.ceil(total / sampleMaximum);
  const values = new Float64Array(stride === 0 ? 0 : Math.ceil(total / stride));
  let sampledCount = 0;
  let count = 0;
  for (let at = 0; at < length32; at += 1) {
    for (let bits32 = matchingSet[at] ?? 0; bits32 !== 0; bits32 &= bits32 - 1) {
      sampledCount += 1;
      if (sampledCount % stride !== 0) continue;
      const documentId = (at << 5) + 31 - Math.clz32(bits32 & -bits32);
      if (!column.hasValueAt(documentId)) continue;
      values[count] = column.values[documentId] ?? 0;
      count += 1;
    }
  }
  if (count === 0) return null;
  return values.subarray(0, count).sort()[Math.ceil(count * share) - 1] ?? null;
}
