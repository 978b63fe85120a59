import type { Manifest } from 'vite';
import { expect, test } from 'vitest';
import { routeAssets } from './build-route-assets.ts';

const manifest: Manifest = {
  'app/entry-client.tsx': { file: 'assets/main.js', isEntry: true, imports: ['_react.js'], css: ['assets/main.css'] },
  '_react.js': { file: 'assets/react.js' },
  '_card.js': { file: 'assets/card.js', imports: ['_react.js'], css: ['assets/card.css'] },
  'routes/_public/index.tsx?tsr-split=component---loader': {
    file: 'assets/home.js',
    isDynamicEntry: true,
    imports: ['app/entry-client.tsx', '_card.js'],
    css: ['assets/home.css'],
  },
  'routes/dashboard/myOrders/$id.tsx?tsr-split=component': { file: 'assets/id.js', imports: ['_card.js'] },
  'routes/dashboard/myOrders/$id.tsx?tsr-split=errorComponent': { file: 'assets/id-error.js' },
};

test('gives the document the entry and what it imports', () => {
  expect(routeAssets(manifest).entry).toBe('/assets/main.js');
  expect(routeAssets(manifest).routes.__root__).toEqual({
    css: ['/assets/main.css'],
    preloads: ['/assets/main.js', '/assets/react.js'],
  });
});

test('gives a route its own chunks and style sheets, shared ones first, without those of the document', () => {
  expect(routeAssets(manifest).routes['/_public/']).toEqual({
    css: ['/assets/card.css', '/assets/home.css'],
    preloads: ['/assets/home.js', '/assets/card.js'],
  });
});

test('joins the parts of a route that was split', () => {
  expect(routeAssets(manifest).routes['/dashboard/myOrders/$id']?.preloads).toEqual([
    '/assets/id.js',
    '/assets/card.js',
    '/assets/id-error.js',
  ]);
});

test('refuses a manifest without an entry', () => {
  expect(() => routeAssets({})).toThrow('no entry');
});
