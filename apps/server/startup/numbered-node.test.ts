import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { NumberedNode, nodeTimes } from './numbered-node.ts';

const firstRestartDelay = 100;
const longestRestartDelay = 400;

beforeAll(() => {
  const exec = fileURLToPath(new URL('../testing/short-lived-node.ts', import.meta.url));
  cluster.setupPrimary({ exec, args: [], execArgv: [] });
});

type LogEntry = { readonly at: number; readonly msg: string; readonly end?: string };

function makeNode(databaseUrl: string): { readonly node: NumberedNode; readonly logEntries: LogEntry[] } {
  const logEntries: LogEntry[] = [];
  const write = (line: string): void => void logEntries.push({ ...JSON.parse(line), at: performance.now() });
  const node = new NumberedNode(1, {
    services: { databaseUrl, sandboxUrl: null },
    log: pino({ level: 'info' }, { write }),
    times: { ...nodeTimes, firstRestartDelay, longestRestartDelay },
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
    const restartWaits = listEndTimes()
      .slice(0, 4)
      .map((endedAt, index) => (listStartTimes()[index + 1] ?? 0) - endedAt);
    const minimumWaits = [100, 200, 400, 400];
    // A timer may fire a millisecond early.
    for (const [index, wait] of restartWaits.entries())
      expect(wait).toBeGreaterThanOrEqual((minimumWaits[index] ?? 0) - 1);
    const entryCountAfterStop = logEntries.length;
    await new Promise((resolve) => setTimeout(resolve, 2 * longestRestartDelay));
    expect(logEntries.length).toBe(entryCountAfterStop);
    expect(Object.keys(cluster.workers ?? {})).toEqual([]);
  });

  it('fails its first start with its number, and is then started again only when that is asked for', async () => {
    const { node, logEntries } = makeNode('never ready');
    await expect(node.start(true)).rejects.toThrow('Server node 1 did not start.');
    expect(logEntries).toEqual([]);
    await node.startOrRetry();
    await expect.poll(() => logEntries.length).toBeGreaterThanOrEqual(3);
    expect(new Set(logEntries.map(({ msg }) => msg))).toEqual(
      new Set(['a server node did not start and is started again']),
    );
    expect(node.process).toBeUndefined();
    await node.stop();
  });
});
