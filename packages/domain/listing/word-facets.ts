/** Facets with text values, by which cars are counted and filtered. Their names are those of the API's filters. */
export const wordFacets = [
  'brand',
  'model',
  'body',
  'fuel',
  'transmission',
  'colour',
  'region',
  'location',
  'sellerKind',
  'verified',
  'owners',
] as const;
export type WordFacet = (typeof wordFacets)[number];
