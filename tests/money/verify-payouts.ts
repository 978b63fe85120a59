// `npm run verify-payouts -- --sales 200 --nodes 2 --seeds 10`: sells cars and pays their sellers. Meanwhile server
// processes and the database are killed, events are lost, repeated and reordered, and answers of the provider are lost.
// Prints a JSON line for each seed, with the sums in cents. Exits with 1 when money was lost, paid twice or forgotten.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { runPayoutRace } from '@carhouse/server/testing/payout-race';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    nodes: { type: 'string', default: '2' },
    sales: { type: 'string', default: '200' },
  },
});
let failedCount = 0;
for (let seed = Number(values.from); seed < Number(values.from) + Number(values.seeds); seed += 1) {
  const startTime = performance.now();
  const countSeconds = (): number => Math.round((performance.now() - startTime) / 1000);
  try {
    const figures = await runPayoutRace({ seed, sales: Number(values.sales), nodes: Number(values.nodes) });
    console.log(JSON.stringify({ seed, passed: true, seconds: countSeconds(), ...figures }));
  } catch (error) {
    failedCount += 1;
    console.log(JSON.stringify({ seed, passed: false, seconds: countSeconds(), fault: (error as Error).message }));
  }
}
console.log(`load average ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} processors`);
console.log(`${Number(values.seeds) - failedCount} seeds passed, ${failedCount} failed`);
process.exitCode = failedCount === 0 ? 0 : 1;
