/** Facets of words by which cars are counted and filtered, named as the filters of the API. */
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
