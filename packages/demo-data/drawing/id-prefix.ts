/**
 * A short prefix for the ids of one drawing, which is a hash of all its parameters (FNV-1a with two seeds, 64 bits).
 * Two different drawings on one page have different ids. When a page has the same drawing twice, equal ids have equal
 * content.
 */
export function idPrefix(value: unknown): string {
  const text = JSON.stringify(value, withSortedKeys);
  return `c${fnv1a(text, 0x811c9dc5).toString(36)}${fnv1a(text, 0x01234567).toString(36)}`;
}

function fnv1a(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
