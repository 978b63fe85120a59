import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { encodeAvif, ImageRefused, prepareImage } from './prepare-image.ts';
import type { ImageAnswer, ImageTask } from './start-image-workers.ts';

/**
 * A process that decodes pictures of strangers and nothing else: it is given no environment, no database and no files. A
 * decoder that crashes or hangs takes this process with it and not the server (docs/reliability.md fault 35).
 */
// It gives way to what serves visitors.
const gentle = 5;
if (getPriority() < gentle) setPriority(gentle);

const begun = new Float64Array(new SharedArrayBuffer(8));
const [cpuSeconds, residentBytes] = process.argv.slice(2).map(Number);
const watch = new Worker(fileURLToPath(new URL('./watch-image-process.ts', import.meta.url)), {
  workerData: { budget: { cpuSeconds, residentBytes }, begun },
  env: {},
  execArgv: [],
});
watch.on('error', () => process.exit(1));
// no picture is decoded before the other thread looks
const watched = new Promise((resolve) => watch.once('message', resolve));

process.on('message', (task: ImageTask) => {
  const { user, system } = process.cpuUsage();
  begun[0] = user + system;
  void watched.then(() => run(task)).then((answer) => process.send?.(answer));
});
// The server is gone, so nobody waits for an answer.
process.on('disconnect', () => process.exit(0));

async function run(task: ImageTask): Promise<ImageAnswer> {
  try {
    if (task.kind === 'avif') return { kind: 'avif', variants: await encodeAvif(task.bytes) };
    return { kind: 'prepare', picture: await prepareImage(task.bytes) };
  } catch (error) {
    return {
      kind: 'refused',
      reason: error instanceof ImageRefused ? error.message : 'The picture cannot be encoded.',
    };
  }
}
