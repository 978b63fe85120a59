import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommand } from '../testing/run-command.ts';
import { serveProfiles } from './serve-profiles.ts';
import { profileLimits, takeProfiles } from './take-profiles.ts';

const log = pino({ level: 'silent' });
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carhouse-profiles-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const runProfileCommand = (...args: readonly string[]) =>
  runCommand('commands/profile.ts', args, { DATA_DIR: dataDir });

it('writes a profile of the CPU and of the heap of a node, for the user of the server alone', async () => {
  const close = await serveProfiles(dataDir, 2, log);
  // The heap profile contains only objects that are still referenced when it ends.
  const referencedObjects: unknown[] = [];
  const busyTimer = setInterval(() => {
    referencedObjects.push(Array.from({ length: 20_000 }, (_, index) => ({ index })));
    JSON.stringify(referencedObjects.at(-1));
  }, 20);
  const [result, secondResult] = await Promise.all([
    runProfileCommand('--node', '2', '--seconds', '3'),
    runProfileCommand('--node', '2', '--seconds', '3'),
  ]);
  clearInterval(busyTimer);
  expect(new Set([result.code, secondResult.code]), result.output + secondResult.output).toEqual(new Set([0, 1]));
  expect(result.output + secondResult.output).toContain('a profile of this node is being taken');
  const folder = join(dataDir, 'profiles');
  const [cpuName = '', heapName = ''] = (await readdir(folder)).sort();
  const cpuProfile = JSON.parse(await readFile(join(folder, cpuName), 'utf8')) as { samples: unknown[] };
  expect(cpuProfile.samples.length).toBeGreaterThan(100);
  const heapProfile = JSON.parse(await readFile(join(folder, heapName), 'utf8')) as { head: { children: unknown[] } };
  expect(heapProfile.head.children.length).toBeGreaterThan(0);
  expect([cpuName, heapName]).toEqual([
    expect.stringMatching(/^\d{8}T\d{6}Z-node-2\.cpuprofile$/),
    expect.stringMatching(/-node-2\.heapprofile$/),
  ]);
  for (const path of [join(folder, cpuName), folder, join(dataDir, 'run')])
    expect((await stat(path)).mode & 0o077).toBe(0);
  await close();
  expect((await runProfileCommand('--node', '2')).code).toBe(1);
});

it('refuses times out of bounds, and says when no node answers', async () => {
  expect((await runProfileCommand('--seconds', '0')).code).toBe(2);
  expect((await runProfileCommand('--seconds', '121')).code).toBe(2);
  expect((await runProfileCommand('--node', 'x')).code).toBe(2);
  await mkdir(join(dataDir, 'run'));
  await writeFile(join(dataDir, 'run', 'node-1.1.sock'), '');
  const result = await runProfileCommand('--seconds', '1');
  expect([result.code, result.output]).toEqual([1, expect.stringContaining('No node 1')]);
});

it('removes the sockets that killed processes of the same node have left', async () => {
  const folder = join(dataDir, 'run');
  await mkdir(folder);
  const { pid: endedProcess } = spawnSync(process.execPath, ['--version']);
  const [leftSocket, socketOfAnotherNode, socketOfRunningProcess] = [
    `node-2.${endedProcess}.sock`,
    `node-21.${endedProcess}.sock`,
    `node-2.${process.ppid}.sock`,
  ];
  for (const name of [leftSocket, socketOfAnotherNode, socketOfRunningProcess]) await writeFile(join(folder, name), '');
  const close = await serveProfiles(dataDir, 2, log);
  const ownSocketName = `node-2.${process.pid}.sock`;
  expect((await readdir(folder)).sort()).toEqual([socketOfAnotherNode, socketOfRunningProcess, ownSocketName].sort());
  await close();
});

it('goes on when a caller is gone before the answer', async () => {
  const close = await serveProfiles(dataDir, 1, log);
  const path = join(dataDir, 'run', `node-1.${process.pid}.sock`);
  const connectionToClose = connect(path);
  connectionToClose.write('{"seconds":0}\n', () => connectionToClose.destroy());
  await once(connectionToClose, 'close');
  const waitingConnection = connect(path);
  waitingConnection.write('{"seconds":0}\n');
  expect(JSON.parse(await text(waitingConnection))).toEqual({ error: expect.stringContaining('seconds must be') });
  await close();
});

it('keeps the newest files', async () => {
  const folder = join(dataDir, 'profiles');
  for (let count = 10; count < 10 + profileLimits.keptFiles; count += 1)
    await takeProfiles(folder, `20261126T1900${count}Z-node-1`, async () => undefined);
  const names = (await readdir(folder)).sort();
  expect(names.length).toBe(profileLimits.keptFiles);
  expect(names.at(-1)).toBe('20261126T190029Z-node-1.heapprofile');
});
