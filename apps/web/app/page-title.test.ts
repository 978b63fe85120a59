import { expect, test } from 'vitest';
import { pageTitle, publicHead } from './page-title.ts';

const page = { name: 'FAQ', description: 'Answers.', path: '/faq' };

test('names the one address of a public page, for search engines and for shared links', () => {
  const { meta, links } = publicHead('https://cars.example', page);
  expect(links).toEqual([{ rel: 'canonical', href: 'https://cars.example/faq' }]);
  expect(meta).toContainEqual({ title: 'FAQ · Car House' });
  expect(meta).toContainEqual({ name: 'description', content: 'Answers.' });
  expect(meta).toContainEqual({ property: 'og:url', content: 'https://cars.example/faq' });
  expect(meta).toContainEqual({ property: 'og:image', content: 'https://cars.example/share.jpg' });
});

test('shows the picture of the page where it has one', () => {
  const own = publicHead('https://cars.example', { ...page, image: '/media/a-960.webp' });
  expect(own.meta).toContainEqual({ property: 'og:image', content: 'https://cars.example/media/a-960.webp' });
  expect(own.meta.filter(({ property }) => property?.startsWith('og:image:'))).toEqual([]);
  const elsewhere = publicHead('https://cars.example', { ...page, image: 'https://photos.example/a.jpg' });
  expect(elsewhere.meta).toContainEqual({ property: 'og:image', content: 'https://photos.example/a.jpg' });
});

test('keeps the pages of a session out of search engines', () => {
  expect(pageTitle('My Orders').meta).toEqual([
    { title: 'My Orders · Car House' },
    { name: 'robots', content: 'noindex' },
  ]);
});
