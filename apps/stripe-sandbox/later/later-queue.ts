import type { LaterChange } from './later-changes.ts';

/** Milliseconds until a record of each kind changes. */
export type LaterDelays = Record<LaterChange['table'], number>;

/** Controls the changes that happen later. A test can hold them back and make them one by one. */
export type LaterControl = {
  /** Stops the timers. From now on changes happen only by `settle`. */
  hold(): void;
  /** Starts the timers again. */
  resume(): void;
  /**
   * Makes the next change of the record with this id, or of every record that waits for a time, and resolves when it is
   * on disk. Returns the number of changes.
   */
  settle(id?: string): Promise<number>;
};

export type LaterQueue = LaterControl & {
  add(changes: readonly LaterChange[]): void;
  close(): Promise<void>;
};

/** Starts the queue of the changes that happen later. `make` makes one change and resolves when it is on disk. */
export function startLaterQueue(options: {
  delays: LaterDelays;
  make(change: LaterChange): Promise<void>;
  log(message: string): void;
}): LaterQueue {
  const waiting = new Map<string, LaterChange>();
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let isHeld = false;

  function startTimer(change: LaterChange): void {
    if (isHeld || change.isManual) return;
    clearTimeout(timers.get(change.id));
    const timer = setTimeout(() => {
      run(change).catch((error: unknown) => options.log(`${change.table} ${change.id}: ${String(error)}`));
    }, options.delays[change.table]);
    timers.set(change.id, timer);
  }

  async function run(change: LaterChange): Promise<void> {
    clearTimeout(timers.get(change.id));
    timers.delete(change.id);
    waiting.delete(change.id);
    const work = options.make(change);
    running.add(work);
    await work.finally(() => running.delete(work));
  }

  function stopTimers(): void {
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
  }

  return {
    add(changes) {
      for (const change of changes) {
        waiting.set(change.id, change);
        startTimer(change);
      }
    },
    hold() {
      isHeld = true;
      stopTimers();
    },
    resume() {
      isHeld = false;
      for (const change of waiting.values()) startTimer(change);
    },
    async settle(id) {
      const due = [...waiting.values()].filter((change) => (id === undefined ? !change.isManual : change.id === id));
      for (const change of due) await run(change);
      return due.length;
    },
    async close() {
      stopTimers();
      waiting.clear();
      isHeld = true;
      await Promise.allSettled(running);
    },
  };
}
