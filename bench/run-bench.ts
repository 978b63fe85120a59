// `npm run bench -- NAME …`: measures a fresh house in a process of its own and prints a JSON line a figure, then a table.
import { cpus, totalmem } from 'node:os';
import { benchBooking } from './benches/booking.ts';
import { benchHome } from './benches/home.ts';
import { benchPayment } from './benches/payment.ts';
import { benchSignIn } from './benches/sign-in.ts';
import { benchSignInAnswers } from './benches/sign-in-answers.ts';
import { type HouseProcess, startHouse } from './house-process.ts';
import type { Figures } from './samples.ts';

const benches: Readonly<Record<string, (house: HouseProcess) => Promise<Figures[]>>> = {
  'sign-in': benchSignIn,
  'sign-in-answers': benchSignInAnswers,
  booking: benchBooking,
  payment: benchPayment,
  home: benchHome,
};

const usage = `Usage: npm run bench -- NAME …\nNames: ${Object.keys(benches).join(', ')}, or all.`;
const asked = process.argv.slice(2);
const names = asked.includes('all') ? Object.keys(benches) : asked;
if (names.length === 0 || names.some((name) => !(name in benches))) {
  console.error(usage);
  process.exitCode = 2;
} else {
  await runBenches(names);
}

async function runBenches(wanted: readonly string[]): Promise<void> {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  console.log(`${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${memory} GB, Node ${process.version}`);
  const figures: Figures[] = [];
  for (const name of wanted) {
    const house = await startHouse();
    try {
      for (const line of (await benches[name]?.(house)) ?? []) {
        figures.push(line);
        console.log(JSON.stringify(line));
      }
    } finally {
      await house.close();
    }
  }
  console.table(figures);
}
