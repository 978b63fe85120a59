import { describe, expect, it } from 'vitest';
import {
  emptyRule,
  makeBeginningBody,
  makeFeeTerms,
  makeRuleBody,
  readDollars,
  readPercent,
} from './rule-form-values.ts';

const typedValues = { ...emptyRule, percent: '1.25', gst: '9' };

describe('the form of a rule for fees', () => {
  it.each([
    ['1.25', 125],
    ['0', 0],
    [' 50 % ', 5_000],
    ['50.01', undefined],
    ['1.255', undefined],
    ['-1', undefined],
    ['', undefined],
    ['1e1', undefined],
  ])('reads the percentage %j as %j hundredths', (text, basisPoints) => {
    expect(readPercent(text, 50)).toBe(basisPoints);
  });

  it.each([
    ['5,000', 5_000],
    ['$99.50', 99.5],
    ['1,000,000', 1_000_000],
    ['1,000,000.01', undefined],
    ['0.001', undefined],
    ['ten', undefined],
  ])('reads the amount %j as %j', (text, dollars) => {
    expect(readDollars(text)).toBe(dollars);
  });

  it('is a body without a scope for every sale, and with the chosen one otherwise', () => {
    const terms = { isEnd: false, basisPoints: 125, fixed: 0, cap: null, gstBasisPoints: 900 };
    expect(makeRuleBody({ ...typedValues, brand: 'Ferrari', seller: 'somebody' })).toEqual(terms);
    expect(makeRuleBody({ ...typedValues, scope: 'brand', brand: 'Ferrari' })).toEqual({ ...terms, brand: 'Ferrari' });
    expect(makeRuleBody({ ...typedValues, scope: 'seller', seller: 's1' })).toEqual({ ...terms, seller: 's1' });
  });

  it('has no body and no terms while a field is invalid', () => {
    for (const fault of [{ percent: '' }, { gst: '31' }, { fixed: 'x' }, { cap: '-1' }]) {
      expect(makeRuleBody({ ...typedValues, ...fault })).toBeUndefined();
      expect(makeFeeTerms({ ...typedValues, ...fault })).toBeUndefined();
    }
  });

  it('gives the terms to the rule of the server in cents', () => {
    expect(makeFeeTerms({ ...typedValues, fixed: '100', cap: '5,000' })).toEqual({
      isEnd: false,
      basisPoints: 125,
      fixed: 10_000n,
      cap: 500_000n,
      gstBasisPoints: 900,
    });
  });

  it('begins at once, or at midnight in Singapore', () => {
    expect(makeBeginningBody({ begins: 'now', day: '2027-01-01' })).toEqual({});
    expect(makeBeginningBody({ begins: 'day', day: '2027-01-01' })).toEqual({ validFrom: '2026-12-31T16:00:00.000Z' });
  });
});
