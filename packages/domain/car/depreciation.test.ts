import { describe, expect, it } from 'vitest';
import { type Cents, cents } from '../money/money.ts';
import {
  computeMinimumParf,
  type DepreciationFacts,
  depreciationPerYear,
  type MinimumParfRule,
  roundToTenDollars,
} from './depreciation.ts';

const dollars = (amount: number): Cents => cents(Math.round(amount * 100));
const rules: readonly MinimumParfRule[] = [
  { coeFrom: '1990-05-01', percent: 50, maximumRebate: null },
  { coeFrom: '2023-02-15', percent: 50, maximumRebate: dollars(60_000) },
  { coeFrom: '2026-02-20', percent: 5, maximumRebate: dollars(30_000) },
];
const today = '2026-06-19';

/** Returns the ISO date that is a number of days after `today`. */
function computeDateAfterDays(days: number): string {
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
}

function computeCostOfYear(overrides: Partial<DepreciationFacts>, days = 3_650): Cents | null {
  const facts: DepreciationFacts = {
    price: dollars(100_000),
    arfPaid: dollars(34_000),
    coeObtainedOn: '2022-12-19',
    registeredOn: null,
    coeExpiresOn: computeDateAfterDays(days),
    coeRenewed: false,
    ...overrides,
  };
  return depreciationPerYear(facts, rules, today);
}

describe('the cost of a year', () => {
  it('is $12,769.23 for a price of $100,000, an ARF of $34,000 and 6.5 years', () => {
    // 6.5 years are 2,374.125 days. Eight times 2,374.125 days is a whole number of days. The loss of value is
    // multiplied by eight too, so the yearly depreciation stays the same.
    const price = dollars(8 * (100_000 - 17_000) + 17_000);
    expect(computeCostOfYear({ price }, 8 * 2_374.125)).toBe(dollars(12_769.23));
    expect(computeCostOfYear({}, 2_374)).toBe(dollars(12_769.9));
    expect(computeCostOfYear({}, 2_375)).toBe(dollars(12_764.53));
  });

  it('is shown to the nearest ten dollars', () => {
    expect(roundToTenDollars(dollars(12_769.23))).toBe(dollars(12_770));
    expect(roundToTenDollars(dollars(12_764.99))).toBe(dollars(12_760));
    expect(roundToTenDollars(dollars(12_765))).toBe(dollars(12_770));
    expect(roundToTenDollars(dollars(4.99))).toBe(0n);
  });

  it('counts the whole price for a renewed COE', () => {
    expect(computeCostOfYear({ coeRenewed: true, arfPaid: null, coeObtainedOn: null }, 1_461)).toBe(dollars(25_000));
  });

  it.each([
    ['2022-12-19', 200_000, 100_000],
    ['2023-02-14', 200_000, 100_000],
    ['2023-02-15', 200_000, 60_000],
    ['2023-02-15', 100_000, 50_000],
    ['2026-02-15', 200_000, 60_000],
    ['2026-02-16', 200_000, 60_000],
    ['2026-02-17', 200_000, 60_000],
    ['2026-02-18', 200_000, 60_000],
    ['2026-02-19', 200_000, 60_000],
    ['2026-02-20', 200_000, 10_000],
    ['2026-02-21', 200_000, 10_000],
    ['2026-02-20', 900_000, 30_000],
  ])(
    'gives back by the law of the day of the COE: %s with an ARF of $%d keeps $%d',
    (coeObtainedOn, arf, expectedRebate) => {
      const price = dollars(500_000);
      for (const registeredOn of [null, '2020-01-01', '2026-08-19']) {
        const facts = { price, coeObtainedOn, registeredOn, arfPaid: dollars(arf) };
        expect(computeCostOfYear(facts, 1_461)).toBe(dollars((500_000 - expectedRebate) / 4));
      }
    },
  );

  it('gives half the ARF back for a car of March to August 2026 whose COE is older, and a twentieth for a newer COE', () => {
    const arfPaid = dollars(100_000);
    for (const registeredOn of ['2026-03-01', '2026-05-20', '2026-08-19']) {
      const computeMinimumParfFor = (coeObtainedOn: string | null) =>
        computeMinimumParf({ arfPaid, coeObtainedOn, registeredOn, coeRenewed: false }, rules);
      expect(computeMinimumParfFor('2026-02-04')).toBe(dollars(50_000));
      expect(computeMinimumParfFor('2026-02-20')).toBe(dollars(5_000));
      expect(computeMinimumParfFor(null)).toBe(dollars(5_000));
    }
  });

  it('counts the COE as obtained on the day of the registration where its own day is unknown', () => {
    const factsWithoutCoeStart = { coeObtainedOn: null, arfPaid: dollars(200_000), price: dollars(500_000) };
    expect(computeCostOfYear({ ...factsWithoutCoeStart, registeredOn: '2026-02-19' }, 1_461)).toBe(dollars(110_000));
    expect(computeCostOfYear({ ...factsWithoutCoeStart, registeredOn: '2026-02-20' }, 1_461)).toBe(dollars(122_500));
  });

  it('finds the law in whatever order its rows stand', () => {
    const ruleOrders = [rules, rules.toReversed(), [...rules.slice(1), ...rules.slice(0, 1)]];
    for (const order of ruleOrders) {
      const computeMinimumParfFor = (coeObtainedOn: string) =>
        computeMinimumParf({ arfPaid: dollars(200_000), coeObtainedOn, registeredOn: null, coeRenewed: false }, order);
      expect([
        computeMinimumParfFor('2023-02-14'),
        computeMinimumParfFor('2026-02-19'),
        computeMinimumParfFor('2026-02-20'),
      ]).toEqual([100_000, 60_000, 10_000].map((amount) => dollars(amount)));
    }
  });

  it('is nothing, and never less, where the rebate is more than the price', () => {
    expect(computeCostOfYear({ price: dollars(10_000) })).toBe(0n);
  });

  it('is unknown where a fact is missing, the COE has run out, or no law is known', () => {
    expect(computeCostOfYear({ arfPaid: null })).toBeNull();
    expect(computeCostOfYear({ coeObtainedOn: null, registeredOn: null })).toBeNull();
    expect(computeCostOfYear({ coeExpiresOn: null })).toBeNull();
    expect(computeCostOfYear({}, 0)).toBeNull();
    expect(computeCostOfYear({}, -1)).toBeNull();
    expect(computeCostOfYear({ coeObtainedOn: '1989-01-01' })).toBeNull();
  });

  it('counts at least one day', () => {
    expect(computeCostOfYear({}, 1)).toBe(dollars(83_000 * 365.25));
  });
});
