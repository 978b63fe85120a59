import type { CatalogueEntry } from './entry.ts';

/** Two numbers that stand for the searched texts of a car: 64 bits, so that a changed text is as good as never taken for the same. */
export function textPrint(entry: CatalogueEntry, into: Uint32Array): void {
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  const parts = [entry.brand, entry.title, entry.variant, entry.location, entry.description];
  for (const part of parts) {
    const text = part ?? '';
    // Every other character goes into the other number: one that differs always shows.
    let at = 0;
    for (; at + 1 < text.length; at += 2) {
      first = Math.imul(first ^ text.charCodeAt(at), 0x01000193);
      second = Math.imul(second ^ text.charCodeAt(at + 1), 0x5bd1e995);
    }
    if (at < text.length) first = Math.imul(first ^ text.charCodeAt(at), 0x01000193);
    // Where a text ends, and whether there was one, belongs to it.
    first = Math.imul(first ^ (part === null ? 0x1ffff : 0x10000 + (text.length & 0xffff)), 0x01000193);
    second = Math.imul(second ^ (first >>> 15) ^ text.length, 0x5bd1e995);
  }
  into[0] = first;
  into[1] = second;
}
