// `npm run verify-crashes -- --rounds 20 --seed 1`: kills Node, PostgreSQL, and both together under load, and prints
// the numbers of acknowledged and lost writes. The web app must be built (`npm start` builds it). Exits with 1 when a
// write was lost.
import { parseArgs } from 'node:util';
import { runKillRounds } from '@carhouse/server/testing/kill-rounds';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
});
const startTime = performance.now();
const figures = await runKillRounds(Number(values.rounds), Number(values.seed), (line) => console.log(line));
const { acknowledgedCounts, killCounts, unknownOutcomeCount, lostWrites } = figures;
const formatCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');
console.log(`killed: ${formatCounts(killCounts)}`);
console.log(`acknowledged: ${formatCounts(acknowledgedCounts)}; unknown outcome: ${unknownOutcomeCount}`);
console.log(`lost: ${lostWrites.length}${lostWrites.length === 0 ? '' : ` (${lostWrites.slice(0, 20).join('; ')})`}`);
console.log(`seed ${values.seed}, ${((performance.now() - startTime) / 1000).toFixed(0)} s`);
process.exitCode = lostWrites.length === 0 ? 0 : 1;
