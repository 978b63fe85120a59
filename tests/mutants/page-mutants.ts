import type { Mutant } from './mutant.ts';
import { pageShellMutants } from './page-shell-mutants.ts';

/** Mutants of the pages that the server renders, and of the search on Home. */
export const pageMutants: readonly Mutant[] = [
  {
    name: 'P1',
    fault: 'words typed on Home are searched for twice: what is found while they are read is thrown away',
    edits: [
      {
        file: 'apps/web/features/search/search-queries.ts',
        find: 'if (searchFromStart.model === undefined) cacheFirstPage(',
        replace: 'if (searchFromStart.model !== undefined) cacheFirstPage(',
      },
    ],
    tests: ['apps/web/features/search/search-queries.test.ts'],
  },
  {
    name: 'P2',
    fault: 'a search whose words are all filters leads on with a cursor of another order',
    edits: [
      {
        file: 'apps/server/search/read-query.ts',
        find: "searchQuery.sort === 'relevance' && remainingText.trim() === ''\n    ? { ...searchQuery, sort: undefined }\n    : searchQuery",
        replace: 'searchQuery',
      },
    ],
    tests: ['apps/server/search/search-filters.test.ts'],
  },
  {
    name: 'P3',
    fault: 'styles in a page carry no nonce, so the content policy refuses them',
    edits: [
      {
        file: 'apps/web/app/document/document-tags.tsx',
        find: "{text === '' ? null : <style nonce={nonce}>{text}</style>}",
        replace: "{text === '' ? null : <style>{text}</style>}",
      },
    ],
    tests: ['apps/web/app/document/document-tags.test.ts'],
  },
  {
    name: 'P4',
    fault: 'scripts are fetched beside the font and the pictures of the first screen',
    edits: [
      {
        file: 'apps/web/app/document/document-tags.tsx',
        find: '  return <script nonce={nonce}>{script}</script>;',
        replace: '  return <script nonce={nonce} type="module" src={entry} data-late={script} />;',
      },
    ],
    tests: ['apps/web/app/document/document-tags.test.ts'],
  },
  ...pageShellMutants,
];
