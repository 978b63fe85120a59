/**
 * A short prefix for the ids of one drawing, which is a hash of all its parameters (FNV-1a with two seeds, 64 bits).
 * Two different drawings on one page have different ids. When a page has the same drawing twice, equal ids have equal
 * content.
 */
export function makeIdPrefix(value: unknown): string {
  const text = JSON.stringify(value, sortObjectKeys);
  return `c${hashFnv1a(text, 0x811c9dc5).toString(36)}${hashFnv1a(text, 0x01234567).toString(36)}`;
}

function hashFnv1a(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

function sortObjectKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
