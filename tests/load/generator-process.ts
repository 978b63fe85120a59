// The process that generates the load. `startGenerator` starts this process, and sends it the data of the load and then
// the runs.
import { setPriority } from 'node:os';
import { createSeededRandom } from '@carhouse/server/testing/seeded';
import { Connections } from './connections.ts';
import type { LoadData, LoadRun, MessageFromGenerator, MessageToGenerator } from './load-task.ts';
import type { Outcome } from './outcome.ts';
import { runArrivals } from './run-arrivals.ts';
import { makeUserHeaders } from './visit-request.ts';
import { VisitRequests } from './visit-requests.ts';

/** Milliseconds between two messages with outcomes. */
const batchMs = 500;
/** The generator has priority over the product on shared processors, as if it had its own machine. */
const generatorPriority = -10;

const preparedLoadResolvers = Promise.withResolvers<{
  readonly connections: Connections;
  readonly requests: VisitRequests;
}>();
let drawRandomNumber: () => number = () => 0;

process.on('message', (message: MessageToGenerator) => {
  const workPromise = message.type === 'data' ? prepareLoad(message.loadData) : runLoad(message.run);
  workPromise.catch((error: unknown) => send({ type: 'fault', text: (error as Error).stack ?? String(error) }));
});
process.on('disconnect', () => process.exit(0));

async function prepareLoad(loadData: LoadData): Promise<void> {
  try {
    setPriority(generatorPriority);
  } catch {
    // Only root may raise the priority of a process. The lag of the generator shows whether it kept up.
  }
  const publishableKey = await readPublishableKey(loadData);
  const requests = new VisitRequests(loadData, publishableKey, () => drawRandomNumber());
  preparedLoadResolvers.resolve({ connections: new Connections(loadData.origin), requests });
  send({ type: 'ready' });
}

async function runLoad(loadRun: LoadRun): Promise<void> {
  const { connections, requests } = await preparedLoadResolvers.promise;
  drawRandomNumber = createSeededRandom(loadRun.seed);
  let unsentOutcomes: Outcome[] = [];
  const flush = (): void => {
    if (unsentOutcomes.length > 0) send({ type: 'outcomes', outcomes: unsentOutcomes });
    unsentOutcomes = [];
  };
  const timer = setInterval(flush, batchMs);
  try {
    await runArrivals(loadRun, {
      connections,
      makeVisit: (kind) => requests.make(kind),
      random: () => drawRandomNumber(),
      record: (outcome) => unsentOutcomes.push(outcome),
    });
  } finally {
    clearInterval(timer);
    flush();
  }
  send({ type: 'end' });
}

async function readPublishableKey({ origin, buyers }: LoadData): Promise<string> {
  const [buyer] = buyers;
  if (buyer === undefined) throw new Error('There are no buyers.');
  const answer = await fetch(`${origin}/api/v1/card-form`, { headers: makeUserHeaders(buyer) });
  const { publishableKey } = (await answer.json()) as { publishableKey?: string };
  if (publishableKey === undefined) throw new Error(`The card form was answered ${answer.status}.`);
  return publishableKey;
}

function send(message: MessageFromGenerator): void {
  process.send?.(message);
}
