import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createElement, Fragment } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PageAssets } from '../../build/page-assets.ts';
import { makeDocumentTags } from './document-tags.tsx';

const pageAssets: PageAssets = {
  routes: {
    __root__: {
      css: ['/assets/main-a1.css', '/assets/odd-b2.css'],
      preloads: ['/assets/main-c3.js', '/assets/react-d4.js'],
    },
    '/other': { css: ['/assets/other-e5.css'], preloads: ['/assets/other-f6.js'] },
  },
  entry: '/assets/main-c3.js',
  styles: { '/assets/main-a1.css': 'body>p{margin:0}', '/assets/other-e5.css': 'i{margin:0}' },
  fonts: [
    {
      rule: '@font-face{font-family:Archivo;src:url(/assets/archivo-a1.woff2)}',
      url: '/assets/archivo-a1.woff2',
      family: 'Archivo',
      source: 'url(/assets/archivo-a1.woff2)',
      descriptors: {},
    },
  ],
};

/** Renders the tags of a page with only the root route, as the server writes them. */
async function renderTags(pageAssets: PageAssets): Promise<string> {
  const { head, body } = makeDocumentTags(pageAssets, 'n1', 'marketplace');
  const routeTree = createRootRoute({ component: () => createElement(Fragment, null, head, body) });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  await router.load();
  return renderToString(createElement(RouterProvider, { router } as never));
}

test('the style sheets of the page are inlined with its nonce; one that cannot be inlined is a link', async () => {
  const html = await renderTags(pageAssets);
  expect(html).toContain('<style nonce="n1">body>p{margin:0}</style>');
  expect(html).toContain('<link rel="stylesheet" href="/assets/odd-b2.css"/>');
  expect(html).toContain('<meta property="csp-nonce" content="n1"/>');
  expect(html).not.toContain('other');
});

test('the fonts are in a noscript element: they load after the first paint or without scripts', async () => {
  const html = await renderTags(pageAssets);
  expect(html).toContain(
    '<noscript id="late-fonts"><style nonce="n1">@font-face{font-family:Archivo;src:url(/assets/archivo-a1.woff2)}</style></noscript><script nonce="n1">try{',
  );
  expect(await renderTags({ ...pageAssets, fonts: [] })).not.toContain('late-fonts');
});

test('no script file is fetched before the first paint: the last tag, with the nonce, loads the files', async () => {
  const html = await renderTags(pageAssets);
  expect(html).not.toMatch(/<script[^>]* src=|<link[^>]*modulepreload/);
  const scripts = [...html.matchAll(/<script nonce="n1">(.*?)<\/script>/g)].map(([, text]) => text);
  expect(scripts.at(-1)).toContain('src:"/assets/main-c3.js"');
  expect(scripts.at(-1)).toContain('/assets/react-d4.js');
});

test('in development the page contains the script tags', async () => {
  const { entry: _entry, ...assetsWithoutEntry } = pageAssets;
  const scripts = [
    { attrs: { type: 'module' }, children: 'import "/@react-refresh";' },
    { attrs: { type: 'module', src: '/app/entry-client.tsx' } },
  ] as const;
  const html = await renderTags({ ...assetsWithoutEntry, scripts });
  expect(html).toContain('<script nonce="n1" type="module">import "/@react-refresh";</script>');
  expect(html).toContain('<script nonce="n1" type="module" src="/app/entry-client.tsx"></script>');
});
