import { describe, expect, it } from 'vitest';
import { coeLeft } from './coe.ts';

describe('COE left', () => {
  it('has the number of years that the listing states', () => {
    expect(coeLeft({ coeYearsLeft: 4.3 })).toEqual({ years: 4.3, words: '4.3 years', lit: 4, low: false });
    expect(coeLeft({ coeYearsLeft: 5.9 }).lit).toBe(5);
    expect(coeLeft({ coeYearsLeft: 11 })).toMatchObject({ words: '11 years', lit: 10 });
  });

  it('is unknown, and neither low nor zero, when the listing does not state it', () => {
    expect(coeLeft({ coeYearsLeft: null })).toEqual({ years: null, words: 'Not known', lit: 0, low: false });
    expect(coeLeft({ coeYearsLeft: 0 })).toEqual({ years: 0, words: 'None', lit: 0, low: true });
  });

  it('is written in months in the last year', () => {
    expect(coeLeft({ coeYearsLeft: 0.5 })).toMatchObject({ words: '6 months', lit: 0, low: true });
    expect(coeLeft({ coeYearsLeft: 0.1 })).toMatchObject({ words: '1 month', lit: 0, low: true });
    expect(coeLeft({ coeYearsLeft: 1 }).words).toBe('1 year');
  });
});
