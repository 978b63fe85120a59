import { foundListings } from '@carhouse/contract/search';
import type { Understanding } from '@carhouse/search/query/understand';
import type { PageCounts } from '../catalogue/catalogue-messages.ts';
import { WrittenJson } from '../http/cache/written-json.ts';
import { writerOf } from '../http/routing/serializer.ts';
import type { FoundListings } from './search-listings.ts';

const { corrections, understood } = foundListings.shape;
const writeCorrections = writerOf(corrections);
const writeUnderstood = writerOf(understood);

/** A page of a search as JSON, from parts that are already JSON. @param items each listing as JSON. */
export function presentFound(
  found: Omit<FoundListings, 'ids' | 'counts'>,
  counts: PageCounts,
  items: readonly string[],
): WrittenJson<(typeof foundListings)['_zod']['input']> {
  const parts = [
    `"items":[${items.join(',')}]`,
    `"total":${counts.total}`,
    `"next":${JSON.stringify(found.next)}`,
    `"facets":${counts.facets}`,
    `"corrections":${writeCorrections([...found.corrections])}`,
    `"partial":${found.isPartial}`,
    `"understood":${writeUnderstood(found.understood === null ? null : presentUnderstanding(found.understood))}`,
  ];
  return new WrittenJson(`{${parts.join(',')}}`);
}

function presentUnderstanding({ rest, filters }: Understanding) {
  return { q: rest, filters: filters.map(({ name, value, typed }) => ({ name, value, typed })) };
}
