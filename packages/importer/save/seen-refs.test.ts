import { expect, it } from 'vitest';
import { SeenRefs } from './seen-refs.ts';

it('remembers the first line of each reference, however many there are', () => {
  const seenRefs = new SeenRefs();
  const refs = Array.from({ length: 20_000 }, (_, index) => `REF-${index}`);
  const lines = refs.map((_, index) => index + 2);
  expect(refs.map((ref, index) => seenRefs.note(ref, lines[index] ?? 0)).filter((line) => line !== undefined)).toEqual(
    [],
  );
  expect(refs.map((ref) => seenRefs.note(ref, 90_000))).toEqual(lines);
  expect(refs.map((ref) => seenRefs.findLine(ref))).toEqual(lines);
  expect(seenRefs.findLine('REF-20000')).toBeUndefined();
  expect(seenRefs.findLine('ref-1')).toBeUndefined();
});
