import type { ExchangeResponse } from '@carhouse/bench/http-exchange';
import { makeArrivals } from './arrivals.ts';
import type { Connections } from './connections.ts';
import type { LoadRun } from './load-task.ts';
import { type Attempt, isGood, type Outcome } from './outcome.ts';
import type { VisitRequest } from './visit-request.ts';
import { chooseVisit, type VisitKind } from './visitor-mix.ts';

/** Milliseconds after which a visitor gives up, as the scripts of the pages do. */
const visitorTimeoutMs = 15_000;
/** Milliseconds before the retry when no answer says how long to wait. */
const defaultRetryPauseMs = 1_000;
/** The longest time in seconds for which `Retry-After` delays a retry. */
const maximumRetryPauseSeconds = 10;

export type RunTools = {
  readonly connections: Connections;
  /** Makes the request of an arrival of this kind. */
  readonly makeVisit: (kind: VisitKind) => VisitRequest;
  readonly random: () => number;
  readonly record: (outcome: Outcome) => void;
};

/**
 * Sends a request for each arrival at its time, whether or not earlier ones are answered, and waits for the last
 * answer. Latencies are measured from the arrival. Latencies therefore include the delay of a late generator, and never
 * hide a slow answer.
 */
export async function runArrivals({ rate, seconds, hasRetries }: LoadRun, tools: RunTools): Promise<void> {
  const { random } = tools;
  const startMs = performance.now();
  const runningVisits = new Set<Promise<void>>();
  let fault: Error | undefined;
  for (const arrivedMs of makeArrivals(rate, seconds, random)) {
    if (fault !== undefined) break;
    const waitMs = startMs + arrivedMs - performance.now();
    // Timers have whole milliseconds. A more exact wait would keep a processor busy that the product needs.
    if (waitMs > 0) await pause(waitMs);
    const visit = makeVisit(tools.makeVisit(chooseVisit(random())), startMs, arrivedMs)
      .catch((error: unknown) => {
        fault ??= error as Error;
      })
      .finally(() => runningVisits.delete(visit));
    runningVisits.add(visit);
  }
  await Promise.all(runningVisits);
  if (fault !== undefined) throw fault;

  async function makeVisit(visit: VisitRequest, runStartMs: number, arrivedMs: number): Promise<void> {
    const lagMs = performance.now() - runStartMs - arrivedMs;
    const firstResult = await sendAttempt(visit, runStartMs + arrivedMs, tools.connections);
    let lastResult = firstResult;
    let retry: Attempt | undefined;
    if (hasRetries && !isGood(firstResult.attempt)) {
      await pause(computeRetryPauseMs(firstResult.answer));
      lastResult = await sendAttempt(visit, performance.now(), tools.connections);
      retry = lastResult.attempt;
    }
    if (lastResult.answer !== undefined && isGood(lastResult.attempt)) visit.onGood?.(lastResult.answer);
    else visit.onBad?.();
    tools.record({ kind: visit.kind, arrivedMs, lagMs, first: firstResult.attempt, retry });
  }
}

type AttemptResult = { readonly attempt: Attempt; readonly answer?: ExchangeResponse };

async function sendAttempt(
  { request }: VisitRequest,
  latencyStartMs: number,
  connections: Connections,
): Promise<AttemptResult> {
  try {
    const answer = await connections.send({ ...request, shouldReadBody: true }, visitorTimeoutMs);
    const latencyMs = performance.now() - latencyStartMs;
    const { status } = answer;
    const isFault = status >= 400 || status < 200;
    return { answer, attempt: { status, latencyMs, fault: isFault ? readCode(answer.body) : '' } };
  } catch (error) {
    const latencyMs = performance.now() - latencyStartMs;
    const fault = (error as { code?: string }).code ?? 'closed';
    return { attempt: { status: 0, latencyMs, fault } };
  }
}

/** Returns the code of an error of the product. */
function readCode(body: string): string {
  return /"code":"([A-Z_]+)"/.exec(body)?.[1] ?? '';
}

function computeRetryPauseMs(answer: ExchangeResponse | undefined): number {
  const seconds = Number(/\r\nretry-after: *(\d+)/i.exec(answer?.head ?? '')?.[1] ?? Number.NaN);
  return Number.isNaN(seconds) ? defaultRetryPauseMs : Math.min(seconds, maximumRetryPauseSeconds) * 1_000;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}
