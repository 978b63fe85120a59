import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadData, LoadRun, MessageFromGenerator, MessageToGenerator } from './load-task.ts';
import type { Outcome } from './outcome.ts';

export type Generator = {
  /** Runs a load, and calls `record` with outcomes as they come. @throws Error when the generator has a fault. */
  run(loadRun: LoadRun, record: (outcomes: readonly Outcome[]) => void): Promise<void>;
  close(): Promise<void>;
};

/** Starts the load generator in a separate process, so that the measuring process does not slow down the product. */
export async function startGenerator(loadData: LoadData): Promise<Generator> {
  const child = fork(join(import.meta.dirname, 'generator-process.ts'), [], { serialization: 'advanced' });
  const exitPromise = once(child, 'exit');
  const send = (message: MessageToGenerator): void => void child.send(message);

  function waitFor(type: 'ready' | 'end', receiveOutcomes: (outcomes: readonly Outcome[]) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopWaiting = (settle: () => void): void => {
        child.off('message', handleMessage);
        child.off('exit', handleExit);
        settle();
      };
      const handleMessage = (message: MessageFromGenerator): void => {
        if (message.type === 'outcomes') receiveOutcomes(message.outcomes);
        else if (message.type === 'fault') stopWaiting(() => reject(new Error(message.text)));
        else if (message.type === type) stopWaiting(resolve);
      };
      const handleExit = (): void => stopWaiting(() => reject(new Error('The generator has ended.')));
      child.on('message', handleMessage);
      child.on('exit', handleExit);
    });
  }

  const readyPromise = waitFor('ready', () => {});
  send({ type: 'data', loadData });
  await readyPromise;
  return {
    run: async (loadRun, record) => {
      const endPromise = waitFor('end', record);
      send({ type: 'run', run: loadRun });
      await endPromise;
    },
    close: async () => {
      child.disconnect();
      await exitPromise;
    },
  };
}
