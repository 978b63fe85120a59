import { rangeNames } from '@carhouse/contract/search';
import { resultParameterNames, searchParameterNames } from '@carhouse/contract/search-parameters';
import { keepKnownParameters } from '../http/cache/known-query.ts';
import { removeQuery } from '../http/routing/request-target.ts';

/** The query parameters of the search page. */
const search = [
  ...searchParameterNames,
  ...resultParameterNames,
  ...rangeNames.flatMap((name) => [`min${name}`, `max${name}`]),
];

/**
 * The query parameters that each public page reads, by its path; `*` matches one segment. `page-queries.test.ts`
 * compares these query parameters with the routes of the web app. A page that is missing in this table keeps its whole
 * query.
 */
export const queryNamesByPage: Readonly<Record<string, readonly string[]>> = {
  '/': [],
  '/home': [],
  '/about': [],
  '/faq': [],
  '/cars': search,
  '/cars/*': ['want'],
  '/cars/*/reservation': [],
  '/sellers/*': ['brand'],
  '/compare': ['ids'],
  '/login': ['from', 'with', 'fault', 'toast'],
  '/signup': ['from'],
  '/forgot-password': [],
  '/reset-password': [],
  '/confirm-email': [],
  '/first-admin': [],
};

const namesByPath = new Map(
  Object.entries(queryNamesByPage).map(([path, parameterNames]) => [path, new Set(parameterNames)]),
);

/**
 * Returns the URL of a public page with only the parameters that it reads. Shared pages are rendered and cached by this URL.
 */
export function makeCanonicalUrl(url: string): string {
  const path = removeQuery(url);
  const parameterNames = namesByPath.get(path) ?? namesByPath.get(path.replace(/^(\/[^/]+)\/[^/]+/, '$1/*'));
  return parameterNames === undefined ? url : keepKnownParameters(url, (name) => parameterNames.has(name));
}
