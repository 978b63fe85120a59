import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runProgram } from '../../cluster/programs.ts';

/** A small disk for an experiment. The disk can be full, or lose data that was not written before a power cut. */
export type Disk = {
  /** Folder where the disk is mounted. */
  readonly folder: string;
  /** Fills the disk, so that no byte more can be written. */
  fill(): void;
  /** Removes what `fill` has written. */
  empty(): void;
  /** Changes the size of the disk; only possible for a disk in memory. */
  resize(megabytes: number): void;
  /**
   * Copies what the disk would hold after a power cut: only the bytes that were written to it, and not those that the
   * operating system still keeps in memory. Kill the processes that use the disk before you call `mountCopy`.
   */
  copyWritten(): void;
  /** Mounts the copy in the place of the disk. */
  mountCopy(): Promise<void>;
};

/**
 * Mounts a disk, lets an experiment use it, and removes it.
 * @param kind `memory`: a tmpfs. `file`: an ext4 file system in a file; a power cut loses the bytes that were not yet
 * written.
 */
export async function withDisk<T>(
  kind: 'memory' | 'file',
  megabytes: number,
  use: (disk: Disk) => Promise<T>,
): Promise<T> {
  const parent = await mkdtemp(join(tmpdir(), 'carhouse-disk-'));
  runProgram('chmod', ['711', parent]);
  const [folder, imageFile, copyFile] = ['disk', 'image', 'copy'].map((name) => join(parent, name)) as [
    string,
    string,
    string,
  ];
  runProgram('mkdir', [folder]);
  if (kind === 'memory') runProgram('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'none', folder]);
  else {
    runProgram('truncate', ['-s', `${megabytes}M`, imageFile]);
    runProgram('mkfs.ext4', ['-q', '-m', '0', imageFile]);
    runProgram('mount', ['-o', 'loop', imageFile, folder]);
    runProgram('chmod', ['711', folder]);
  }
  try {
    return await use({
      folder,
      // `dd` is meant to end with an error, because it writes until the disk is full.
      fill: () =>
        void runProgram('sh', ['-c', `dd if=/dev/zero of="$1" bs=16k 2>/dev/null; true`, 'sh', join(folder, 'filler')]),
      empty: () => void runProgram('rm', ['-f', join(folder, 'filler')]),
      resize: (size) => void runProgram('mount', ['-o', `remount,size=${size}m`, folder]),
      copyWritten: () => void runProgram('cp', ['--sparse=always', imageFile, copyFile]),
      async mountCopy() {
        await unmount(folder);
        runProgram('mount', ['-o', 'loop', copyFile, folder]);
      },
    });
  } finally {
    await unmount(folder);
    await rm(parent, { recursive: true, force: true });
  }
}

/** Unmounts a disk; processes that were killed a moment ago may still use it. */
async function unmount(folder: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      runProgram('umount', [folder]);
      return;
    } catch (error) {
      if (attempt === 50) throw error;
      await wait(100);
    }
  }
}
