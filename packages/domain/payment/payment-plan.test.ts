import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cents, cardMaximum, cardMinimum, cents, priceMaximum } from '../money/money.ts';
import { splitShare } from '../seller-payment/seller-transfer.ts';
import {
  assertParts,
  computeSmallestDeposit,
  findLargestPayment,
  findNextPart,
  putDepositFirst,
  splitPrice,
  sumParts,
} from './payment-plan.ts';

const price = fc.bigInt({ min: cardMinimum, max: priceMaximum }).map((amount) => cents(amount));
const asParts = (amounts: readonly Cents[]) => amounts.map((amount) => ({ amount }));

describe('a price that is split', () => {
  it('sums to the price, in the fewest parts, each of which one payment takes', () => {
    fc.assert(
      fc.property(price, (wholePrice) => {
        const parts = splitPrice(wholePrice, 'card');
        expect(sumParts(asParts(parts))).toBe(wholePrice);
        expect(parts.every((part) => part >= cardMinimum && part <= cardMaximum)).toBe(true);
        expect(BigInt(parts.length - 1) * cardMaximum).toBeLessThan(wholePrice);
        if (parts.length > 1) expect(() => assertParts(wholePrice, parts)).not.toThrow();
      }),
    );
  });

  it('with PayNow is refused above 120 parts', () => {
    const largest = findLargestPayment('paynow') * 120n;
    expect(splitPrice(cents(largest), 'paynow')).toHaveLength(120);
    expect(() => splitPrice(cents(largest + 1n), 'paynow')).toThrow();
  });
});

describe('parts that a buyer chooses', () => {
  it('are refused when their sum is another than the price, by whatever amount', () => {
    fc.assert(
      fc.property(price, fc.bigInt({ min: 1n, max: 1_000n }), (wholePrice, excess) => {
        const parts = [computeSmallestDeposit(wholePrice), cents(wholePrice + excess)];
        expect(() => assertParts(wholePrice, parts)).toThrow();
      }),
    );
  });

  it.each([
    ['one part', 100_000n, [100_000n]],
    ['a small deposit', 100_000n, [1_999n, 98_001n]],
    ['a part of 49 cents', 100_000n, [99_951n, 49n]],
    ['a part above the card maximum', 200_000_000n, [100_000_000n, 100_000_000n]],
  ] as const)('are refused: %s', (_, wholePrice, amounts) => {
    expect(() => assertParts(cents(wholePrice), amounts.map(cents))).toThrow();
  });

  it('are paid in their order', () => {
    const part = (isPaid: boolean, payer: 'buyer' | 'bank' = 'buyer') => ({ isPaid, payer });
    expect(findNextPart([part(true), part(false), part(false)])).toEqual(part(false));
    expect(findNextPart([part(true)])).toBeUndefined();
    expect(findNextPart([part(true), part(false, 'bank')])).toBeUndefined();
  });
});

describe('the share of a seller', () => {
  it('is split over the charges: each gives at most what it took, together the share', () => {
    const amounts = fc.array(fc.bigInt({ min: cardMinimum, max: cardMaximum }).map(cents), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(amounts, fc.nat({ max: 100 }), (charges, percent) => {
        const payments = asParts(charges);
        const share = cents((sumParts(payments) * BigInt(percent)) / 100n);
        const split = splitShare(share, payments);
        expect(sumParts(split)).toBe(share);
        expect(split.every(({ payment, amount }) => amount > 0n && amount <= payment.amount)).toBe(true);
      }),
    );
    expect(() => splitShare(cents(101), asParts([cents(100)]))).toThrow(RangeError);
  });
});

describe('a deposit that comes first', () => {
  const ownPart = (amount: bigint) => ({ amount: cents(amount), payer: 'buyer' as const });
  const ofBank = (amount: bigint) => ({ amount: cents(amount), payer: 'bank' as const });

  it.each([
    [
      [ownPart(200_000n), ofBank(800_000n)],
      [ownPart(50_000n), ownPart(150_000n), ofBank(800_000n)],
    ],
    [
      [ownPart(50_000n), ofBank(950_000n)],
      [ownPart(50_000n), ofBank(950_000n)],
    ],
    [
      [ownPart(30_000n), ownPart(40_000n), ofBank(900n)],
      [ownPart(50_000n), ownPart(20_000n), ofBank(900n)],
    ],
    [
      [ownPart(50_010n), ownPart(40_000n)],
      [ownPart(50_000n), ownPart(40_010n)],
    ],
    [
      [ownPart(30_000n), ofBank(970_000n)],
      [ownPart(50_000n), ofBank(950_000n)],
    ],
    [
      [ownPart(50_010n), ofBank(970_000n)],
      [ownPart(50_000n), ownPart(50n), ofBank(969_960n)],
    ],
    [[ownPart(50_010n), ofBank(89n)], null],
    [[ownPart(50_010n), ownPart(99_999_990n)], null],
  ])('is taken from the own parts of a plan (%#)', (parts, expectedParts) => {
    expect(putDepositFirst(parts, cents(50_000n))).toEqual(expectedParts);
  });

  it('leaves 120 parts at most: two that one payment takes join', () => {
    const parts = [ownPart(60_000n), ...Array.from({ length: 118 }, () => ownPart(99_999_999n)), ownPart(100n)];
    expect(putDepositFirst(parts, cents(50_000n))).toBeNull();
    const otherParts = [ownPart(60_000n), ownPart(70_000n), ...parts.slice(2)];
    const joined = putDepositFirst(otherParts, cents(50_000n));
    expect(joined).toHaveLength(120);
    expect(joined?.slice(0, 3)).toEqual([ownPart(50_000n), ownPart(80_000n), ownPart(99_999_999n)]);
  });
});
