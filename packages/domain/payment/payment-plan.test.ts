import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cents, cardPaymentMaximum, cardPaymentMinimum, cents, priceMaximum } from '../money/money.ts';
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

const price = fc.bigInt({ min: cardPaymentMinimum, max: priceMaximum }).map((amount) => cents(amount));
const toParts = (amounts: readonly Cents[]) => amounts.map((amount) => ({ amount }));

describe('a price that is split', () => {
  it('sums to the price, in the fewest parts, each of which one payment takes', () => {
    fc.assert(
      fc.property(price, (wholePrice) => {
        const parts = splitPrice(wholePrice, 'card');
        expect(sumParts(toParts(parts))).toBe(wholePrice);
        expect(parts.every((part) => part >= cardPaymentMinimum && part <= cardPaymentMaximum)).toBe(true);
        expect(BigInt(parts.length - 1) * cardPaymentMaximum).toBeLessThan(wholePrice);
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
    const amounts = fc.array(fc.bigInt({ min: cardPaymentMinimum, max: cardPaymentMaximum }).map(cents), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(amounts, fc.nat({ max: 100 }), (charges, percent) => {
        const payments = toParts(charges);
        const share = cents((sumParts(payments) * BigInt(percent)) / 100n);
        const shareParts = splitShare(share, payments);
        expect(sumParts(shareParts)).toBe(share);
        expect(shareParts.every(({ payment, amount }) => amount > 0n && amount <= payment.amount)).toBe(true);
      }),
    );
    expect(() => splitShare(cents(101), toParts([cents(100)]))).toThrow(RangeError);
  });
});

describe('a deposit that comes first', () => {
  const makeBuyerPart = (amount: bigint) => ({ amount: cents(amount), payer: 'buyer' as const });
  const makeBankPart = (amount: bigint) => ({ amount: cents(amount), payer: 'bank' as const });

  it.each([
    [
      [makeBuyerPart(200_000n), makeBankPart(800_000n)],
      [makeBuyerPart(50_000n), makeBuyerPart(150_000n), makeBankPart(800_000n)],
    ],
    [
      [makeBuyerPart(50_000n), makeBankPart(950_000n)],
      [makeBuyerPart(50_000n), makeBankPart(950_000n)],
    ],
    [
      [makeBuyerPart(30_000n), makeBuyerPart(40_000n), makeBankPart(900n)],
      [makeBuyerPart(50_000n), makeBuyerPart(20_000n), makeBankPart(900n)],
    ],
    [
      [makeBuyerPart(50_010n), makeBuyerPart(40_000n)],
      [makeBuyerPart(50_000n), makeBuyerPart(40_010n)],
    ],
    [
      [makeBuyerPart(30_000n), makeBankPart(970_000n)],
      [makeBuyerPart(50_000n), makeBankPart(950_000n)],
    ],
    [
      [makeBuyerPart(50_010n), makeBankPart(970_000n)],
      [makeBuyerPart(50_000n), makeBuyerPart(50n), makeBankPart(969_960n)],
    ],
    [[makeBuyerPart(50_010n), makeBankPart(89n)], null],
    [[makeBuyerPart(50_010n), makeBuyerPart(99_999_990n)], null],
  ])('is taken from the own parts of a plan (%#)', (parts, expectedParts) => {
    expect(putDepositFirst(parts, cents(50_000n))).toEqual(expectedParts);
  });

  it('leaves 120 parts at most: two that one payment takes join', () => {
    const parts = [
      makeBuyerPart(60_000n),
      ...Array.from({ length: 118 }, () => makeBuyerPart(99_999_999n)),
      makeBuyerPart(100n),
    ];
    expect(putDepositFirst(parts, cents(50_000n))).toBeNull();
    const otherParts = [makeBuyerPart(60_000n), makeBuyerPart(70_000n), ...parts.slice(2)];
    const joinedParts = putDepositFirst(otherParts, cents(50_000n));
    expect(joinedParts).toHaveLength(120);
    expect(joinedParts?.slice(0, 3)).toEqual([
      makeBuyerPart(50_000n),
      makeBuyerPart(80_000n),
      makeBuyerPart(99_999_999n),
    ]);
  });
});
