import type { CatalogueAnswer } from '@carhouse/catalogue/answer';
import type { Facets, FacetValue, Histogram } from '@carhouse/contract/search';
import { wordFacets } from '@carhouse/core/listing/word-facets';

/** Values of a facet that are shown; nobody reads on further, and cars may have any title. */
const valuesShown = 200;

/** The counts of a search in the words of the wire. `brandNames`: what people read for the name on the wire. */
export function presentFacets(
  { words, histograms }: Pick<CatalogueAnswer, 'words' | 'histograms'>,
  chosen: Readonly<Record<string, unknown>>,
  brandNames: ReadonlyMap<string, string>,
): Facets {
  const facets: { -readonly [Name in keyof Facets]: Facets[Name] } = {};
  for (const name of wordFacets) {
    const all = words[name];
    if (all === undefined) continue;
    const picked = new Set([chosen[name] ?? []].flat());
    const shown = all.filter(({ value }, place) => place < valuesShown || picked.has(value));
    facets[name] = shown.map((each) => labelled(name, each, brandNames));
  }
  if (histograms.price !== undefined) facets.price = inDollars(histograms.price);
  if (histograms.year !== undefined) facets.year = presentHistogram(histograms.year);
  return facets;
}

function labelled(name: string, { value, count }: FacetValue, brandNames: ReadonlyMap<string, string>): FacetValue {
  if (name === 'model') return { value, label: value.slice(value.indexOf('/') + 1), count };
  const label = name === 'brand' ? brandNames.get(value) : undefined;
  return label === undefined || label === value ? { value, count } : { value, label, count };
}

type Counted = NonNullable<CatalogueAnswer['histograms']['price']>;

function inDollars({ from, step, counts }: Counted): Histogram {
  return { from: from / 100, step: step / 100, counts: [...counts] };
}

function presentHistogram({ from, step, counts }: Counted): Histogram {
  return { from, step, counts: [...counts] };
}
