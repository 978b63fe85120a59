import { defaultStringifySearch } from '@tanstack/react-router';
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

/**
 * The search of an address as text. A list of words is its name repeated, as a plain form writes it: `brand=Audi&brand=Tesla`;
 * everything else is written as the router does.
 */
export function stringifySearch(search: Record<string, unknown>): string {
  const lists = Object.entries(search).filter(([, value]) => isTexts(value)) as [string, readonly string[]][];
  const rest = Object.fromEntries(Object.entries(search).filter(([, value]) => !isTexts(value)));
  const pairs = new URLSearchParams(lists.flatMap(([name, values]) => values.map((value) => [name, value]))).toString();
  const others = defaultStringifySearch(rest);
  if (pairs === '') return others;
  return others === '' ? `?${pairs}` : `${others}&${pairs}`;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** The search part of login and signup: the address that asked for it, unchecked (see `originPath`). */
export function originOf(search: Record<string, unknown>): { from?: string } {
  return typeof search.from === 'string' ? { from: search.from } : {};
}

/**
 * The search of an address as it stands, with the type that links to the page give it. The page and its loader read it with
 * code of their own, which comes with them: every page knows all routes.
 */
export function unread<Choice>(search: Record<string, unknown>): Choice {
  return search as Choice;
}
