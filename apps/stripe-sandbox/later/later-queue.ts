import type { DelayedChange } from './later-changes.ts';

/** Milliseconds until a record of each kind changes. */
export type ChangeDelays = Record<DelayedChange['table'], number>;

/** Controls the delayed changes. A test can stop the timers of the changes and make the changes one by one. */
export type DelayedChangeControl = {
  /** Stops the timers. After this call, changes happen only by `settle`. */
  hold(): void;
  /** Starts the timers of the delayed changes again. */
  resume(): void;
  /**
   * Makes the next change of the record with this id, or of every record that waits for a time, and resolves when it is
   * on disk. The result is the number of changes.
   */
  settle(id?: string): Promise<number>;
};

export type DelayedChangeQueue = DelayedChangeControl & {
  add(changes: readonly DelayedChange[]): void;
  close(): Promise<void>;
};

/** Starts the queue of the delayed changes. `applyChange` makes one change and resolves when it is on disk. */
export function startDelayedChangeQueue(options: {
  delaysMs: ChangeDelays;
  applyChange(change: DelayedChange): Promise<void>;
  log(message: string): void;
}): DelayedChangeQueue {
  const waitingChanges = new Map<string, DelayedChange>();
  const timers = new Map<string, NodeJS.Timeout>();
  const runningChanges = new Set<Promise<void>>();
  let isHeld = false;

  function startTimer(change: DelayedChange): void {
    if (isHeld || change.isTriggeredByTest) return;
    clearTimeout(timers.get(change.id));
    const timer = setTimeout(() => {
      runChange(change).catch((error: unknown) => options.log(`${change.table} ${change.id}: ${String(error)}`));
    }, options.delaysMs[change.table]);
    timers.set(change.id, timer);
  }

  async function runChange(change: DelayedChange): Promise<void> {
    clearTimeout(timers.get(change.id));
    timers.delete(change.id);
    waitingChanges.delete(change.id);
    const changePromise = options.applyChange(change);
    runningChanges.add(changePromise);
    await changePromise.finally(() => runningChanges.delete(changePromise));
  }

  function stopTimers(): void {
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
  }

  return {
    add(changes) {
      for (const change of changes) {
        waitingChanges.set(change.id, change);
        startTimer(change);
      }
    },
    hold() {
      isHeld = true;
      stopTimers();
    },
    resume() {
      isHeld = false;
      for (const change of waitingChanges.values()) startTimer(change);
    },
    async settle(id) {
      const dueChanges = [...waitingChanges.values()].filter((change) =>
        id === undefined ? !change.isTriggeredByTest : change.id === id,
      );
      for (const change of dueChanges) await runChange(change);
      return dueChanges.length;
    },
    async close() {
      stopTimers();
      waitingChanges.clear();
      isHeld = true;
      await Promise.allSettled(runningChanges);
    },
  };
}
