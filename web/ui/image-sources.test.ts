import { expect, it } from 'vitest';
import { imageSources } from './image-sources.ts';

it('offers both widths of our own pictures, whichever of them is named', () => {
  const both = { src: '/media/a/b-960.webp', srcSet: '/media/a/b-480.webp 480w, /media/a/b-960.webp 960w' };
  expect(imageSources('/media/a/b-960.webp')).toEqual(both);
  expect(imageSources('/media/a/b-480.webp')).toEqual(both);
});

it('leaves other pictures as they are', () => {
  expect(imageSources('https://pictures.example/car-960.webp')).toEqual({
    src: 'https://pictures.example/car-960.webp',
  });
});
