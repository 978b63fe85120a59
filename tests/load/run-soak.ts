// `npm run soak`: visitors use two server nodes for some minutes, while a node or the database is killed each minute.
// See `usage`. Exit codes: 0 means that all limits were kept, 1 that a limit was missed, 2 that the usage was wrong.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { summariseLoad } from './load-figures.ts';
import { startLoadTestbed } from './load-testbed.ts';
import { isGood, type Outcome } from './outcome.ts';
import { runSoak } from './soak.ts';
import { judgeSoak } from './soak-verdict.ts';
import { startGenerator } from './start-generator.ts';
import { countCarsNeeded } from './visitor-mix.ts';

const usage = `Usage: npm run soak -- [--minutes N] [--rate R] [--listings N] [--seed N]

  --minutes N   length; 30 by default. Each minute but the last ends with the kill of a node or of the database
  --rate R      arrivals in a second; 40 by default. It should be half of what 'npm run load -- --nodes 2 --find' finds
  --listings N  cars on offer; 20000 by default
  --seed N      of the arrivals and of what they ask for; 1 by default`;

const nodeCount = 2;
const warmUpSeconds = 20;

process.exitCode = await run();

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '30' },
      rate: { type: 'string', default: '40' },
      listings: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  const [minutes, rate, listings, seed] = [values.minutes, values.rate, values.listings, values.seed].map(Number);
  const areArgumentsValid = Number(minutes) > 0 && Number(rate) >= 1 && Number(listings) > 0 && Number(seed) >= 0;
  if (values.help || !areArgumentsValid) {
    console.log(usage);
    return values.help ? 0 : 2;
  }
  const neededCarCount = countCarsNeeded((Number(minutes) * 60 + warmUpSeconds) * Number(rate));
  if (Number(listings) < neededCarCount) {
    console.error(`Each order takes a car: so many minutes at this rate need --listings ${neededCarCount} at least.`);
    return 2;
  }
  const printLine = (line: object): void => console.log(JSON.stringify(line));
  const testbed = await startLoadTestbed({ nodes: nodeCount, listings: Number(listings) });
  try {
    const generator = await startGenerator(testbed.loadData);
    try {
      const options = { minutes: Number(minutes), rate: Number(rate), seed: Number(seed), printLine };
      // The first requests of a process are slow: its code is compiled as it runs.
      const warmUpRun = { rate: options.rate, seconds: warmUpSeconds, seed: options.seed + 1, hasRetries: false };
      await generator.run(warmUpRun, () => {});
      const { samples, outcomes } = await runSoak(testbed, generator, options);
      const { lagP99Ms, isValid, kinds } = summariseLoad(outcomes, Number(minutes) * 60);
      const verdict = judgeSoak(samples, outcomes);
      printLine({ what: 'faults', first: countFaults(outcomes, 'first'), afterRetry: countFaults(outcomes, 'retry') });
      printLine({ what: 'kinds', kinds, lagP99Ms, generatorKeptUp: isValid });
      const loadAverage = Math.round((loadavg()[0] ?? 0) * 10) / 10;
      printLine({ what: 'verdict', minutes, rate, ...verdict, load: loadAverage, processors: availableParallelism() });
      for (const line of testbed.product.readErrorLines().slice(-20)) console.error(line);
      return verdict.missed.length === 0 ? 0 : 1;
    } finally {
      await generator.close();
    }
  } finally {
    await testbed.close();
  }
}

/** Counts the attempts without a good answer, by kind and by status or fault. */
function countFaults(outcomes: readonly Outcome[], attemptName: 'first' | 'retry'): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind, ...attempts } of outcomes) {
    const attempt = attempts[attemptName];
    if (attempt === undefined || isGood(attempt)) continue;
    const name = `${kind}: ${attempt.status} ${attempt.fault}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
