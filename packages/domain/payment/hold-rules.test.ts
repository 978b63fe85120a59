import { describe, expect, it } from 'vitest';
import { isDomainError } from '../errors/domain-error.ts';
import type { ListingId } from '../listing/listing.ts';
import { type EarlierHold, formatDuration, type HoldLimits, type HoldSpan, judgeHold } from './hold-rules.ts';

const limits: HoldLimits = { perHour: 3, perDay: 6, atOnce: 1, perAddress: 2, cooldownMinutes: 30 };
const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 22, 10, minute));
const car = (name: string): ListingId => name as ListingId;
const makeHold = (name: string, from: number, overrides: Partial<EarlierHold> = {}): EarlierHold => ({
  listingId: car(name),
  from: at(from),
  until: at(from + 15),
  isCurrent: false,
  attempts: 1,
  ...overrides,
});

function judge(
  now: number,
  earlierHolds: readonly EarlierHold[],
  networkHoldEnds: readonly Date[] = [],
  networkHolds: readonly EarlierHold[] = [],
  holdLimits: HoldLimits = limits,
): HoldSpan | string {
  try {
    return judgeHold({
      listingId: car('a'),
      earlierHolds,
      networkHolds,
      networkHoldEnds,
      limits: holdLimits,
      now: at(now),
    });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return `${error.code} ${error.retryAfter}`;
  }
}

describe('a hold', () => {
  it('lasts 15 minutes, and goes on with the same end for who comes back within them', () => {
    expect(judge(0, [])).toEqual({ from: at(0), until: at(15) });
    expect(judge(14, [makeHold('a', 0)])).toEqual({ from: at(0), until: at(15) });
  });

  it('rests for half an hour after its end, for this car and this buyer only', () => {
    expect(judge(15, [makeHold('a', 0)])).toBe('HOLD_COOLDOWN 1800');
    expect(judge(44, [makeHold('a', 0)])).toBe('HOLD_COOLDOWN 60');
    expect(judge(45, [makeHold('a', 0)])).toEqual({ from: at(45), until: at(60) });
    expect(judge(15, [makeHold('b', 0)])).toEqual({ from: at(15), until: at(30) });
  });

  it('is one of three in an hour and of six in a day', () => {
    const threeHolds = [makeHold('b', 0), makeHold('c', 10), makeHold('d', 20)];
    expect(judge(30, threeHolds)).toBe('HOLD_LIMIT 1800');
    expect(judge(60, threeHolds)).toEqual({ from: at(60), until: at(75) });
    const sixHolds = [0, 70, 140, 210, 280, 350].map((from, index) => makeHold(`b${index}`, from));
    expect(judge(420, sixHolds)).toBe(`HOLD_LIMIT ${(1440 - 420) * 60}`);
    expect(judge(1440, sixHolds)).toEqual({ from: at(1440), until: at(1455) });
  });

  it('is the only one of its buyer, also where an earlier one could be taken up again', () => {
    expect(judge(5, [makeHold('b', 0, { isCurrent: true })])).toBe('HOLD_LIMIT 600');
    expect(judge(6, [makeHold('a', 0), makeHold('b', 5, { isCurrent: true })])).toBe('HOLD_LIMIT 840');
    expect(judge(5, [makeHold('a', 0, { isCurrent: true })])).toEqual({ from: at(0), until: at(15) });
  });

  it('is one of a few of its network', () => {
    expect(judge(5, [], [at(9)])).toEqual({ from: at(5), until: at(20) });
    expect(judge(5, [], [at(9), at(7)])).toBe('HOLD_LIMIT 120');
  });

  it('counts for all new accounts of a network, for its car only', () => {
    expect(judge(15, [], [], [makeHold('a', 0)])).toBe('HOLD_COOLDOWN 1800');
    expect(judge(45, [], [], [makeHold('a', 0)])).toEqual({ from: at(45), until: at(60) });
    // The buyer's own hold ends as before.
    expect(judge(14, [makeHold('a', 0)], [], [makeHold('a', -20)])).toEqual({ from: at(0), until: at(15) });
    const threeHolds = [makeHold('a', 0), makeHold('a', 5), makeHold('a', 9)];
    const limitsWithoutCooldown = { ...limits, cooldownMinutes: 0 };
    expect(judge(25, [], [], threeHolds, limitsWithoutCooldown)).toBe('HOLD_LIMIT 2100');
    expect(judge(25, threeHolds.slice(0, 1), [], threeHolds.slice(1), limitsWithoutCooldown)).toBe('HOLD_LIMIT 2100');
    expect(judge(61, [], [], threeHolds, limitsWithoutCooldown)).toEqual({ from: at(61), until: at(76) });
  });

  it('cannot be left and opened again without end', () => {
    expect(judge(5, [makeHold('a', 0, { attempts: 19 })])).toEqual({ from: at(0), until: at(15) });
    expect(judge(5, [makeHold('a', 0, { attempts: 20 })])).toBe('HOLD_COOLDOWN 2400');
  });
});

it('says a time in words that is never too short', () => {
  expect([1, 59, 60, 61, 7_200, 7_201].map(formatDuration)).toEqual([
    '1 second',
    '59 seconds',
    '1 minute',
    '2 minutes',
    '120 minutes',
    '3 hours',
  ]);
});
