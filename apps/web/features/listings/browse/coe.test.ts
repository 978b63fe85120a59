import { describe, expect, it } from 'vitest';
import { coeLeft } from './coe.ts';

describe('COE left', () => {
  it('is what the listing knows', () => {
    expect(coeLeft({ coeYearsLeft: 4.3, yearsOfUse: 9 })).toEqual({
      years: 4.3,
      words: '4.3 years',
      lit: 5,
      low: false,
    });
  });

  it('falls back to ten years less the years of use, between none and ten', () => {
    expect(coeLeft({ coeYearsLeft: null, yearsOfUse: 5 })).toMatchObject({ words: '5 years', lit: 5 });
    expect(coeLeft({ coeYearsLeft: null, yearsOfUse: 14 })).toMatchObject({ words: null, lit: 0, low: true });
    expect(coeLeft({ coeYearsLeft: null, yearsOfUse: -1 })).toMatchObject({ lit: 10 });
  });

  it('counts the last year in months', () => {
    expect(coeLeft({ coeYearsLeft: 0.5, yearsOfUse: 9 })).toMatchObject({ words: '6 months', lit: 1, low: true });
    expect(coeLeft({ coeYearsLeft: 1, yearsOfUse: 9 }).words).toBe('1 year');
  });
});
