/** The five collections with pages of their own, in the order of the navbar. */
export const brandPages = ['mercedes', 'rolls', 'tesla', 'ferrari', 'audi'] as const;
export type BrandPage = (typeof brandPages)[number];

const backstep = String.fromCharCode(92);

/**
 * Where to go after login: the remembered origin when it is a path of this site, else `/`.
 * Refuses what a browser could read as another host: `//host`, `/\host`, control characters, and the same hidden
 * under one or two rounds of percent-encoding.
 */
export function originPath(from: unknown): string {
  if (typeof from !== 'string' || from.length > 2000) return '/';
  let text = from;
  for (let round = 0; round < 3; round += 1) {
    if (!isSitePath(text)) return '/';
    try {
      const decoded = decodeURIComponent(text);
      if (decoded === text) break;
      text = decoded;
    } catch {
      break;
    }
  }
  return from;
}

function isSitePath(text: string): boolean {
  if (!text.startsWith('/') || text.startsWith('//') || text.includes(backstep)) return false;
  return [...text].every((letter) => letter >= ' ');
}
