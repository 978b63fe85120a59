import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runEvery } from './run-every.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const makeSilentLog = () => ({ warn: vi.fn<() => void>(), error: vi.fn<() => void>() });

it('runs at once and then at every turn, or at the turns only', async () => {
  const [now, later] = [vi.fn<() => Promise<void>>(async () => {}), vi.fn<() => Promise<void>>(async () => {})];
  const stopFunctions = [
    runEvery({ everyMs: 100, run: now, log: makeSilentLog(), sentence: 'It failed.' }),
    runEvery({ everyMs: 100, run: later, log: makeSilentLog(), sentence: 'It failed.', atOnce: false }),
  ];
  expect([now.mock.calls.length, later.mock.calls.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(350);
  expect([now.mock.calls.length, later.mock.calls.length]).toEqual([4, 3]);
  for (const stop of stopFunctions) await stop();
  await vi.advanceTimersByTimeAsync(350);
  expect([now.mock.calls.length, later.mock.calls.length]).toEqual([4, 3]);
});

it('leaves out the turns that come during a run, and stopping waits for its end', async () => {
  let end = (): void => {};
  const run = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (end = resolve)));
  const stop = runEvery({ everyMs: 100, run, log: makeSilentLog(), sentence: 'It failed.' });
  await vi.advanceTimersByTimeAsync(450);
  expect(run).toHaveBeenCalledTimes(1);
  let stopped = false;
  const stopPromise = stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(stopped).toBe(false);
  end();
  await stopPromise;
  expect(run).toHaveBeenCalledTimes(1);
});

it('goes on after a run that fails, also one that fails before it waits for anything', async () => {
  const log = makeSilentLog();
  const run = vi.fn<() => Promise<void>>();
  run.mockRejectedValueOnce(new Error('late'));
  run.mockImplementationOnce(() => {
    throw new Error('early');
  });
  run.mockResolvedValue(undefined);
  const stop = runEvery({ everyMs: 100, run, log, sentence: 'It failed.' });
  await vi.advanceTimersByTimeAsync(250);
  expect(log.error.mock.calls).toMatchObject([
    [{ err: { message: 'late' } }, 'It failed.'],
    [{ err: { message: 'early' } }, 'It failed.'],
  ]);
  expect(run).toHaveBeenCalledTimes(3);
  await stop();
});
