import { ApiError } from '@carhouse/contract/client';
import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';

const elementId = 'page-data';

/** What the server has read for the page, for the browser, which does not ask for it again: an element with it as JSON. */
export function pageDataElement(queryClient: QueryClient): string {
  const { queries } = dehydrate(queryClient, { shouldDehydrateQuery: () => true });
  const json = JSON.stringify(queries, (_, value: unknown) => (value instanceof Error ? factsOf(value) : value));
  // No `<` of it may end the element.
  return `<script type="application/json" id="${elementId}">${json.replaceAll('<', '\\u003c')}</script>`;
}

/** Puts what the server has read into the cache. Browser only. */
export function readPageData(queryClient: QueryClient): void {
  const queries = JSON.parse(document.getElementById(elementId)?.textContent ?? '[]') as DehydratedState['queries'];
  hydrate(queryClient, {
    mutations: [],
    queries: queries.map((query) => ({ ...query, state: { ...query.state, error: errorOf(query.state.error) } })),
  });
}

type ErrorFacts = { readonly status: number; readonly code: string; readonly message: string };

/** Of other errors a page says only that there was one. */
function factsOf(error: Error): ErrorFacts {
  if (!(error instanceof ApiError)) return { status: 500, code: 'INTERNAL', message: '' };
  return { status: error.status, code: error.code, message: error.message };
}

function errorOf(facts: unknown): ApiError | null {
  if (facts === null || facts === undefined) return null;
  const { status, code, message } = facts as ErrorFacts;
  return new ApiError(status, code, message);
}
