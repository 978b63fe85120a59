import { expect, test } from 'vitest';
import { changeImages, type DraftImage, mayUploadAgain } from './draft-image.ts';

const makeImage = (id: number): DraftImage => ({ id, name: `${id}.jpg`, state: 'done', percent: 100, previewUrl: '' });
const readIds = (images: readonly DraftImage[]): readonly number[] => images.map(({ id }) => id);
const threeImages = [makeImage(1), makeImage(2), makeImage(3)];

test('moves an image to an index, and not beyond the ends of the list', () => {
  expect(readIds(changeImages(threeImages, { kind: 'move', id: 3, to: 0 }))).toEqual([3, 1, 2]);
  expect(readIds(changeImages(threeImages, { kind: 'move', id: 1, to: 9 }))).toEqual([2, 3, 1]);
  expect(readIds(changeImages(threeImages, { kind: 'move', id: 1, to: -1 }))).toEqual([1, 2, 3]);
  expect(changeImages(threeImages, { kind: 'move', id: 7, to: 0 })).toBe(threeImages);
});

test('changes one image and does not change the others', () => {
  const changedImages = changeImages(threeImages, {
    kind: 'set',
    id: 2,
    change: { state: 'failed', reason: 'Too large' },
  });
  expect(changedImages.map(({ state }) => state)).toEqual(['done', 'failed', 'done']);
  expect(readIds(changeImages(changedImages, { kind: 'remove', id: 2 }))).toEqual([1, 3]);
});

test('a file that is no picture is not sent again; one that the network lost is', () => {
  const failedImage: DraftImage = { ...makeImage(1), state: 'failed' };
  expect(mayUploadAgain(failedImage)).toBe(true);
  expect(mayUploadAgain({ ...failedImage, code: 'UPLOAD_LIMIT' })).toBe(true);
  expect(mayUploadAgain({ ...failedImage, code: 'IMAGE_INVALID' })).toBe(false);
  expect(mayUploadAgain({ ...failedImage, isUnreadable: true })).toBe(false);
});
