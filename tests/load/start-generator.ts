import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadRun, LoadWorld, MessageOfGenerator, MessageToGenerator } from './load-task.ts';
import type { Outcome } from './outcome.ts';

export type Generator = {
  /** Runs a load, and calls `record` with outcomes as they come. @throws Error when the generator has a fault. */
  run(run: LoadRun, record: (outcomes: readonly Outcome[]) => void): Promise<void>;
  close(): Promise<void>;
};

/** Starts the generator in a process of its own, so that what measures does not delay what is measured. */
export async function startGenerator(world: LoadWorld): Promise<Generator> {
  const child = fork(join(import.meta.dirname, 'generator-process.ts'), [], { serialization: 'advanced' });
  const exited = once(child, 'exit');
  const send = (message: MessageToGenerator): void => void child.send(message);

  function waitFor(type: 'ready' | 'end', receive: (outcomes: readonly Outcome[]) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (settle: () => void): void => {
        child.off('message', listen);
        child.off('exit', fail);
        settle();
      };
      const listen = (message: MessageOfGenerator): void => {
        if (message.type === 'outcomes') receive(message.outcomes);
        else if (message.type === 'fault') stop(() => reject(new Error(message.text)));
        else if (message.type === type) stop(resolve);
      };
      const fail = (): void => stop(() => reject(new Error('The generator has ended.')));
      child.on('message', listen);
      child.on('exit', fail);
    });
  }

  const ready = waitFor('ready', () => {});
  send({ type: 'world', world });
  await ready;
  return {
    run: async (run, record) => {
      const end = waitFor('end', record);
      send({ type: 'run', run });
      await end;
    },
    close: async () => {
      child.disconnect();
      await exited;
    },
  };
}
