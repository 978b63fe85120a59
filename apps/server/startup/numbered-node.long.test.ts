import cluster from 'node:cluster';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { pinNodeProgram } from './fix-node-program.ts';
import { NumberedNode, nodeTimes } from './numbered-node.ts';

const shortLivedNodePath = fileURLToPath(new URL('../testing/short-lived-node.ts', import.meta.url));
const killedMessage = 'a server node did not answer requests in time and is killed';
const retryMessage = 'a server node did not start and is started again';
const firstRestartDelayMs = 100;
const longestRestartDelayMs = 400;
const shortStartTimeoutMs = 1_000;

beforeAll(() => {
  cluster.setupPrimary({ exec: shortLivedNodePath, args: [], execArgv: [] });
});

type LogEntry = { readonly at: number; readonly msg: string; readonly end?: string };

function makeNode(
  databaseUrl: string,
  startTimeout = nodeTimes.startTimeoutMs,
): { readonly node: NumberedNode; readonly logEntries: LogEntry[] } {
  const logEntries: LogEntry[] = [];
  const write = (line: string): void => void logEntries.push({ ...JSON.parse(line), at: performance.now() });
  const node = new NumberedNode(1, {
    services: { databaseUrl, sandboxUrl: null, nodeCount: 1 },
    log: pino({ level: 'info' }, { write }),
    times: { ...nodeTimes, firstRestartDelayMs, longestRestartDelayMs, startTimeoutMs: startTimeout },
    receive: () => {},
  });
  return { node, logEntries };
}

describe('a server node whose process ends at once', () => {
  it('is started again after waits that double up to a limit, until it is stopped', async () => {
    const { node, logEntries } = makeNode('http://node.example');
    expect(await node.start(true)).toMatchObject({ type: 'ready', url: 'http://node.example' });
    const listTimes = (pattern: RegExp): readonly number[] =>
      logEntries.filter(({ msg }) => pattern.test(msg)).map(({ at }) => at);
    const listEndTimes = (): readonly number[] => listTimes(/has ended and is started again/);
    const listStartTimes = (): readonly number[] => listTimes(/answers requests/);
    await expect.poll(() => listEndTimes().length).toBeGreaterThanOrEqual(5);
    await node.stop();
    const restartWaitsMs = listEndTimes()
      .slice(0, 4)
      .map((endedAt, index) => (listStartTimes()[index + 1] ?? 0) - endedAt);
    const minimumWaitsMs = [100, 200, 400, 400];
    // A timer may fire a millisecond early.
    for (const [index, wait] of restartWaitsMs.entries())
      expect(wait).toBeGreaterThanOrEqual((minimumWaitsMs[index] ?? 0) - 1);
    const entryCountAfterStop = logEntries.length;
    await new Promise((resolve) => setTimeout(resolve, 2 * longestRestartDelayMs));
    expect(logEntries.length).toBe(entryCountAfterStop);
    expect(Object.keys(cluster.workers ?? {})).toEqual([]);
  });

  it('fails its first start with its number, and is then started again only when that is asked for', async () => {
    const { node, logEntries } = makeNode('never ready');
    await expect(node.start(true)).rejects.toThrow('Server node 1 did not start.');
    expect(logEntries).toEqual([]);
    await node.startOrRetry();
    await expect.poll(() => logEntries.length).toBeGreaterThanOrEqual(3);
    expect(new Set(logEntries.map(({ msg }) => msg))).toEqual(new Set([retryMessage]));
    expect(node.process).toBeUndefined();
    await node.stop();
  });
});

describe('a server node whose process does not come to answer requests', () => {
  it('is killed after a while and started again', async () => {
    const { node, logEntries } = makeNode('hangs', shortStartTimeoutMs);
    const startTime = performance.now();
    await node.startOrRetry();
    expect(performance.now() - startTime).toBeGreaterThanOrEqual(shortStartTimeoutMs - 1);
    await expect.poll(() => logEntries.length, { timeout: 30_000 }).toBe(4);
    expect(logEntries.map(({ msg }) => msg)).toEqual([killedMessage, retryMessage, killedMessage, retryMessage]);
    await node.stop();
    expect(Object.keys(cluster.workers ?? {})).toEqual([]);
  });

  it('has no limit when it is the first start of the first node', async () => {
    const { node, logEntries } = makeNode('hangs', shortStartTimeoutMs);
    const start = node.start(true).catch((error: Error) => error.message);
    await new Promise((resolve) => setTimeout(resolve, 2 * shortStartTimeoutMs));
    expect(logEntries).toEqual([]);
    await node.stop();
    expect(await start).toBe('Server node 1 did not start.');
  });
});

describe('the program of the nodes', () => {
  it('is the file that its path named at the start, until it is fixed again', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'carhouse-program-')));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const currentLinkPath = join(folder, 'current');
    for (const release of ['first', 'second']) {
      await mkdir(join(folder, release));
      await writeFile(join(folder, release, 'main.ts'), `import '${shortLivedNodePath}';\n`);
    }
    await symlink('first', currentLinkPath);
    const restoreProgram = pinNodeProgram(join(currentLinkPath, 'main.ts'));
    await rm(currentLinkPath);
    await symlink('second', currentLinkPath);
    const { node } = makeNode('http://node.example');
    await node.start(true);
    await node.stop();
    expect(cluster.settings.exec).toBe(join(folder, 'first', 'main.ts'));
    const restoreFirstProgram = pinNodeProgram(join(currentLinkPath, 'main.ts'));
    expect(cluster.settings.exec).toBe(join(folder, 'second', 'main.ts'));
    await rm(currentLinkPath);
    expect(() => pinNodeProgram(join(currentLinkPath, 'main.ts'))).toThrow('ENOENT');
    expect(cluster.settings.exec).toBe(join(folder, 'second', 'main.ts'));
    restoreFirstProgram();
    expect(cluster.settings.exec).toBe(join(folder, 'first', 'main.ts'));
    restoreProgram();
    expect(cluster.settings.exec).toBe(shortLivedNodePath);
  });
});
