import { describe, expect, it } from 'vitest';
import { rankPrice } from './price-rank.ts';

const others = [935, 798, 815, 829, 838, 852, 865, 885, 893, 898, 905, 918, 968, 1010].map((price) => price * 1000);

describe('a price among comparable cars', () => {
  it('has the median, the middle half, and how many cost less and more', () => {
    expect(rankPrice(868_000, others)).toMatchObject({
      median: 889_000,
      differenceFromMedian: -21_000,
      firstQuartile: 838_000,
      thirdQuartile: 918_000,
      cheaperCount: 6,
      dearerCount: 8,
      axisStart: 780_000,
      axisEnd: 1_030_000,
    });
  });

  it('says nothing with fewer than five of them', () => {
    expect(rankPrice(868_000, others.slice(0, 4))).toBeNull();
    expect(rankPrice(868_000, others.slice(0, 5))).not.toBeNull();
  });

  it('counts equal prices neither as cheaper nor as dearer', () => {
    expect(rankPrice(100, [100, 100, 100, 100, 100])).toMatchObject({
      median: 100,
      differenceFromMedian: 0,
      cheaperCount: 0,
      dearerCount: 0,
    });
  });

  it('keeps every price inside its axis', () => {
    for (const price of [1, 99, 868_000, 99_999_999]) {
      const standing = rankPrice(price, others);
      expect(standing?.axisStart).toBeLessThanOrEqual(Math.min(price, 798_000));
      expect(standing?.axisEnd).toBeGreaterThanOrEqual(Math.max(price, 1_010_000));
    }
  });
});
