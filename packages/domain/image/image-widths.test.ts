import { expect, it } from 'vitest';
import { listStoredWidths } from './image-widths.ts';

it.each([
  [64, [480]],
  [480, [480]],
  [481, [480, 960]],
  [960, [480, 960]],
  [961, [480, 960, 1600]],
  [1600, [480, 960, 1600]],
  [1920, [480, 960, 1600, 1920]],
])('a picture %i pixels wide is stored in the widths %j', (width, widths) => {
  expect(listStoredWidths(width)).toEqual(widths);
});
