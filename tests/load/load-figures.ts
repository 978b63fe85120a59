import { computeQuantile } from '@carhouse/bench/samples';
import { isGood, isRefusedUnderOverload, type Outcome } from './outcome.ts';
import { type VisitClass, type VisitKind, visitorMix } from './visitor-mix.ts';

/** Milliseconds within which 99 of 100 requests of a class must be answered well (decision 0093). */
export const latencyLimitsMs = { read: 100, write: 300 } as const;
/** Milliseconds within which a refusal must arrive, so that it costs the visitor and the server little. */
export const refusalLimitMs = 100;
/**
 * The maximum lag in milliseconds for 99 of 100 requests of the generator. With more lag, the generator could not keep
 * up, and the figures say more about the generator than about the product.
 */
export const lagLimitMs = 25;

export type LatencyFigures = {
  readonly requests: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly p999Ms: number | null;
};

export type LoadFigures = {
  readonly requests: number;
  readonly perSecond: number;
  /**
   * Latencies from the arrival of the visitor. A request without a good answer counts as a request that never ends; the
   * figure is then null.
   */
  readonly reads: LatencyFigures;
  readonly writes: LatencyFigures;
  /** Good answers per second that arrived within the limit of their class. */
  readonly goodputPerSecond: number;
  readonly sharesOf: { readonly good: number; readonly shed: number; readonly failed: number };
  /** The time in milliseconds within which 99 of 100 refusals arrived; null when there was no refusal. */
  readonly refusalP99Ms: number | null;
  readonly lagP99Ms: number;
  /** Whether the generator kept up with the arrivals. When the generator did not keep up, the run does not count. */
  readonly isValid: boolean;
  /** Whether the run counts, and the p99 of reads and of writes are within their limits. */
  readonly holds: boolean;
  /** Number of answers by kind, and by status or fault. */
  readonly kinds: Readonly<Partial<Record<VisitKind, Readonly<Record<string, number>>>>>;
};

/** @param seconds length of the run, which is the divisor of the rates. */
export function summariseLoad(outcomes: readonly Outcome[], seconds: number): LoadFigures {
  const lagP99Ms = roundMs(
    computeQuantile(
      outcomes.map(({ lagMs }) => lagMs),
      0.99,
    ),
  );
  const [reads, writes] = [summariseClass(outcomes, 'read'), summariseClass(outcomes, 'write')];
  const refusals = outcomes.filter(({ first }) => isRefusedUnderOverload(first)).map(({ first }) => first.latencyMs);
  const isValid = outcomes.length > 0 && lagP99Ms <= lagLimitMs;
  const goodFirstAnswerCount = outcomes.filter(({ first }) => isGood(first)).length;
  const shedCount = refusals.length;
  return {
    requests: outcomes.length,
    perSecond: roundMs(outcomes.length / seconds),
    reads,
    writes,
    goodputPerSecond: roundMs(outcomes.filter(isGoodInTime).length / seconds),
    sharesOf: {
      good: computeShare(goodFirstAnswerCount, outcomes.length),
      shed: computeShare(shedCount, outcomes.length),
      failed: computeShare(outcomes.length - goodFirstAnswerCount - shedCount, outcomes.length),
    },
    refusalP99Ms: refusals.length === 0 ? null : roundMs(computeQuantile(refusals, 0.99)),
    lagP99Ms,
    isValid,
    holds: isValid && isWithinLimit(reads, latencyLimitsMs.read) && isWithinLimit(writes, latencyLimitsMs.write),
    kinds: countByKind(outcomes),
  };
}

/**
 * Whether the first answer was good and within the limit of its class. For requests to the card provider, the limit for
 * writes applies.
 */
export function isGoodInTime({ kind, first }: Outcome): boolean {
  return isGood(first) && first.latencyMs <= latencyLimitsMs[visitorMix[kind].class === 'read' ? 'read' : 'write'];
}

function summariseClass(outcomes: readonly Outcome[], visitClass: VisitClass): LatencyFigures {
  const classOutcomes = outcomes.filter(({ kind }) => visitorMix[kind].class === visitClass);
  const latenciesMs = classOutcomes.map(({ first }) => (isGood(first) ? first.latencyMs : Number.POSITIVE_INFINITY));
  const computeLatencyMs = (quantileShare: number): number | null => {
    const value = computeQuantile(latenciesMs, quantileShare);
    return Number.isFinite(value) ? roundMs(value) : null;
  };
  return {
    requests: classOutcomes.length,
    p50Ms: computeLatencyMs(0.5),
    p99Ms: computeLatencyMs(0.99),
    p999Ms: computeLatencyMs(0.999),
  };
}

function isWithinLimit({ requests, p99Ms }: LatencyFigures, limitMs: number): boolean {
  return requests === 0 || (p99Ms !== null && p99Ms <= limitMs);
}

function countByKind(outcomes: readonly Outcome[]): LoadFigures['kinds'] {
  const countsByKind: Partial<Record<VisitKind, Record<string, number>>> = {};
  for (const { kind, first } of outcomes) {
    const counts = countsByKind[kind] ?? {};
    const name = first.status === 0 ? first.fault : `${first.status}${first.fault === '' ? '' : ` ${first.fault}`}`;
    counts[name] = (counts[name] ?? 0) + 1;
    countsByKind[kind] = counts;
  }
  return countsByKind;
}

function computeShare(count: number, total: number): number {
  return total === 0 ? 0 : Math.round((count / total) * 10_000) / 10_000;
}

function roundMs(value: number): number {
  return Math.round(value * 10) / 10;
}
