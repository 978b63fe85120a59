import { describe, expect, it } from 'vitest';
import { readViewing } from './read-viewing.ts';
import { formatPickedViewing, formatTimeOfDay, formatViewing } from './write-viewing.ts';

/** A Thursday in Singapore. */
const now = new Date('2026-11-26T04:00:00Z');

describe('the text of a viewing', () => {
  it.each([
    ['2026-11-28', 15 * 60, 'Sat 28 Nov, 3 pm'],
    ['2026-11-26', 9 * 60 + 5, 'Thu 26 Nov, 9.05 am'],
    ['2027-01-04', 12 * 60, 'Mon 4 Jan, 12 pm'],
    ['2026-12-01', 0, 'Tue 1 Dec, 12 am'],
    ['2026-12-01', null, 'Tue 1 Dec'],
  ])('%s and %s minutes is %s, and is read as the same', (day, minute, text) => {
    expect(formatViewing({ day, minute })).toBe(text);
    expect(readViewing(text, now)).toEqual({ day, minute });
  });

  it('is read back from what was picked on every day of the next year, at every quarter of an hour', () => {
    for (let days = 0; days <= 365; days += 1) {
      const day = new Date(Date.parse('2026-11-26') + days * 86_400_000).toISOString().slice(0, 10);
      const minute = (days * 15) % 1_440;
      const timeOfDay = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      const text = formatPickedViewing(`${day}T${timeOfDay}`, now) ?? '';
      expect(readViewing(text, now), text).toEqual({ day, minute });
      expect(text).toContain(formatTimeOfDay(minute));
    }
  });

  it('is not written from an incomplete value', () => {
    for (const pickedTime of ['', '2026-11-28', 'soon']) expect(formatPickedViewing(pickedTime, now)).toBeUndefined();
  });
});
