import type { Manifest } from 'vite';
import { expect, test } from 'vitest';
import { listRouteAssets } from './build-route-assets.ts';

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

test('the root route has the entry and the chunks that the entry imports', () => {
  expect(listRouteAssets(manifest).entry).toBe('/assets/main.js');
  expect(listRouteAssets(manifest).routes.__root__).toEqual({
    css: ['/assets/main.css'],
    preloads: ['/assets/main.js', '/assets/react.js'],
  });
});

test('a route has its own chunks and style sheets, shared ones first, without those of the root route', () => {
  expect(listRouteAssets(manifest).routes['/_public/']).toEqual({
    css: ['/assets/card.css', '/assets/home.css'],
    preloads: ['/assets/home.js', '/assets/card.js'],
  });
});

test('a route that was split has the files of all its parts', () => {
  expect(listRouteAssets(manifest).routes['/dashboard/myOrders/$id']?.preloads).toEqual([
    '/assets/id.js',
    '/assets/card.js',
    '/assets/id-error.js',
  ]);
});

test('refuses a manifest without an entry', () => {
  expect(() => listRouteAssets({})).toThrow('no entry');
});
