import { describe, expect, it } from 'vitest';
import { coeLeft } from './coe.ts';

describe('COE left', () => {
  it('is the figure of the listing', () => {
    expect(coeLeft({ coeYearsLeft: 4.3 })).toEqual({ years: 4.3, words: '4.3 years', lit: 4, low: false });
    expect(coeLeft({ coeYearsLeft: 5.9 }).lit).toBe(5);
    expect(coeLeft({ coeYearsLeft: 11 })).toMatchObject({ words: '11 years', lit: 10 });
  });

  it('is not known where the listing does not know it, and that is neither low nor none', () => {
    expect(coeLeft({ coeYearsLeft: null })).toEqual({ years: null, words: 'Not known', lit: 0, low: false });
    expect(coeLeft({ coeYearsLeft: 0 })).toEqual({ years: 0, words: 'None', lit: 0, low: true });
  });

  it('counts the last year in months', () => {
    expect(coeLeft({ coeYearsLeft: 0.5 })).toMatchObject({ words: '6 months', lit: 0, low: true });
    expect(coeLeft({ coeYearsLeft: 0.1 })).toMatchObject({ words: '1 month', lit: 0, low: true });
    expect(coeLeft({ coeYearsLeft: 1 }).words).toBe('1 year');
  });
});
