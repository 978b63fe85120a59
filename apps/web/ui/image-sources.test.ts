import { expect, it } from 'vitest';
import { findSmallestFile, makeImageSources } from './image-sources.ts';

const makeSources = (width: number, height = 600) => makeImageSources('/media/abc123-960.webp', { width, height });

it('has the URLs of the stored widths of an image on this server', () => {
  expect(makeSources(960, 640)).toEqual({
    width: 960,
    height: 640,
    srcSet: '/media/abc123-480.webp 480w, /media/abc123-960.webp 960w',
    src: '/media/abc123-960.webp',
  });
  expect(makeSources(1600).srcSet).toBe(
    '/media/abc123-480.webp 480w, /media/abc123-960.webp 960w, /media/abc123-1600.webp 1600w',
  );
});

it('states the real width of the file of a small image, and has no URL of a missing file', () => {
  expect(makeSources(300)).toMatchObject({ srcSet: '/media/abc123-480.webp 300w', src: '/media/abc123-480.webp' });
  expect(makeSources(700)).toMatchObject({ srcSet: '/media/abc123-480.webp 480w, /media/abc123-960.webp 700w' });
  expect(makeSources(1200).srcSet).toContain('/media/abc123-1600.webp 1200w');
});

it('uses the URL unchanged when the size is unknown or the image is on another host', () => {
  expect(makeImageSources('/media/abc123-960.webp', null)).toEqual({ src: '/media/abc123-960.webp' });
  const url = 'https://pictures.example/media/car-960.webp';
  expect(makeImageSources(url, { width: 960, height: 640 })).toEqual({ width: 960, height: 640, src: url });
});

it('uses the smallest file for an avatar', () => {
  expect(findSmallestFile('/media/abc123-960.webp')).toBe('/media/abc123-480.webp');
  expect(findSmallestFile('https://pictures.example/face.jpg')).toBe('https://pictures.example/face.jpg');
});
