import { readMissedEvents } from '../payments/read-missed-events.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { type RaceFigures, runMoneyRace } from './money-race.ts';
import { openRaceTestbed } from './race-testbed.ts';
import { createSeededRandom } from './seeded.ts';
import type { ServerProcess } from './server-process.ts';
import { type RelayFigures, startWebhookRelay } from './webhook-relay.ts';

export type TestbedRaceFigures = RaceFigures & {
  readonly webhookFigures: RelayFigures;
  /** Number of calls that the nodes answered with 503 and logged as errors; any other error ends the race. */
  readonly busyErrorCount: number;
};

/** Error codes that a node may log in a race: the node could not answer and changed nothing. */
const temporaryCodes = new Set(['UNAVAILABLE', 'PAYMENT_PROVIDER_UNAVAILABLE']);
/** Messages of temporary reconciler errors, which have no code: a lock, no connection within 800 ms, no answer in time. */
const temporaryCausePattern =
  /(?:lock|statement) timeout|timeout exceeded when trying to connect|due to connection timeout|Query read timeout|deadlock detected/;

/**
 * Runs one payment race (money-race.ts) against this many server processes, on a separate, migrated database.
 * @throws Error also when a process ended, or when it logged an error other than overload (docs/reliability.md I25).
 */
export async function runRaceOnTestbed(
  databaseUrl: string,
  options: { readonly seed: number; readonly nodes: number; readonly cars: number; readonly buyersPerCar: number },
): Promise<TestbedRaceFigures> {
  const { seed, nodes, cars, buyersPerCar } = options;
  const raceTestbed = await openRaceTestbed(databaseUrl);
  try {
    const startedNodes = await Promise.all(Array.from({ length: nodes }, () => raceTestbed.startNode()));
    const urls = startedNodes.map((node) => node.url);
    const webhookRelay = await startWebhookRelay(() => urls, createSeededRandom(seed + 1));
    raceTestbed.sandbox.setWebhookUrl(webhookRelay.url);
    try {
      const racePromise = runMoneyRace({
        seed,
        cars,
        buyersPerCar,
        nodes: urls,
        pool: raceTestbed.pool,
        sessionSecret: raceTestbed.sessionSecret,
        sandbox: raceTestbed.sandbox,
        publishableKey: raceTestbed.keys.publishableKey,
        reconcile: async (clockAheadMs) => {
          raceTestbed.setClock(() => new Date(Date.now() + clockAheadMs));
          await reconcilePayments(raceTestbed.context);
          await readMissedEvents(raceTestbed.context);
        },
      });
      const figures = await Promise.race([racePromise, ...startedNodes.map(failWhenNodeEnds)]);
      return { ...figures, webhookFigures: webhookRelay.readFigures(), busyErrorCount: countBusyErrors(startedNodes) };
    } finally {
      raceTestbed.sandbox.setWebhookUrl(undefined);
      await webhookRelay.close();
    }
  } finally {
    await raceTestbed.close();
  }
}

/** Rejects when a process ends, because no process may end during a race. */
async function failWhenNodeEnds(node: ServerProcess): Promise<never> {
  await node.exitPromise;
  throw new Error(`A server process ended in the race: ${node.readErrorLines().slice(-5).join('\n')}`);
}

/**
 * @returns number of errors that temporary overload caused. @throws Error with the first error that has another cause
 * than temporary overload.
 */
function countBusyErrors(nodes: readonly ServerProcess[]): number {
  const errorLines = nodes.flatMap((node) => node.readErrorLines());
  const endedNodeCount = nodes.filter((node) => !node.isAlive()).length;
  if (endedNodeCount > 0) throw new Error(`${endedNodeCount} server processes are not those that were started.`);
  const unexpectedLines = errorLines.filter((line) => !isTemporaryError(line));
  if (unexpectedLines.length > 0)
    throw new Error(`The nodes noted ${unexpectedLines.length} errors, the first: ${unexpectedLines[0]}`);
  return errorLines.length;
}

function isTemporaryError(line: string): boolean {
  if (!line.startsWith('{')) return false;
  const entry = JSON.parse(line) as { code?: string; err?: { message?: string } };
  return temporaryCodes.has(entry.code ?? '') || temporaryCausePattern.test(entry.err?.message ?? '');
}
