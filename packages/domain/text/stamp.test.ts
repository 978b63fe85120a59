import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toSingaporeDay } from './singapore-day.ts';
import { formatTimestamp } from './stamp.ts';

// The dates begin in 1983, because Singapore's time has been UTC+8 without change since 1982.
const dateArbitrary = fc.date({ min: new Date('1983-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

beforeAll(() => void vi.stubEnv('TZ', 'Asia/Singapore'));
afterAll(() => void vi.unstubAllEnvs());

describe('the stamp of the specification', () => {
  it('is characters 8 to 21 of the date text of Singapore', () => {
    expect(new Date('2026-06-19T13:14:00Z').toString().slice(8, 21)).toBe('19 2026 21:14');
    fc.assert(
      fc.property(dateArbitrary, (moment) => {
        expect(formatTimestamp(moment)).toBe(moment.toString().slice(8, 21));
      }),
    );
  });

  it('does not move with the time zone of the machine', () => {
    const moment = new Date('2026-06-19T23:59:59Z');
    for (const timeZone of ['UTC', 'America/New_York', 'Asia/Singapore']) {
      vi.stubEnv('TZ', timeZone);
      expect(formatTimestamp(moment)).toBe('20 2026 07:59');
      expect(toSingaporeDay(moment)).toBe('2026-06-20');
    }
  });
});
