import { expect, test } from 'vitest';
import { splitTimeLeft } from './time-left.ts';

test('divides seconds into days, hours, minutes and seconds', () => {
  expect(splitTimeLeft(0)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  expect(splitTimeLeft(86_399)).toEqual({ days: 0, hours: 23, minutes: 59, seconds: 59 });
  expect(splitTimeLeft(6 * 86_400 + 3661)).toEqual({ days: 6, hours: 1, minutes: 1, seconds: 1 });
});
