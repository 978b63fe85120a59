import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { RadixSorter } from './radix-sort.ts';

type Key = { readonly high: number; readonly low: number };

function sortWithRadix(sorter: RadixSorter, keys: readonly Key[], isWide: boolean): number[] {
  const { documentIds, low } = sorter;
  const high = isWide ? sorter.high : null;
  keys.forEach((key, documentId) => {
    documentIds[documentId] = documentId;
    low[documentId] = key.low;
    if (high !== null) high[documentId] = key.high;
  });
  const steps = sorter.sort(keys.length, isWide);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return [...step.value];
}

function sortByComparing(keys: readonly Key[], isWide: boolean): number[] {
  const places = keys.map((key, documentId) => ({ ...key, documentId }));
  // `Array.sort` is stable too, so its result is the expected one.
  places.sort((a, b) => (isWide ? a.high - b.high : 0) || a.low - b.low);
  return places.map(({ documentId }) => documentId);
}

/** An integer with few different digits, so that many keys are equal in part or completely. */
const token = fc.oneof(
  fc.constantFrom(0, 1, 0x7ff, 0x800, 0x3f_ffff, 0x40_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff),
  fc.nat({ max: 3 }),
  fc.integer({ min: 0, max: 0xffff_ffff }),
);

it('sorts by keys of 32 or 64 bits, keeps the order of equal keys, and can be used repeatedly', () => {
  const keys = fc.array(fc.record({ high: token, low: token }), { maxLength: 200 });
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, fc.boolean()), { minLength: 1, maxLength: 4 }), (rounds) => {
      const sorter = new RadixSorter(200);
      for (const [each, isWide] of rounds)
        expect(sortWithRadix(sorter, each, isWide)).toEqual(sortByComparing(each, isWide));
    }),
  );
});
