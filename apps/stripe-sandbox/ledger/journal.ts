import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export type Journal = {
  /**
   * Appends a line. The promise resolves when the line is on disk. The promise rejects when the write failed; every
   * later call then rejects as well.
   */
  appendLine(line: string): Promise<void>;
  /** Resolves when all lines that were appended before the call are on disk. */
  waitUntilStored(): Promise<void>;
  close(): Promise<void>;
};

/** The lines of a journal file. An incomplete last line was never acknowledged, so the result omits it. */
export async function readJournal(path: string): Promise<string[]> {
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return content.split('\n').slice(0, -1);
}

/**
 * Starts a journal with the given first lines. The function replaces the file in one step and leaves the file open for
 * appending.
 */
export async function startJournal(path: string, lines: Iterable<string>): Promise<Journal> {
  await mkdir(dirname(path), { recursive: true });
  const newPath = `${path}.new`;
  await rm(newPath, { force: true });
  const file = await open(newPath, 'a', 0o600);
  let textBlock = '';
  for (const line of lines) {
    textBlock += `${line}\n`;
    if (textBlock.length > 1 << 20) {
      await file.appendFile(textBlock);
      textBlock = '';
    }
  }
  await file.appendFile(textBlock);
  await file.sync();
  await rename(newPath, path);
  await syncFolder(dirname(path));

  type WaitingLine = { line: string; resolveAppend: () => void; rejectAppend: (error: unknown) => void };
  let waitingLines: WaitingLine[] = [];
  let runningWritePromise: Promise<void> | null = null;
  let writeError: Error | null = null;
  let lastAppendPromise: Promise<void> = Promise.resolve();

  async function writeWaitingLines(): Promise<void> {
    while (waitingLines.length > 0) {
      // All lines that arrive during a write share the next fsync.
      const batch = waitingLines;
      waitingLines = [];
      try {
        if (writeError !== null) throw writeError;
        await file.appendFile(batch.map((each) => `${each.line}\n`).join(''));
        await file.datasync();
        for (const each of batch) each.resolveAppend();
      } catch (error) {
        // After a failed write the content of the disk is unknown, so no later line may be acknowledged.
        writeError = error instanceof Error ? error : new Error(String(error));
        for (const each of batch) each.rejectAppend(error);
      }
    }
    runningWritePromise = null;
  }

  return {
    appendLine(line) {
      lastAppendPromise = new Promise((resolveAppend, rejectAppend) => {
        waitingLines.push({ line, resolveAppend, rejectAppend });
      });
      // The caller of `appendLine` receives the rejection of a failed write. When `waitUntilStored` is never called, an
      // unhandled rejection would end the process.
      lastAppendPromise.catch(() => {});
      runningWritePromise ??= writeWaitingLines();
      return lastAppendPromise;
    },
    waitUntilStored: () => lastAppendPromise,
    async close() {
      await runningWritePromise;
      writeError ??= new Error('the journal is closed');
      await file.close();
    },
  };
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Starts a journal that is compacted when the appended bytes exceed both `compactionThresholdBytes` and the size of its
 * first lines. Compaction replaces the content by the lines of `makeLines()`. Lines that are appended during the
 * compaction are written after it, in their order.
 */
export async function startCompactingJournal(
  path: string,
  makeLines: () => string[],
  compactionThresholdBytes: number,
): Promise<Journal> {
  let firstLines = makeLines();
  let journal = await startJournal(path, firstLines);
  let limit = Math.max(compactionThresholdBytes, countBytes(firstLines));
  firstLines = [];
  let appendedBytes = 0;
  let compactionPromise: Promise<void> | null = null;
  let waitingLines: (() => void)[] = [];

  async function compactJournal(): Promise<void> {
    // The result of `makeLines()` contains all data so far. Later lines are appended.
    const compactedLines = makeLines();
    const oldJournal = journal;
    try {
      await oldJournal.waitUntilStored();
      await oldJournal.close();
      journal = await startJournal(path, compactedLines);
      limit = Math.max(compactionThresholdBytes, countBytes(compactedLines));
      appendedBytes = 0;
    } catch {
      // The old journal is closed. Every later call rejects, as after a failed write.
    } finally {
      compactionPromise = null;
      for (const appendWaitingLine of waitingLines.splice(0)) appendWaitingLine();
      waitingLines = [];
    }
  }

  function appendLine(line: string): Promise<void> {
    if (compactionPromise !== null) {
      return new Promise((resolve, reject) => {
        waitingLines.push(() => void appendLine(line).then(resolve, reject));
      });
    }
    appendedBytes += Buffer.byteLength(line) + 1;
    const writePromise = journal.appendLine(line);
    if (appendedBytes > limit) compactionPromise = compactJournal();
    return writePromise;
  }

  return {
    appendLine,
    async waitUntilStored() {
      await compactionPromise;
      await journal.waitUntilStored();
    },
    async close() {
      await compactionPromise;
      await journal.close();
    },
  };
}

function countBytes(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}
