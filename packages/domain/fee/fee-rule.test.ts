import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccountId } from '../account/account.ts';
import { type Cents, priceMaximum } from '../money/money.ts';
import { chooseFeeRule, computeFee, type FeeRule, type FeeRuleId } from './fee-rule.ts';

const generalRule: FeeRule = {
  id: 'general' as FeeRuleId,
  validFrom: new Date('2026-01-01T00:00:00Z'),
  sellerId: null,
  brand: null,
  isEnd: false,
  basisPoints: 100,
  fixed: 0n as Cents,
  cap: null,
  gstBasisPoints: 900,
};
const rule = (overrides: Partial<FeeRule>): FeeRule => ({ ...generalRule, ...overrides });

describe('the fee of a sale', () => {
  it.each<[string, bigint, Partial<FeeRule>, bigint, bigint]>([
    ['1 % of $100,000 and 9 % GST on it', 10_000_000n, {}, 100_000n, 9_000n],
    ['a fixed part beside the rate', 10_000_000n, { fixed: 5_000n as Cents }, 105_000n, 9_450n],
    ['at most the maximum', 10_000_000n, { cap: 50_000n as Cents }, 50_000n, 4_500n],
    ['half a cent as a whole one', 50n, {}, 1n, 0n],
    ['less than half a cent as nothing', 49n, {}, 0n, 0n],
    ['no GST without a registration', 10_000_000n, { gstBasisPoints: 0 }, 100_000n, 0n],
    ['never more than the price, with its GST', 100n, { fixed: 1_000n as Cents }, 91n, 8n],
    ['nothing by a rule that ends its scope', 10_000_000n, { isEnd: true }, 0n, 0n],
  ])('is %s', (_caseName, price, overrides, fee, gst) => {
    expect(computeFee(price as Cents, rule(overrides))).toEqual({ fee, gst });
  });

  it('is nothing without a rule', () => {
    expect(computeFee(10_000_000n as Cents, null)).toEqual({ fee: 0n, gst: 0n });
  });

  it('and its GST are never negative and never exceed the price', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: priceMaximum }),
        fc.integer({ min: 0, max: 5_000 }),
        fc.bigInt({ min: 0n, max: 100_000_000n }),
        fc.option(fc.bigInt({ min: 0n, max: 100_000_000n })),
        fc.integer({ min: 0, max: 3_000 }),
        (price, basisPoints, fixedAmount, capAmount, gstBasisPoints) => {
          const terms = { basisPoints, fixed: fixedAmount as Cents, cap: capAmount as Cents | null, gstBasisPoints };
          const { fee, gst } = computeFee(price as Cents, rule(terms));
          expect(fee >= 0n && gst >= 0n && fee + gst <= price).toBe(true);
          if (capAmount !== null) expect(fee <= capAmount).toBe(true);
        },
      ),
    );
  });
});

describe('the rule of a sale', () => {
  const seller = 'seller' as AccountId;
  const saleTime = new Date('2026-06-15T00:00:00Z');
  const sale = { sellerId: seller, brand: 'Ferrari', at: saleTime };
  const brandRule = rule({ id: 'brand' as FeeRuleId, brand: 'Ferrari' });
  const sellerRule = rule({ id: 'seller' as FeeRuleId, sellerId: seller });

  it('is that of its seller, else that of its brand, else the general one', () => {
    expect(chooseFeeRule([generalRule, brandRule, sellerRule], sale)?.id).toBe('seller');
    expect(chooseFeeRule([brandRule, generalRule], sale)?.id).toBe('brand');
    expect(chooseFeeRule([generalRule], sale)?.id).toBe('general');
    expect(chooseFeeRule([], sale)).toBeNull();
  });

  it('never is that of another seller or brand', () => {
    expect(chooseFeeRule([brandRule, sellerRule], { ...sale, sellerId: 'x' as AccountId, brand: 'Audi' })).toBeNull();
  });

  it('is the newest that is valid, from its first moment on', () => {
    const newerRule = rule({ id: 'newer' as FeeRuleId, validFrom: saleTime });
    const futureRule = rule({ id: 'future' as FeeRuleId, validFrom: new Date(saleTime.getTime() + 1) });
    expect(chooseFeeRule([futureRule, newerRule, generalRule], sale)?.id).toBe('newer');
    expect(chooseFeeRule([newerRule, generalRule], { ...sale, at: new Date(saleTime.getTime() - 1) })?.id).toBe(
      'general',
    );
  });

  it('is the wider one after the end of a narrower one', () => {
    const endingRule = rule({ id: 'end' as FeeRuleId, sellerId: seller, validFrom: saleTime, isEnd: true });
    expect(chooseFeeRule([sellerRule, endingRule, brandRule, generalRule], sale)?.id).toBe('brand');
  });
});
