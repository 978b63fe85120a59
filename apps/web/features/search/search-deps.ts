import { searchParameterNames } from '@carhouse/contract/search-parameters';

const boundParameterPattern = /^(?:min|max)[A-Z]/;

/**
 * The parameters of a URL that the search reads, in the order of their names. The server renders a shared page for the
 * URL with these parameters in this order, whatever other parameters a link has. The browser must compute the same
 * parameters in the same order, because hydration compares them.
 */
export function makeSearchDeps<Search extends object>(search: Search): Search {
  const searchEntries = Object.entries(search).filter(
    ([name]) => searchParameterNames.includes(name) || boundParameterPattern.test(name),
  );
  return Object.fromEntries(searchEntries.sort(([one], [other]) => (one < other ? -1 : 1))) as Search;
}
