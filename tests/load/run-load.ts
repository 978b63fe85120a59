// `npm run load`: visitors arrive at the product at a rate that does not depend on its answers. See `usage`. Exit
// codes: 0 means that the limits hold, 1 that the limits do not hold or the run does not count, 2 that the usage was
// wrong.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { findHighestRate, type RunResult } from './find-rate.ts';
import { type LoadFigures, lagLimitMs, refusalLimitMs, summariseLoad } from './load-figures.ts';
import { type LoadTestbed, startLoadTestbed } from './load-testbed.ts';
import type { Outcome } from './outcome.ts';
import { type Generator, startGenerator } from './start-generator.ts';
import { shownCarCount } from './visitor-mix.ts';

const usage = `Usage: npm run load -- [--nodes N …] [--rate R] [--seconds S] [--find] [--overload] [--listings N] [--seed N]

  --nodes N     server nodes; 1 by default. Several may be given, separated by commas
  --rate R      arrivals in a second, 100 by default; with --find the first rate that is tried
  --seconds S   length of each run, 30 by default
  --find        searches for the highest rate at which p99 is within 100 ms for reads and 300 ms for writes
  --overload    then sends three times that rate (without --find three times --rate), and prints the goodput
  --listings N  cars on offer; 20000 by default
  --seed N      of the arrivals and of what they ask for; 1 by default`;

const warmUpSeconds = 10;
const overloadFactor = 3;
/**
 * The share of the capacity that the product must still serve with good answers at three times the capacity (decision
 * 0093).
 */
const goodputLimit = 0.8;
const searchPrecision = 0.1;

process.exitCode = await run();

type LoadOptions = {
  readonly rate: number;
  readonly seconds: number;
  readonly find: boolean;
  readonly overload: boolean;
};

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      nodes: { type: 'string', default: '1' },
      rate: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '30' },
      find: { type: 'boolean', default: false },
      overload: { type: 'boolean', default: false },
      listings: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  const [rate, seconds, listings, firstSeed] = [values.rate, values.seconds, values.listings, values.seed].map(Number);
  const nodeCounts = values.nodes.split(',').map(Number);
  const areArgumentsValid =
    [rate, seconds, ...nodeCounts].every((value) => Number(value) >= 1) &&
    Number(listings) > shownCarCount &&
    Number(firstSeed) >= 0;
  if (values.help || !areArgumentsValid) {
    console.log(usage);
    return values.help ? 0 : 2;
  }
  const { find, overload } = values;
  let hasPassed = true;
  for (const nodes of nodeCounts) {
    const testbed = await startLoadTestbed({ nodes, listings: Number(listings) });
    try {
      const options = { rate: Number(rate), seconds: Number(seconds), find, overload };
      hasPassed = (await runOnTestbed(testbed, nodes, Number(firstSeed), options)) && hasPassed;
    } finally {
      await testbed.close();
    }
  }
  return hasPassed ? 0 : 1;
}

async function runOnTestbed(
  testbed: LoadTestbed,
  nodes: number,
  firstSeed: number,
  options: LoadOptions,
): Promise<boolean> {
  const { rate, seconds, find, overload } = options;
  const generator = await startGenerator(testbed.loadData);
  try {
    const measure = makeMeasureFunction(generator, testbed, nodes, firstSeed);
    await measure({ what: 'warm-up', rate: Math.min(rate, 50), seconds: warmUpSeconds });
    let capacity = rate;
    if (find) {
      const tryRate = async (rateToTry: number): Promise<RunResult> => {
        const { isValid, holds } = await measure({ what: 'search', rate: rateToTry, seconds });
        return holds ? 'held' : isValid ? 'missed' : 'invalid';
      };
      const foundRate = await findHighestRate({ startRate: rate, precision: searchPrecision, tryRate });
      capacity = foundRate.rate;
      printLine({ what: 'capacity', nodes, ...foundRate });
    }
    let hasPassed = capacity > 0;
    if (!find && !overload) ({ holds: hasPassed } = await measure({ what: 'load', rate, seconds }));
    if (overload && capacity > 0) {
      const figures = await measure({ what: 'overload', rate: capacity * overloadFactor, seconds });
      const goodput = Math.round((figures.goodputPerSecond / capacity) * 1_000) / 1_000;
      printLine({ what: 'goodput', nodes, capacity, goodput, isValid: figures.isValid });
      hasPassed &&= figures.isValid && goodput >= goodputLimit && (figures.refusalP99Ms ?? 0) <= refusalLimitMs;
    }
    return hasPassed;
  } finally {
    await generator.close();
  }
}

type Measurement = { readonly what: string; readonly rate: number; readonly seconds: number };

function makeMeasureFunction(generator: Generator, { product }: LoadTestbed, nodes: number, firstSeed: number) {
  let seed = firstSeed;
  return async ({ what, rate, seconds }: Measurement): Promise<LoadFigures> => {
    const outcomes: Outcome[] = [];
    await generator.run(
      { rate, seconds, seed, hasRetries: false },
      (newOutcomes) => void outcomes.push(...newOutcomes),
    );
    seed += 1;
    const figures = summariseLoad(outcomes, seconds);
    const loadAverage = Math.round((loadavg()[0] ?? 0) * 10) / 10;
    printLine({ what, nodes, rate, seconds, ...figures, load: loadAverage, processors: availableParallelism() });
    if (!figures.isValid)
      console.log(
        `The generator was late by ${figures.lagP99Ms} ms (limit ${lagLimitMs} ms): this run does not count.`,
      );
    if (!product.isAlive()) throw new Error(`The product has ended: ${product.readErrorLines().slice(-5).join('\n')}`);
    return figures;
  };
}

function printLine(line: object): void {
  console.log(JSON.stringify(line));
}
