import { describe, expect, it } from 'vitest';
import { readViewing } from './read-viewing.ts';

/** A Monday at 11:17 a.m. in Singapore. */
const mondayMorning = new Date('2026-11-23T03:17:00Z');
const readViewingText = (text: string, bookedAt = mondayMorning): string | undefined => {
  const viewing = readViewing(text, bookedAt);
  if (viewing === undefined) return undefined;
  const { day, minute } = viewing;
  if (minute === null) return day;
  return `${day} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
};

describe('the day of a viewing in free text', () => {
  it.each([
    ['Sat 28 Nov, 3 pm', '2026-11-28 15:00'],
    ['Saturday, after 3 pm', '2026-11-28 15:00'],
    ['Saturday after 3 pm', '2026-11-28 15:00'],
    ['Sunday from 2-4 pm', '2026-11-29 14:00'],
    ['Sunday before noon', '2026-11-29 12:00'],
    ['from 15:30 on 28 Nov', '2026-11-28 15:30'],
    ['Sat 28 Nov, after 3pm', '2026-11-28 15:00'],
    ['28th of November at 10.30am', '2026-11-28 10:30'],
    ['November 28, 2026, noon', '2026-11-28 12:00'],
    ['28/11 15:00', '2026-11-28 15:00'],
    ['28/11/26', '2026-11-28'],
    ['28.11.2026 9:05', '2026-11-28 09:05'],
    ['2026-11-28 3 pm', '2026-11-28 15:00'],
    ['tomorrow 12 am', '2026-11-24 00:00'],
    ['Today, 12 pm', '2026-11-23 12:00'],
    ['Sunday 2-4 pm', '2026-11-29 14:00'],
    ['Sunday 11 to 1 pm', '2026-11-29 11:00'],
    ['Sun, in the morning', '2026-11-29'],
    ['3 Jan, 3pm', '2027-01-03 15:00'],
    ['Sat 10am and 3 pm', '2026-11-28'],
    ['thurs 7.30 pm', '2026-11-26 19:30'],
  ])('%s is %s', (text, expected) => {
    expect(readViewingText(text)).toBe(expected);
  });

  it.each([
    '',
    'any',
    'A weekday evening',
    'Next Tuesday',
    'not on Saturday',
    'no Saturday please',
    'any day but Sunday',
    'weekdays except Friday',
    'weekday before 12/12',
    'after Saturday',
    'from 28 nov',
    'until 28 Nov',
    'till Friday',
    'by Friday',
    'any Saturday',
    'Sat or Sun',
    'Sat, Sun',
    '28 or 29 Nov',
    'Fri 28 Nov',
    '31 April',
    '28/13',
    '22 Nov 2026',
    '28 Nov 2028',
    'Monday',
    'call me at 9123 4567',
    'saturation point',
    'after 3 pm',
    'https://evil.example/28',
  ])('is not read from: %s', (text) => {
    expect(readViewingText(text)).toBeUndefined();
  });

  it('is that of Singapore, where it is already tomorrow', () => {
    expect(readViewingText('today', new Date('2026-11-23T16:30:00Z'))).toBe('2026-11-24');
  });

  it('takes any text, and reads no more than a hundred characters', () => {
    expect(readViewingText(`${' '.repeat(100)}28 Nov`)).toBeUndefined();
    for (const text of ['1'.repeat(100_000), 'nov '.repeat(30_000), '-'.repeat(100_000), '32/1 '.repeat(20_000)]) {
      expect(readViewingText(text)).toBeUndefined();
    }
  });
});
