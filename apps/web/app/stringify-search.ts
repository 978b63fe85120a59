import { defaultStringifySearch } from '@tanstack/react-router';

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
