import { setTimeout as pause } from 'node:timers/promises';
import { deleteExpiredSignInRows } from '@carhouse/database/accounts/sessions';
import { sellerStartedWorkKinds } from '@carhouse/domain/import/import-states';
import { sendLink } from '../accounts/send-link.ts';
import { sendNotice } from '../accounts/send-notice.ts';
import type { Context } from '../context.ts';
import { removeOrphans } from '../images/remove-orphans.ts';
import { storeAvif } from '../images/upload-image.ts';
import { importCars } from '../imports/import-cars.ts';
import { releaseImport } from '../imports/release-import.ts';
import { removeOldImports } from '../imports/remove-old-imports.ts';
import { drawGallery } from '../startup/draw-gallery.ts';
import type { JobHandlers } from './job-queue.ts';

/** Milliseconds between two jobs that draw images of the demo. */
const demoDrawingPauseMs = 2_000;

/** Returns the handler of each kind of job. A handler may run again after an interruption, so it must be idempotent. */
function makeHandlers(context: Context): JobHandlers {
  return {
    'account-link': (data) => sendLink(context, data),
    'account-notice': (data) => sendNotice(context, data),
    'account-clean-up': async () => {
      const removedCount = await deleteExpiredSignInRows(context.database, context.now());
      if (removedCount > 0)
        context.log.info({ removed: removedCount }, 'sessions, links and counters that have run out were removed');
    },
    'picture-avif': ({ key }) => storeAvif(context, key),
    'picture-collection': async () => {
      const removedCount = await removeOrphans(context);
      if (removedCount > 0) context.log.info({ removed: removedCount }, 'pictures that nobody shows were removed');
    },
    'import-examination': ({ importId }, signal) => importCars(context, importId, signal, ['examining']),
    'dealer-import': ({ importId }, signal) => importCars(context, importId, signal, sellerStartedWorkKinds),
    'dealer-import-lost': ({ importId }) => releaseImport(context, importId),
    'import-clean-up': async () => {
      const removedCount = await removeOldImports(context);
      if (removedCount > 0) context.log.info({ removed: removedCount }, 'old imports were removed');
    },
    // A database that is now used in production may still have queued jobs of an earlier demo. In production these demo
    // jobs do nothing.
    'demo-gallery': async ({ after }, signal) => {
      if (!context.config.isDemo) return;
      await drawGallery(context, after);
      // The next drawing job waits in the queue meanwhile, so that drawing leaves processor time for visitors'
      // requests.
      await pause(demoDrawingPauseMs, undefined, { signal }).catch(() => {});
    },
  };
}

/** Starts running the jobs of the queue. `context.jobs.close()` ends it. */
export async function startJobs(context: Context): Promise<void> {
  await context.jobs.work(makeHandlers(context));
}
