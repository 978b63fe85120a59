import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { BenchSize } from '../bench-size.ts';
import { type GeneratedListing, generateListings } from '../generate-listings.ts';
import { openAgent } from '../http-client.ts';
import type { Figures } from '../samples.ts';
import { startServer } from '../server-process.ts';
import { readMemoryMb } from '../stock-server.ts';
import { signUpUsers } from '../users.ts';

const program = fileURLToPath(new URL('../../../commands/import.ts', import.meta.url));
const columns: readonly (readonly [string, (car: GeneratedListing, row: number) => string | number | null])[] = [
  ['ref', (_, row) => `BENCH-${row}`],
  // Some titles are numbers, such as the title of a Mazda 3.
  ['title', ({ brand, title }) => `${brand.replaceAll('_', ' ')} ${title}`],
  ['brand', ({ brand }) => brand],
  ['location', ({ location }) => location],
  ['resalePrice', ({ price }) => price / 100],
  ['yearOfPurchase', ({ yearOfPurchase }) => yearOfPurchase],
  ['description', ({ description }) => description],
  ['body', ({ body }) => body],
  ['colour', ({ colour }) => colour],
  ['fuel', ({ fuel }) => fuel],
  ['transmission', ({ transmission }) => transmission],
  ['registeredOn', ({ registeredOn }) => registeredOn],
  ['mileageKm', ({ mileageKm }) => mileageKm],
  ['owners', ({ owners }) => owners],
];

/**
 * Runs `npm run import` while a server runs: this many rows without photos, then the same file again without changes.
 */
export async function benchImport({ listings }: BenchSize): Promise<Figures[]> {
  const folder = await mkdtemp(join(tmpdir(), 'carhouse-bench-import-'));
  const server = await startServer();
  const agent = openAgent(1);
  try {
    const [seller] = await signUpUsers(server, agent, { count: 1, role: 'Seller' });
    const file = join(folder, 'cars.csv');
    await writeCarsFile(file, listings);
    const figures: Figures[] = [];
    for (const [name, resultLabel] of [
      ['import', 'imported'],
      ['import of the same file again', 'unchanged'],
    ] as const) {
      const args = [
        program,
        file,
        '--seller',
        seller?.email ?? '',
        '--add-brands',
        '--report',
        join(folder, 'report.csv'),
      ];
      const { seconds, memory: memorySamplesMb, cpu: cpuSeconds, said: output } = await runImport(args, server.dataDir);
      const rows = Number(new RegExp(`(\\d[\\d,]*) ${resultLabel}`).exec(output)?.[1]?.replaceAll(',', '') ?? 0);
      if (rows !== listings) throw new Error(`The import said: ${output.slice(-500)}`);
      figures.push({
        bench: name,
        listings,
        per_s: Math.round(rows / seconds),
        cpu_us_per_row: Math.round((cpuSeconds * 1e6) / rows),
        most_memory_mb: Math.max(...memorySamplesMb),
        memory_mb_over_time: findQuarterMaximums(memorySamplesMb).join(' '),
      });
    }
    return figures;
  } finally {
    agent.destroy();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeCarsFile(file: string, count: number): Promise<void> {
  const csvStream = createWriteStream(file);
  csvStream.write(`${columns.map(([name]) => name).join(',')}\n`);
  let row = 0;
  for (const car of generateListings({ count })) {
    row += 1;
    const cells = columns.map(([, value]) => `"${String(value(car, row) ?? '').replaceAll('"', '""')}"`);
    if (!csvStream.write(`${cells.join(',')}\n`)) await once(csvStream, 'drain');
  }
  csvStream.end();
  await finished(csvStream);
}

async function runImport(args: readonly string[], dataDir: string) {
  const startTime = performance.now();
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const csvStream of [child.stdout, child.stderr])
    csvStream.on('data', (outputChunk: Buffer) => (output += outputChunk.toString()));
  const memorySamplesMb: number[] = [];
  let cpuSeconds = 0;
  const readMemory = async (): Promise<void> => {
    const now = readMemoryMb(child.pid ?? 0);
    if (now > 0) memorySamplesMb.push(now);
    cpuSeconds = Math.max(cpuSeconds, await readCpuSeconds(child.pid ?? 0));
  };
  const memoryTimer = setInterval(() => void readMemory(), 200);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(memoryTimer);
  if (code !== 0) throw new Error(`The import ended with ${code}: ${output.slice(-500)}`);
  return { seconds: (performance.now() - startTime) / 1000, memory: memorySamplesMb, cpu: cpuSeconds, said: output };
}

/** The maximum memory in each quarter of the time, which shows whether memory grows with the number of rows. */
function findQuarterMaximums(memorySamplesMb: readonly number[]): readonly number[] {
  const samplesPerQuarter = Math.max(1, Math.ceil(memorySamplesMb.length / 4));
  const quarters = [0, 1, 2, 3].map((quarterIndex) =>
    memorySamplesMb.slice(quarterIndex * samplesPerQuarter, (quarterIndex + 1) * samplesPerQuarter),
  );
  return quarters
    .filter((quarterSamples) => quarterSamples.length > 0)
    .map((quarterSamples) => Math.max(...quarterSamples));
}

/** CPU seconds that a process has used (Linux). Other programs on the machine hardly affect this time. */
async function readCpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / 100;
}
