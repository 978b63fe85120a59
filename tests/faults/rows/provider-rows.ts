import type { FaultRow } from '../fault-row.ts';
import type { FaultTestbed } from '../rig/fault-testbed.ts';
import { type Attempt, measureSlowestMs } from '../rig/history.ts';
import { type ClientObservations, tryFault } from '../rig/try-fault.ts';

const openChargeRequest = 'POST /api/create-payment-intent';
/** Calls of the provider that read or make a charge. */
const chargeCallPattern = /payment_intents/;

function listChargeAttempts({ attemptsDuringFault }: ClientObservations): readonly Attempt[] {
  return attemptsDuringFault.filter(({ name }) => name === openChargeRequest);
}

/** Bookings must go on while the card provider is away, and no charge may be acknowledged. */
function expectBookingsWithoutCharges(observations: ClientObservations): readonly string[] {
  const failures: string[] = [];
  const bookings = observations.attemptsDuringFault.filter(
    ({ name, status }) => name === 'POST /api/bookingData' && status === 200,
  );
  if (bookings.length < 5) failures.push(`only ${bookings.length} bookings were made`);
  const charges = listChargeAttempts(observations);
  const openedCharges = charges.filter(({ status }) => status === 200);
  if (charges.length === 0) failures.push('nobody wanted to pay');
  if (openedCharges.length > 0) failures.push(`${openedCharges.length} charges were opened`);
  return failures;
}

const readChargeFigures = (observations: ClientObservations): Readonly<Record<string, number>> => ({
  chargesRefused: listChargeAttempts(observations).filter(({ status }) => status >= 500).length,
  slowestChargeMs: measureSlowestMs(listChargeAttempts(observations)),
});

/** @returns number of payments with more than one intent at the provider for one attempt of the product. */
function findAttemptsWithTwoIntents({ sandbox }: FaultTestbed): readonly string[] {
  const countByAttempt = new Map<string, number>();
  for (const intent of sandbox.account.intents()) {
    if (!('metadata' in intent)) continue;
    const { attempt_id: attempt } = intent.metadata as Readonly<Record<string, string>>;
    if (attempt !== undefined) countByAttempt.set(attempt, (countByAttempt.get(attempt) ?? 0) + 1);
  }
  const severalIntentsAttemptCount = [...countByAttempt.values()].filter((count) => count > 1).length;
  return severalIntentsAttemptCount === 0
    ? []
    : [`${severalIntentsAttemptCount} attempts have several charges at the provider`];
}

type ProviderFault = Parameters<FaultTestbed['sandbox']['faults']['addApiFault']>[0];

/**
 * An experiment in which the provider answers its calls about charges wrongly.
 * @param options.canOpenCharges whether charges can still be opened during the fault.
 */
function tryProviderFault(
  fault: ProviderFault,
  options: { readonly faultDurationMs: number; readonly answerLimitMs?: number; readonly canOpenCharges?: boolean },
): FaultRow['run'] {
  return () =>
    tryFault({
      injectFault: async ({ sandbox }) => sandbox.faults.addApiFault({ on: chargeCallPattern, ...fault }),
      faultDurationMs: options.faultDurationMs,
      endFault: async ({ sandbox }) => sandbox.faults.clear(),
      answerLimitMs: options.answerLimitMs ?? 10_000,
      recoveryLimitMs: 20_000,
      checkExpectations: (observations, testbed) => [
        ...(options.canOpenCharges === true ? [] : expectBookingsWithoutCharges(observations)),
        ...findAttemptsWithTwoIntents(testbed),
      ],
      readFigures: readChargeFigures,
    });
}

/** The card provider refuses, is slow, mute or wrong, or loses its answer. */
export const providerRows: readonly FaultRow[] = [
  {
    number: '16',
    name: 'provider-refuses',
    fault: 'the card provider refuses every connection for 5 s',
    expected: '503 soon, the breaker opens; bookings go on; payments work again by themselves',
    run: () => {
      let port = 0;
      return tryFault({
        injectFault: async (testbed) => {
          port = await testbed.stopSandbox();
        },
        faultDurationMs: 5_000,
        endFault: (testbed) => testbed.startSandbox(port),
        recoveryLimitMs: 20_000,
        checkExpectations: expectBookingsWithoutCharges,
        readFigures: readChargeFigures,
      });
    },
  },
  {
    number: '17',
    name: 'provider-mute',
    fault: 'the card provider takes calls and never answers, for 12 s',
    expected:
      '503 within 10 s, then at once by the breaker; the attempt stays open and the reconciler decides; bookings go on',
    run: tryProviderFault({ kind: 'hang' }, { faultDurationMs: 12_000, answerLimitMs: 11_000 }),
  },
  {
    number: '18',
    name: 'provider-500',
    fault: 'the card provider answers 500 for 5 s',
    expected: 'the same key again, then 503; never paid; bookings go on',
    run: tryProviderFault({ kind: '500' }, { faultDurationMs: 5_000 }),
  },
  {
    number: '18b',
    name: 'provider-html',
    fault: 'the card provider answers 502 with a page of HTML for 5 s',
    expected: 'as 18',
    run: tryProviderFault({ kind: '502_html' }, { faultDurationMs: 5_000 }),
  },
  {
    number: '18c',
    name: 'provider-truncated',
    fault: 'the card provider does what it is asked and sends the first half of its answer, for 5 s',
    expected: 'the outcome is unknown: 503, no charge twice, what was charged is found later',
    run: tryProviderFault({ kind: 'truncated' }, { faultDurationMs: 5_000 }),
  },
  {
    number: '18d',
    name: 'provider-wrong-shape',
    fault: 'the card provider answers 200 with another object, for 5 s',
    expected: 'as 18c',
    run: tryProviderFault({ kind: 'wrong_shape' }, { faultDurationMs: 5_000 }),
  },
  {
    number: '18e',
    name: 'provider-wrong-amount',
    fault: 'the card provider names another amount than it was asked for, for 5 s',
    expected: 'no payment is recorded by it; never 500',
    run: tryProviderFault({ kind: 'amount_tampered', by: 100 }, { faultDurationMs: 5_000, canOpenCharges: true }),
  },
  {
    number: '19',
    name: 'provider-429',
    fault: 'the card provider answers 429 for 5 s',
    expected: 'repetitions with pauses, then 503 with Retry-After; bookings go on',
    run: tryProviderFault({ kind: '429' }, { faultDurationMs: 5_000 }),
  },
  {
    number: '19b',
    name: 'provider-lock-timeout',
    fault: 'the card provider answers 429 `lock_timeout` for 5 s',
    expected: 'as 19',
    run: tryProviderFault({ kind: 'lock_timeout' }, { faultDurationMs: 5_000 }),
  },
  {
    number: '20',
    name: 'provider-loses-answer',
    fault: 'the card provider makes charges and cuts the connection before its answer, for 5 s',
    expected: 'the same key gives the same charge: one charge for an attempt, 503 until then',
    run: tryProviderFault({ kind: 'rst_after_create' }, { faultDurationMs: 5_000, canOpenCharges: true }),
  },
  {
    number: '20b',
    name: 'provider-late',
    fault: 'the card provider answers 4 s later, after the limit of an attempt (3 s), for 12 s',
    expected: 'as 20: one charge for an attempt, answers within 10 s, bookings go on',
    run: tryProviderFault(
      { kind: 'slow_ms', ms: 4_000 },
      { faultDurationMs: 12_000, answerLimitMs: 11_000, canOpenCharges: true },
    ),
  },
  {
    number: '20c',
    name: 'provider-slow',
    fault: 'the card provider answers 2 s later, for 6 s',
    expected: 'payments are slow and succeed; bookings go on',
    run: tryProviderFault({ kind: 'slow_ms', ms: 2_000 }, { faultDurationMs: 6_000, canOpenCharges: true }),
  },
];
