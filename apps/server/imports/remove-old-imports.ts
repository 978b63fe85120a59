import { deleteOutdatedImports } from '@carhouse/database/imports/imports';
import type { Context } from '../context.ts';

const hourMs = 3_600_000;
/** Milliseconds after which an unfinished upload is deleted. An upload takes at most a minute. */
const unfinishedUploadMs = hourMs;
/** Age in milliseconds at which an import is deleted with its file and report, counted from its last change. */
const importLifetimeMs = 30 * 24 * hourMs;

/** Deletes the files of uploads that never finished, and old imports. @returns number of deleted imports. */
export async function removeOldImports(context: Context): Promise<number> {
  const now = context.now().getTime();
  return deleteOutdatedImports(context.database, {
    unfinishedSince: new Date(now - unfinishedUploadMs),
    since: new Date(now - importLifetimeMs),
  });
}
