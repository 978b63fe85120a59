import type { Manifest } from 'vite';
import { expect, test } from 'vitest';
import { routeAssets } from './build-route-assets.ts';

const manifest: Manifest = {
  'app/entry-client.tsx': { file: 'assets/main.js', isEntry: true, imports: ['_react.js'], css: ['assets/main.css'] },
  'app/entry-home.tsx': { file: 'assets/home-entry.js', isEntry: true, imports: ['_react.js', '_home-page.js'] },
  '_home-page.js': { file: 'assets/home-page.js', imports: ['_card.js'], css: ['assets/home.css'] },
  '_react.js': { file: 'assets/react.js' },
  '_card.js': { file: 'assets/card.js', imports: ['_react.js'], css: ['assets/card.css'] },
  'routes/_public/index.tsx?tsr-split=component': {
    file: 'assets/home.js',
    isDynamicEntry: true,
    imports: ['app/entry-client.tsx', '_card.js'],
    css: ['assets/home.css'],
  },
  'routes/dashboard/myOrders/$id.tsx?tsr-split=component': { file: 'assets/id.js', imports: ['_card.js'] },
  'routes/dashboard/myOrders/$id.tsx?tsr-split=errorComponent': { file: 'assets/id-error.js' },
};

test('gives the document the entry and what it imports', () => {
  expect(routeAssets(manifest).routes.__root__).toEqual({
    css: ['/assets/main.css'],
    preloads: ['/assets/react.js'],
    scripts: [{ attrs: { type: 'module', async: true, src: '/assets/main.js' } }],
  });
});

test('gives a route its own chunks and style sheets, shared ones first, without those of the document', () => {
  expect(routeAssets(manifest).routes['/_public/']).toEqual({
    css: ['/assets/card.css', '/assets/home.css'],
    preloads: ['/assets/home.js', '/assets/card.js'],
  });
});

test('gives Home an entry of its own, with the style sheets of what it imports in their order', () => {
  expect(routeAssets(manifest).home).toEqual({
    css: ['/assets/card.css', '/assets/home.css'],
    preloads: ['/assets/home-page.js', '/assets/card.js', '/assets/react.js'],
    scripts: [{ attrs: { type: 'module', async: true, src: '/assets/home-entry.js' } }],
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
