// The process that generates the load. It is started by `startGenerator`, which gives it the world and then its runs.
import { setPriority } from 'node:os';
import { createSeededRandom } from '@carhouse/server/testing/seeded';
import { Connections } from './connections.ts';
import type { LoadRun, LoadWorld, MessageOfGenerator, MessageToGenerator } from './load-task.ts';
import type { Outcome } from './outcome.ts';
import { runArrivals } from './run-arrivals.ts';
import { headersOf } from './visit-request.ts';
import { VisitRequests } from './visit-requests.ts';

/** Milliseconds between two messages with outcomes. */
const batchMs = 500;
/** The generator goes before the product where both share processors, as if it had a machine of its own. */
const generatorPriority = -10;

const world = Promise.withResolvers<{ readonly connections: Connections; readonly requests: VisitRequests }>();
let draw: () => number = () => 0;

process.on('message', (message: MessageToGenerator) => {
  const work = message.type === 'world' ? openWorld(message.world) : run(message.run);
  work.catch((error: unknown) => send({ type: 'fault', text: (error as Error).stack ?? String(error) }));
});
process.on('disconnect', () => process.exit(0));

async function openWorld(given: LoadWorld): Promise<void> {
  try {
    setPriority(generatorPriority);
  } catch {
    // Only root may do this. The lag of the generator shows whether it kept up.
  }
  const publishableKey = await readPublishableKey(given);
  const requests = new VisitRequests(given, publishableKey, () => draw());
  world.resolve({ connections: new Connections(given.origin), requests });
  send({ type: 'ready' });
}

async function run(task: LoadRun): Promise<void> {
  const { connections, requests } = await world.promise;
  draw = createSeededRandom(task.seed);
  let batch: Outcome[] = [];
  const flush = (): void => {
    if (batch.length > 0) send({ type: 'outcomes', outcomes: batch });
    batch = [];
  };
  const timer = setInterval(flush, batchMs);
  try {
    await runArrivals(task, {
      connections,
      makeVisit: (kind) => requests.make(kind),
      random: () => draw(),
      record: (outcome) => batch.push(outcome),
    });
  } finally {
    clearInterval(timer);
    flush();
  }
  send({ type: 'end' });
}

async function readPublishableKey({ origin, buyers }: LoadWorld): Promise<string> {
  const [buyer] = buyers;
  if (buyer === undefined) throw new Error('There are no buyers.');
  const answer = await fetch(`${origin}/api/v1/card-form`, { headers: headersOf(buyer) });
  const { publishableKey } = (await answer.json()) as { publishableKey?: string };
  if (publishableKey === undefined) throw new Error(`The card form was answered ${answer.status}.`);
  return publishableKey;
}

function send(message: MessageOfGenerator): void {
  process.send?.(message);
}
