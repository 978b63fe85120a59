import { describe, expect, it } from 'vitest';
import { describeRemainingCoe } from './coe.ts';

describe('COE left', () => {
  it('has the number of years that the listing states', () => {
    expect(describeRemainingCoe({ coeYearsLeft: 4.3 })).toEqual({
      years: 4.3,
      text: '4.3 years',
      fullYears: 4,
      isLow: false,
    });
    expect(describeRemainingCoe({ coeYearsLeft: 5.9 }).fullYears).toBe(5);
    expect(describeRemainingCoe({ coeYearsLeft: 11 })).toMatchObject({ text: '11 years', fullYears: 10 });
  });

  it('is unknown, and neither low nor zero, when the listing does not state it', () => {
    expect(describeRemainingCoe({ coeYearsLeft: null })).toEqual({
      years: null,
      text: 'Not known',
      fullYears: 0,
      isLow: false,
    });
    expect(describeRemainingCoe({ coeYearsLeft: 0 })).toEqual({ years: 0, text: 'None', fullYears: 0, isLow: true });
  });

  it('is written in months in the last year', () => {
    expect(describeRemainingCoe({ coeYearsLeft: 0.5 })).toMatchObject({ text: '6 months', fullYears: 0, isLow: true });
    expect(describeRemainingCoe({ coeYearsLeft: 0.1 })).toMatchObject({ text: '1 month', fullYears: 0, isLow: true });
    expect(describeRemainingCoe({ coeYearsLeft: 1 }).text).toBe('1 year');
  });
});
