import { hash } from 'node:crypto';
import { Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ImageAnswer } from './image-answers.ts';
import type { ImageTask } from './image-task.ts';
import { messageDescriptor, readMessages, writeMessage } from './message-pipe.ts';
import { encodeAvif, ImageRefusedError, prepareImage } from './prepare-image.ts';
import { drawShareCard } from './share-card/draw-share-card.ts';

/**
 * This process decodes uploaded images, and draws the preview images of shared listings and the images of demo cars.
 * The process has no environment variables and no database, and reads no files except the fonts. When a decoder crashes
 * or hangs, this process ends and the server does not (docs/reliability.md fault 35).
 */
// The process has a lower priority than the server.
const lowPriority = 5;
if (getPriority() < lowPriority) setPriority(lowPriority);

const cpuAtStart = new Float64Array(new SharedArrayBuffer(8));
const [cpuSeconds, residentBytes] = process.argv.slice(2).map(Number);
const watcherThread = new Worker(fileURLToPath(new URL('./watch-image-process.ts', import.meta.url)), {
  workerData: { budget: { cpuSeconds, residentBytes }, cpuAtStart },
  env: {},
  execArgv: [],
});
watcherThread.on('error', () => process.exit(1));
// No image is decoded before the thread that watches this process has started.
const watcherReadyPromise = new Promise((resolve) => watcherThread.once('message', resolve));

const serverPipe = new Socket({ fd: messageDescriptor, readable: true, writable: true });
readMessages(serverPipe, {
  messageBytesMaximum: Number.POSITIVE_INFINITY,
  onMessage(task) {
    const { user, system } = process.cpuUsage();
    cpuAtStart[0] = user + system;
    void watcherReadyPromise.then(() => runTask(task as ImageTask)).then((answer) => writeMessage(serverPipe, answer));
  },
  onInvalid: () => process.exit(1),
});
// The message pipe closes when the server has ended. No result is needed after the server has ended.
serverPipe.on('error', () => process.exit(0)).on('close', () => process.exit(0));

async function runTask(task: ImageTask): Promise<ImageAnswer> {
  try {
    if (task.kind === 'share-card') return { kind: 'share-card', bytes: await drawShareCard(task.photo, task.card) };
    if (task.kind === 'demo-car') {
      const { drawDemoCar } = await loadDrawingModules();
      return { kind: 'demo-car', renderedDrawing: await drawDemoCar(task.drawing, task.widths) };
    }
    if (task.kind === 'demo-keys') {
      const { listDrawingKeys } = await loadDrawingModules();
      return { kind: 'demo-keys', keys: listDrawingKeys(task.drawings) };
    }
    if (task.kind === 'avif') return { kind: 'avif', variants: await encodeAvif(task.bytes) };
    if (task.digest !== null && hash('sha256', task.bytes) !== task.digest) return { kind: 'digest-mismatch' };
    return { kind: 'prepare', image: await prepareImage(task.bytes) };
  } catch (error) {
    return {
      kind: 'refused',
      reason: error instanceof ImageRefusedError ? error.message : 'The picture cannot be encoded.',
    };
  }
}

/** Loads the code that draws demo cars. Servers without demo data never load this code. */
function loadDrawingModules() {
  return import('./draw-demo-car.ts');
}
