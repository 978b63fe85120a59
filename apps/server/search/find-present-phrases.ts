import type { CatalogueQuery } from '@carhouse/search/query/query';
import type { SearchContext } from '../catalogue/catalogue-client.ts';

/** The phrases that at least one listing of one of the queries has. */
export async function findPresentPhrases(
  catalogue: SearchContext['catalogue'],
  queries: readonly CatalogueQuery[],
  phrases: readonly string[],
): Promise<readonly string[]> {
  const presentPhrases = new Set<string>();
  for (const query of phrases.length === 0 ? [] : queries) {
    const found = await catalogue.ask('presentPhrases', { query: { ...query, preferredPhrases: [] }, phrases });
    for (const phrase of found) presentPhrases.add(phrase);
  }
  return phrases.filter((phrase) => presentPhrases.has(phrase));
}
