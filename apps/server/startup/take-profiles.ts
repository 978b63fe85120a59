import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';

/** The bounds of a profile, in seconds, and the number of files that are kept. */
export const profileLimits = { leastSeconds: 1, mostSeconds: 120, keptFiles: 20 } as const;
/** Microseconds between two samples of the CPU; 1,000 samples a second cost a few percent of its time. */
const cpuIntervalUs = 1_000;
/** Bytes of memory between two samples of the heap. */
const heapIntervalBytes = 65_536;

/**
 * Profiles this thread for some seconds: the CPU, and the memory that its functions allocate. A profile contains names
 * of functions and files but no values, so it has no personal data. A snapshot of the heap would contain all personal
 * data in memory.
 * @param folder folder for the files, which only the user of the server may read. The oldest files in the folder are
 * removed.
 * @returns the paths of the written files, which Chrome's developer tools and VS Code open.
 */
export async function takeProfiles(
  folder: string,
  name: string,
  wait: () => Promise<void>,
): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: cpuIntervalUs });
    await session.post('HeapProfiler.enable');
    await session.post('HeapProfiler.startSampling', { samplingInterval: heapIntervalBytes });
    await session.post('Profiler.start');
    await wait();
    const { profile: cpuProfile } = await session.post('Profiler.stop');
    const { profile: heapProfile } = await session.post('HeapProfiler.stopSampling');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const files = [
      [join(folder, `${name}.cpuprofile`), cpuProfile],
      [join(folder, `${name}.heapprofile`), heapProfile],
    ] as const;
    for (const [path, profile] of files) await writeFile(path, JSON.stringify(profile), { mode: 0o600 });
    await removeOldFiles(folder);
    return files.map(([path]) => path);
  } finally {
    session.disconnect();
  }
}

/** The file names of profiles begin with the time, so the first names are those of the oldest profiles. */
async function removeOldFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(?:cpu|heap)profile$/.test(name)).sort();
  for (const name of names.slice(0, -profileLimits.keptFiles)) await rm(join(folder, name), { force: true });
}
