import { redirect } from '@tanstack/react-router';
import { interrupt } from '../../app/interrupt.ts';
import type { RouterContext } from '../../app/router-context.ts';
import { readCarSearch } from './car-search.ts';
import { prefetchCars, understandWords } from './search-queries.ts';

/**
 * Fetches what the page of a search shows. Words that are still to be read for filters become the address with these filters.
 *
 * @param address the search of the address as it stands
 * @returns what the server finds wrong with the search
 */
export async function loadCars(context: RouterContext, address: Record<string, unknown>): Promise<string | undefined> {
  const search = readCarSearch(address);
  if (search.understand === undefined) return prefetchCars(context, search);
  return interrupt(redirect({ to: '/cars', search: await understandWords(context, search), replace: true }));
}
