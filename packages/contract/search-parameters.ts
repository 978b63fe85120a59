import { wordFacets } from '@carhouse/domain/listing/word-facets';

/**
 * The parameters in the URL of the search page that decide which cars the page shows, except the bounds of ranges such
 * as `minPrice`. The web app loads the data of the page again when one of these parameters changes. The parameters are
 * part of the key under which the server caches the page.
 */
export const searchParameterNames: readonly string[] = [
  'q',
  'understand',
  'literal',
  'said',
  'fromText',
  'lastText',
  'lastWords',
  'sort',
  'before',
  'postedWithin',
  'coeCategory',
  'prefer',
  'preferOnly',
  ...wordFacets,
];

/**
 * The parameters of the search page that describe the result on the screen: the unused words, the notes, and the number
 * of cars that are shown.
 */
export const resultParameterNames: readonly string[] = ['dropped', 'notes', 'cars'];
