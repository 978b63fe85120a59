/**
 * The facets whose values are text. The catalogue counts and filters cars by the word facets. Each name is also the
 * name of a filter in the API.
 */
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
