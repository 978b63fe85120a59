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

function makeNode(databaseUrl: string): { readonly node: NumberedNode; readonly entries: LogEntry[] } {
  const entries: LogEntry[] = [];
  const write = (line: string): void => void entries.push({ ...JSON.parse(line), at: performance.now() });
  const node = new NumberedNode(1, {
    services: { databaseUrl, sandboxUrl: null },
    log: pino({ level: 'info' }, { write }),
    times: { ...nodeTimes, firstRestartDelay, longestRestartDelay },
    receive: () => {},
  });
  return { node, entries };
}

describe('a server node whose process ends at once', () => {
  it('is started again after waits that double up to a limit, until it is stopped', async () => {
    const { node, entries } = makeNode('http://node.example');
    expect(await node.start(true)).toMatchObject({ type: 'ready', url: 'http://node.example' });
    const listTimes = (pattern: RegExp): readonly number[] =>
      entries.filter(({ msg }) => pattern.test(msg)).map(({ at }) => at);
    const ends = (): readonly number[] => listTimes(/has ended and is started again/);
    const starts = (): readonly number[] => listTimes(/answers requests/);
    await expect.poll(() => ends().length).toBeGreaterThanOrEqual(5);
    await node.stop();
    const waits = ends()
      .slice(0, 4)
      .map((endedAt, index) => (starts()[index + 1] ?? 0) - endedAt);
    const shortestWaits = [100, 200, 400, 400];
    // A timer may fire a millisecond early.
    for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual((shortestWaits[index] ?? 0) - 1);
    const entryCount = entries.length;
    await new Promise((resolve) => setTimeout(resolve, 2 * longestRestartDelay));
    expect(entries.length).toBe(entryCount);
    expect(Object.keys(cluster.workers ?? {})).toEqual([]);
  });

  it('fails its first start with its number, and is then started again only when that is asked for', async () => {
    const { node, entries } = makeNode('never ready');
    await expect(node.start(true)).rejects.toThrow('Server node 1 did not start.');
    expect(entries).toEqual([]);
    await node.startOrRetry();
    await expect.poll(() => entries.length).toBeGreaterThanOrEqual(3);
    expect(new Set(entries.map(({ msg }) => msg))).toEqual(
      new Set(['a server node did not start and is started again']),
    );
    expect(node.process).toBeUndefined();
    await node.stop();
  });
});
