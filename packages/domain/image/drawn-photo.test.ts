import { expect, it } from 'vitest';
import { makeDrawnPhotoUrl, readDrawnPhoto } from './drawn-photo.ts';

it.each([
  ['Buyer New', 'BN'],
  ['  ana maria  lim ', 'AL'],
  ['Étienne', 'É'],
  ['陈 伟', '陈伟'],
  ['(?) !', 'U'],
  ['', 'U'],
  ['7 Seas', '7S'],
])('%j is drawn as %s, at the same address each time', (name, initials) => {
  const url = makeDrawnPhotoUrl(name);
  expect(readDrawnPhoto(url)?.initials).toBe(initials);
  expect(makeDrawnPhotoUrl(name)).toBe(url);
});

it.each([
  '/media/initials/ABC-1.svg',
  '/media/initials/A-8.svg',
  '/media/initials/%3C-1.svg',
  '/media/initials/%E9-1.svg',
  '/media/initials/A-1.svg?x',
  'https://cars.example/media/initials/A-1.svg',
  '/media/initials/../A-1.svg',
])('%s is none', (url) => {
  expect(readDrawnPhoto(url)).toBeUndefined();
});
