import { describe, expect, it } from 'vitest';
import { coeYearsLeft, countCoeDaysLeft } from './coe.ts';

describe('the COE left', () => {
  it.each([
    ['2026-06-20', 1],
    ['2026-06-19', 0],
    ['2026-06-18', 0],
    ['2027-06-19', 365],
    ['2028-06-19', 731],
  ])('to %s is %i days on 19 June 2026', (coeExpiresOn, days) => {
    expect(countCoeDaysLeft(coeExpiresOn, '2026-06-19')).toBe(days);
  });

  it.each([
    ['2036-06-19', 10],
    ['2032-12-19', 6.5],
    ['2026-07-19', 0.1],
    // A COE that has not expired is never shown as expired.
    ['2026-06-20', 0.1],
    ['2026-06-19', 0],
    ['2020-01-01', 0],
  ])('to %s is %d years, in tenths of 365.25 days', (coeExpiresOn, years) => {
    expect(coeYearsLeft(coeExpiresOn, '2026-06-19')).toBe(years);
  });

  it('is unknown when the end of the COE is unknown', () => {
    expect(coeYearsLeft(null, '2026-06-19')).toBeNull();
  });
});
