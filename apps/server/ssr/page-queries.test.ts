import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeCanonicalUrl, queryNamesByPage } from './page-queries.ts';

const routes = join(import.meta.dirname, '../../web/routes/_public');

/** Lists the paths of the public pages, with `*` for a parameter, and whether the route reads the query. */
function listPublicRoutes(): { readonly path: string; readonly isQueryRead: boolean }[] {
  return readdirSync(routes, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('_') && file !== '$.tsx')
    .map((file) => ({
      path: `/${file
        .replace(/\.tsx$/, '')
        .replace(/(^|\/)index$/, '')
        // The router reads `_.` as a page of the same layout: `cars/$id_.reservation`.
        .replaceAll('_.', '/')
        .replaceAll(/\$\w+/g, '*')}`,
      isQueryRead: readFileSync(join(routes, file), 'utf8').includes('validateSearch'),
    }));
}

it('names every public page, with parameters where its route reads them', () => {
  const foundRoutes = listPublicRoutes();
  expect(foundRoutes.length).toBeGreaterThan(8);
  for (const { path, isQueryRead } of foundRoutes) {
    expect([path, (queryNamesByPage[path]?.length ?? -1) > 0]).toEqual([path, isQueryRead]);
    expect(queryNamesByPage).toHaveProperty([path]);
  }
});

it.each([
  ['/cars?zz=1', '/cars'],
  ['/cars?sort=price&zz=1&q=red+car', '/cars?q=red+car&sort=price'],
  ['/cars?q=red&zz=1&literal=1&lastText=car&cars=48', '/cars?cars=48&lastText=car&literal=1&q=red'],
  ['/cars?model=b&%71=a&model=a', '/cars?model=b&model=a&%71=a'],
  ['/cars/abc?want=book&x=%E0%A4%A', '/cars/abc?want=book'],
  ['/cars/abc/reservation?want=book', '/cars/abc/reservation'],
  ['/faq?', '/faq'],
  ['/faq?a=1&a=2', '/faq'],
  ['/unknown/page/of/ours?a=1', '/unknown/page/of/ours?a=1'],
])('%s is the page %s', (typedUrl, page) => {
  expect(makeCanonicalUrl(typedUrl)).toBe(page);
});
