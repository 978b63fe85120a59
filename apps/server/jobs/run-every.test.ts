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
  const [taskRunAtOnce, taskRunLater] = [
    vi.fn<() => Promise<void>>(async () => {}),
    vi.fn<() => Promise<void>>(async () => {}),
  ];
  const stopFunctions = [
    runEvery({ intervalMs: 100, run: taskRunAtOnce, log: makeSilentLog(), failureMessage: 'It failed.' }),
    runEvery({
      intervalMs: 100,
      run: taskRunLater,
      log: makeSilentLog(),
      failureMessage: 'It failed.',
      shouldRunImmediately: false,
    }),
  ];
  expect([taskRunAtOnce.mock.calls.length, taskRunLater.mock.calls.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(350);
  expect([taskRunAtOnce.mock.calls.length, taskRunLater.mock.calls.length]).toEqual([4, 3]);
  for (const stopTask of stopFunctions) await stopTask();
  await vi.advanceTimersByTimeAsync(350);
  expect([taskRunAtOnce.mock.calls.length, taskRunLater.mock.calls.length]).toEqual([4, 3]);
});

it('leaves out the turns that come during a run, and stopping waits for its end', async () => {
  let endRun = (): void => {};
  const runTask = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (endRun = resolve)));
  const stopTask = runEvery({ intervalMs: 100, run: runTask, log: makeSilentLog(), failureMessage: 'It failed.' });
  await vi.advanceTimersByTimeAsync(450);
  expect(runTask).toHaveBeenCalledTimes(1);
  let isStopped = false;
  const stopPromise = stopTask().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(isStopped).toBe(false);
  endRun();
  await stopPromise;
  expect(runTask).toHaveBeenCalledTimes(1);
});

it('goes on after a run that fails, also one that fails before it waits for anything', async () => {
  const log = makeSilentLog();
  const runTask = vi.fn<() => Promise<void>>();
  runTask.mockRejectedValueOnce(new Error('late'));
  runTask.mockImplementationOnce(() => {
    throw new Error('early');
  });
  runTask.mockResolvedValue(undefined);
  const stopTask = runEvery({ intervalMs: 100, run: runTask, log, failureMessage: 'It failed.' });
  await vi.advanceTimersByTimeAsync(250);
  expect(log.error.mock.calls).toMatchObject([
    [{ err: { message: 'late' } }, 'It failed.'],
    [{ err: { message: 'early' } }, 'It failed.'],
  ]);
  expect(runTask).toHaveBeenCalledTimes(3);
  await stopTask();
});
