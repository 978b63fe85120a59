import { encodeAvif, PictureRefused, preparePicture } from './prepare-picture.ts';
import type { PictureAnswer, PictureTask } from './start-picture-workers.ts';

/**
 * A process that decodes pictures of strangers and nothing else: it is given no environment, no database and no files. A
 * decoder that crashes or hangs takes this process with it and not the house (RELIABILITY fault 35).
 */
process.on('message', (task: PictureTask) => {
  void run(task).then((answer) => process.send?.(answer));
});
// The house is gone, so nobody waits for an answer.
process.on('disconnect', () => process.exit(0));

async function run(task: PictureTask): Promise<PictureAnswer> {
  try {
    if (task.kind === 'avif') return { kind: 'avif', renditions: await encodeAvif(task.bytes) };
    return { kind: 'prepare', picture: await preparePicture(task.bytes) };
  } catch (error) {
    return {
      kind: 'refused',
      reason: error instanceof PictureRefused ? error.message : 'The picture cannot be encoded.',
    };
  }
}
