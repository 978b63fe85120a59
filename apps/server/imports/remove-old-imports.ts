import { deleteOutdatedImports } from '@carhouse/database/imports/imports';
import type { Context } from '../context.ts';

const hour = 3_600_000;
/** An upload takes at most a minute. */
const unfinishedFor = hour;
/** Counted from the last change of the import; its file and report are deleted too. */
const keptFor = 30 * 24 * hour;

/** Deletes files whose upload never finished, and old imports. @returns how many imports were deleted. */
export async function removeOldImports(context: Context): Promise<number> {
  const now = context.now().getTime();
  return deleteOutdatedImports(context.database, {
    unfinishedSince: new Date(now - unfinishedFor),
    since: new Date(now - keptFor),
  });
}
