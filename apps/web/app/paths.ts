import { defaultStringifySearch } from '@tanstack/react-router';
/** The five brands with their own collection page, in the order of the navbar. */
export const brandPages = ['mercedes', 'rolls', 'tesla', 'ferrari', 'audi'] as const;
export type BrandPage = (typeof brandPages)[number];

/**
 * Returns the path to open after the login: the remembered path if it belongs to this site, otherwise `/`. The function
 * refuses paths that a browser could read as another host: `//host`, `/\host`, control characters, and the same paths
 * after one or two rounds of percent-encoding.
 */
export function findReturnPath(returnPath: unknown): string {
  if (typeof returnPath !== 'string' || returnPath.length > 2000) return '/';
  let text = returnPath;
  for (let decodingRound = 0; decodingRound < 3; decodingRound += 1) {
    if (!isSitePath(text)) return '/';
    try {
      const decodedPath = decodeURIComponent(text);
      if (decodedPath === text) break;
      text = decodedPath;
    } catch {
      break;
    }
  }
  return returnPath;
}

function isSitePath(text: string): boolean {
  if (!text.startsWith('/') || text.startsWith('//') || text.includes('\\')) return false;
  return [...text].every((character) => character >= ' ');
}

/**
 * Writes the query of a URL as text. A list becomes a repeated parameter, as a plain form sends it:
 * `brand=Audi&brand=Tesla`. Values that are not lists are written in the format of the router.
 */
export function stringifySearch(search: Record<string, unknown>): string {
  const parametersWithLists = Object.entries(search).filter(([, value]) => isTextList(value)) as [
    string,
    readonly string[],
  ][];
  const remainingParameters = Object.fromEntries(Object.entries(search).filter(([, value]) => !isTextList(value)));
  const repeatedParameterText = new URLSearchParams(
    parametersWithLists.flatMap(([name, values]) => values.map((value) => [name, value])),
  ).toString();
  const remainingSearchText = defaultStringifySearch(remainingParameters);
  if (repeatedParameterText === '') return remainingSearchText;
  return remainingSearchText === '' ? `?${repeatedParameterText}` : `${remainingSearchText}&${repeatedParameterText}`;
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/**
 * Returns the path that required the login, from the query of the pages login and signup. The path is not validated
 * here (see `findReturnPath`).
 */
export function readReturnPath(search: Record<string, unknown>): { from?: string } {
  return typeof search.from === 'string' ? { from: search.from } : {};
}

/**
 * Returns the query of the URL without parsing it, with the type that links to the page use. The page and its loader
 * parse the query with code that is loaded with the page, because the code of all routes is on every page.
 */
export function keepSearchUnparsed<Choice>(search: Record<string, unknown>): Choice {
  return search as Choice;
}
