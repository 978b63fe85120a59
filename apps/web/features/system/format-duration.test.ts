import { expect, it } from 'vitest';
import { formatAge, formatDelay } from './format-duration.ts';

it('formats delays in milliseconds below a second', () => {
  expect([0.00042, 0.0042, 0.0384, 0.9994, 1.24].map((seconds) => formatDelay(seconds).replace('\u00a0', ' '))).toEqual(
    ['0.4 ms', '4.2 ms', '38 ms', '999 ms', '1.2 s'],
  );
});

it('formats ages in their largest unit', () => {
  expect([0.4, 12, 89, 300, 7_200, 345_600].map((seconds) => formatAge(seconds).replace('\u00a0', ' '))).toEqual([
    '0 s',
    '12 s',
    '89 s',
    '5 min',
    '2 h',
    '4 days',
  ]);
});
