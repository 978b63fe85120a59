import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LogDestination } from './log-destination.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carhouse-log-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('lines are written in their order', () => {
  const file = join(folder, 'ordered');
  const descriptor = openSync(file, 'w');
  const destination = new LogDestination(descriptor);
  const lines = Array.from({ length: 500 }, (_, number) => `line ${number}\n`);
  for (const line of lines) destination.write(line);
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
  closeSync(descriptor);
});

it('a file that takes no bytes costs lines, and the number of lost lines is reported once it takes bytes again', () => {
  const file = join(folder, 'full');
  // Writing to a descriptor that is open for reading fails, as on a full disk.
  let descriptor = openSync(file, constants.O_RDONLY | constants.O_CREAT);
  const destination = new LogDestination(descriptor);
  const lostLineCounts: number[] = [];
  destination.onRecovery((count) => lostLineCounts.push(count));
  for (let number = 0; number < 3; number += 1) destination.write('lost\n');
  closeSync(descriptor);
  const reopenedDescriptor = openSync(file, 'w');
  // The system gives a new descriptor the lowest free number, which is the number of the closed descriptor.
  expect(reopenedDescriptor).toBe(descriptor);
  descriptor = reopenedDescriptor;
  destination.write('kept\n');
  expect(lostLineCounts).toEqual([3]);
  expect(readFileSync(file, 'utf8')).toBe('kept\n');
  closeSync(descriptor);
});

/** Runs a program that logs to its standard error. */
function runLogger(source: string) {
  const modulePath = fileURLToPath(new URL('./log-destination.ts', import.meta.url));
  // Type annotations of the module are removed by Node.
  const program = `import { openLogDestination } from ${JSON.stringify(modulePath)};\nconst log = openLogDestination();\n${source}`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });
}

it('a process that ends at once has written its last lines', async () => {
  const child = runLogger("for (let n = 0; n < 100; n += 1) log.write('line ' + n + '\\n');\nprocess.exit(1);");
  const writtenText = await text(child.stderr);
  expect(writtenText.split('\n')).toHaveLength(101);
  expect(writtenText).toContain('line 99\n');
});

it('a process whose log nobody reads goes on and ends', async () => {
  const child = runLogger(`
    const line = 'x'.repeat(1000) + '\\n';
    for (let n = 0; n < 3000; n += 1) log.write(line);
    setTimeout(() => { process.stdout.write('went on'); }, 300);
    setTimeout(() => process.exit(0), 1500);`);
  const exitPromise = new Promise((resolve) => child.once('exit', resolve));
  expect(await text(child.stdout)).toBe('went on');
  expect(await exitPromise).toBe(0);
  child.stderr.destroy();
});

it('a reader that comes back gets all lines that have waited for it', async () => {
  const child = runLogger(`
    for (let n = 0; n < 900; n += 1) log.write(String(n).padStart(999) + '\\n');
    process.stdout.write('written');
    setTimeout(() => process.exit(0), 1500);`);
  await once(child.stdout, 'data');
  const lines = (await text(child.stderr)).trimEnd().split('\n');
  expect(lines.map(Number)).toEqual(Array.from({ length: 900 }, (_, number) => number));
});
