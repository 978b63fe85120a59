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
const { acknowledgedCounts: acknowledged, kills, unknownOutcomeCount: unknown, lostWrites: lost } = figures;
const list = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ');
console.log(`killed: ${list(kills)}`);
console.log(`acknowledged: ${list(acknowledged)}; unknown outcome: ${unknown}`);
console.log(`lost: ${lost.length}${lost.length === 0 ? '' : ` (${lost.slice(0, 20).join('; ')})`}`);
console.log(`seed ${values.seed}, ${((performance.now() - startTime) / 1000).toFixed(0)} s`);
process.exitCode = lost.length === 0 ? 0 : 1;
