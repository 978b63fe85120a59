import { describe, expect, it } from 'vitest';
import { cents } from '../money/money.ts';
import { computeDebtRefund, computeFeeDebt } from './sale.ts';

const sale = { price: cents(10_000n), bankPart: cents(8_000n), fee: cents(3_000n), gst: cents(270n) };

describe('the debt by a fee', () => {
  it('is what fee and GST are more than what was paid here', () => {
    expect(computeFeeDebt(sale)).toBe(1_270n);
    expect(computeFeeDebt({ ...sale, bankPart: cents(6_730n) })).toBe(0n);
    expect(computeFeeDebt({ ...sale, bankPart: cents(0n) })).toBe(0n);
  });

  it('goes back as far as other sales have paid it, less what the seller owes now', () => {
    expect(computeDebtRefund(sale, -1_270n)).toBe(1_270n);
    expect(computeDebtRefund(sale, -400n)).toBe(400n);
    expect(computeDebtRefund(sale, -5_000n)).toBe(1_270n);
    expect(computeDebtRefund(sale, 0n)).toBe(0n);
    expect(computeDebtRefund(sale, 300n)).toBe(0n);
  });
});
