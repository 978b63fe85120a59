import { expect, test } from 'vitest';
import { formatDeadline, formatDeadlineDay } from './format-deadline.ts';

test('formats a deadline as day, date and hour in Singapore, with minutes only when there are any', () => {
  expect(formatDeadline('2026-11-23T10:00:00Z')).toBe('Mon 23 Nov, 6 pm');
  expect(formatDeadline('2026-11-23T10:05:59Z')).toBe('Mon 23 Nov, 6:05 pm');
  expect(formatDeadline('2026-11-23T16:00:00Z')).toBe('Tue 24 Nov, 12 am');
  expect(formatDeadlineDay('2026-11-23T16:30:00Z')).toBe('Tue 24 Nov');
});
