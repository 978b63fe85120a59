import { wordFacets } from '@carhouse/domain/listing/word-facets';

/**
 * The parameters in the URL of the search page that decide which cars it shows, without the bounds of ranges (`minPrice`).
 * The web app loads the page again when one of them changes, and the server caches the page by them.
 */
export const searchParameters: readonly string[] = [
  'q',
  'understand',
  'literal',
  'said',
  'fromText',
  'lastText',
  'sort',
  'before',
  'postedWithin',
  ...wordFacets,
];

/** The parameters of the search page that belong to the shown result: the words left out, and the number of shown cars. */
export const resultParameters: readonly string[] = ['dropped', 'cars'];
