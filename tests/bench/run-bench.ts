// `npm run bench -- NAME … [--listings N …] [--peer URL] [--quick] [--write FILE]`: prints a JSON line for
// each figure, then a table.
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import type { BenchSize } from './bench-size.ts';
import { benchBooking } from './benches/booking.ts';
import { benchCatalogue } from './benches/catalogue.ts';
import { benchFirstStart } from './benches/first-start.ts';
import { benchHome } from './benches/home.ts';
import { benchHostile } from './benches/hostile.ts';
import { benchHostileImports } from './benches/hostile-imports.ts';
import { benchIdle } from './benches/idle.ts';
import { benchImport } from './benches/import.ts';
import { benchImportPhotos } from './benches/import-photos.ts';
import { benchPayment, benchSettling } from './benches/payment.ts';
import { benchSignIn } from './benches/sign-in.ts';
import { benchSignInAnswers } from './benches/sign-in-answers.ts';
import { benchUnitCosts } from './benches/unit-costs.ts';
import { benchSearch, benchVisits, checkPeerServer, type VisitOptions } from './benches/visits.ts';
import { compareGrowth } from './growth.ts';
import { formatMarkdownTable } from './markdown.ts';
import { measureProcessorSpeed } from './processor-speed.ts';
import type { Figures } from './samples.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { type StockServer, startStockServer } from './stock-server.ts';

/** Benchmarks that use an empty server. */
const serverBenchByName: Readonly<Record<string, (server: ServerProcess) => Promise<Figures[]>>> = {
  'sign-in': benchSignIn,
  'sign-in-answers': benchSignInAnswers,
  booking: benchBooking,
  payment: benchPayment,
  home: benchHome,
  idle: benchIdle,
};
/** Benchmarks that use a server with this number of listings. All benchmarks of the run share the server. */
const stockServerBenchByName: Readonly<
  Record<string, (stockServer: StockServer, options: VisitOptions) => Promise<Figures[]>>
> = {
  'hostile-imports': benchHostileImports,
  search: benchSearch,
  visits: benchVisits,
  hostile: benchHostile,
  'unit-costs': benchUnitCosts,
  'start-up': async ({ startFigures: started }) => [...started],
};
/** Benchmarks that use this number of listings and start their own server or need no server. */
const listingBenchByName: Readonly<Record<string, (size: BenchSize) => Promise<Figures[]>>> = {
  catalogue: benchCatalogue,
  import: benchImport,
};
/** Benchmarks that start their own server with the demo data, whose size is always the same. */
const standaloneBenchByName: Readonly<Record<string, () => Promise<Figures[]>>> = {
  settling: benchSettling,
  'first-start': benchFirstStart,
  'import-photos': benchImportPhotos,
};
/** The benchmarks of `growth`, which shows how cost grows with the stock. */
const growthBenchNames = ['catalogue', 'start-up', 'search', 'visits'] as const;
const growthListingCounts = [1_000, 10_000, 100_000, 1_000_000];

const allNames = [
  ...Object.keys(serverBenchByName),
  ...Object.keys(stockServerBenchByName),
  ...Object.keys(listingBenchByName),
  ...Object.keys(standaloneBenchByName),
];
const usage = `Usage: npm run bench -- NAME … [--listings N …] [--peer URL] [--quick] [--write FILE]
Names: ${allNames.join(', ')}, growth (${growthBenchNames.join(', ')} at ${growthListingCounts.map(formatWithThousandsSpaces).join(', ')} listings), or all.
--listings  cars of the stock; may be given several times, and the table of growth follows then; 10000 by default
--peer      the address of another server's page, measured in turns with the brand page (visits)
--quick     one short run: to see that it works
--write     also writes the tables as Markdown, for docs/performance-last-run.md`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    listings: { type: 'string', multiple: true },
    peer: { type: 'string' },
    quick: { type: 'boolean', default: false },
    write: { type: 'string' },
  },
});
const chosenNames = positionals.flatMap((name) =>
  name === 'all' ? allNames : name === 'growth' ? growthBenchNames : [name],
);
const defaultSizes = positionals.includes('growth') ? growthListingCounts : [10_000];
const listingCounts =
  values.listings?.flatMap((listingCountText) => listingCountText.split(',')).map(Number) ?? defaultSizes;
if (
  chosenNames.length === 0 ||
  chosenNames.some((name) => !allNames.includes(name)) ||
  !listingCounts.every((size) => size >= 500)
) {
  console.error(usage);
  process.exitCode = 2;
} else {
  await runBenches([...new Set(chosenNames)]);
}

async function runBenches(chosenBenchNames: readonly string[]): Promise<void> {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const headerLines = [
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${memory} GB, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}.`,
    `Load of the machine before the run: ${loadavg()[0]?.toFixed(1)}. Writing and reading 2 MB of JSON took ${measureProcessorSpeed()} ms.`,
    'The server, its database and the load generator share these processors.',
  ];
  console.log(headerLines.join('\n'));
  const runSettings = values.quick ? { runCount: 1, seconds: 1 } : { runCount: 5, seconds: 4 };
  const figures: Figures[] = [];
  const recordFigures = (lines: readonly Figures[]): void => {
    figures.push(...lines);
    for (const line of lines) console.log(JSON.stringify(line));
  };
  if (values.peer !== undefined) await checkPeerServer(values.peer);
  for (const name of chosenBenchNames) {
    const bench = serverBenchByName[name];
    if (bench !== undefined) recordFigures(await runWithServer(bench));
    recordFigures((await standaloneBenchByName[name]?.()) ?? []);
  }
  for (const listings of listingCounts) {
    for (const name of chosenBenchNames)
      recordFigures((await listingBenchByName[name]?.({ listings, ...runSettings })) ?? []);
    const stockBenchNames = chosenBenchNames.filter((name) => name in stockServerBenchByName);
    if (stockBenchNames.length === 0) continue;
    const stockServer = await startStockServer(listings);
    try {
      for (const name of stockBenchNames)
        recordFigures(
          (await stockServerBenchByName[name]?.(stockServer, { listings, ...runSettings, peerUrl: values.peer })) ?? [],
        );
    } finally {
      await stockServer.close();
    }
  }
  const growthFigures = listingCounts.length > 1 ? compareGrowth(figures) : [];
  headerLines.push(`After the run, writing and reading 2 MB of JSON took ${measureProcessorSpeed()} ms.`);
  console.log(headerLines.at(-1));
  console.table(figures);
  if (growthFigures.length > 0) console.table(growthFigures);
  if (values.write !== undefined)
    await writeFile(values.write, formatMarkdownTable(headerLines, figures, growthFigures));
}

async function runWithServer(bench: (server: ServerProcess) => Promise<Figures[]>): Promise<Figures[]> {
  const server = await startServer();
  try {
    return await bench(server);
  } finally {
    await server.close();
  }
}

function formatWithThousandsSpaces(count: number): string {
  return count.toLocaleString('en');
}
