import { expect, test } from 'vitest';
import { makePublicPageHead, makeUnlistedPageHead } from './page-title.ts';

const page = { name: 'FAQ', description: 'Answers.', path: '/faq' };

test('has the canonical URL of a public page, for search engines and shared links', () => {
  const { meta, links } = makePublicPageHead('https://cars.example', page);
  expect(links).toEqual([{ rel: 'canonical', href: 'https://cars.example/faq' }]);
  expect(meta).toContainEqual({ title: 'FAQ · Car House' });
  expect(meta).toContainEqual({ name: 'description', content: 'Answers.' });
  expect(meta).toContainEqual({ property: 'og:url', content: 'https://cars.example/faq' });
  expect(meta).toContainEqual({ property: 'og:image', content: 'https://cars.example/share.jpg' });
});

test('has the preview image of the page when the page has one', () => {
  const picture = { path: '/media/cars/a/b.jpg', altText: 'A car' };
  const { meta } = makePublicPageHead('https://cars.example', { ...page, picture });
  const address = 'https://cars.example/media/cars/a/b.jpg';
  expect(meta).toContainEqual({ property: 'og:image', content: address });
  expect(meta).toContainEqual({ property: 'og:image:alt', content: 'A car' });
  expect(meta).toContainEqual({ name: 'twitter:image', content: address });
  expect(meta).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' });
});

test('has no preview image for a page that must have none', () => {
  const { meta } = makePublicPageHead('https://cars.example', { ...page, picture: null });
  expect(meta.filter(({ name, property }) => /image/.test(name ?? property ?? ''))).toEqual([]);
  expect(meta).toContainEqual({ name: 'twitter:card', content: 'summary' });
});

test('excludes the pages of signed-in users from search results', () => {
  expect(makeUnlistedPageHead('My Orders').meta).toEqual([
    { title: 'My Orders · Car House' },
    { name: 'robots', content: 'noindex' },
  ]);
});
