import { deleteOutdatedImports } from '@carhouse/database/imports/imports';
import type { Context } from '../context.ts';

const hour = 3_600_000;
/** An upload takes a minute at most. */
const unfinishedFor = hour;
/** After its last change, with file and report. */
const keptFor = 30 * 24 * hour;

/** Removes files that never came to their end, and everything old. @returns how many imports were removed. */
export async function removeOldImports(context: Context): Promise<number> {
  const now = context.now().getTime();
  return deleteOutdatedImports(context.database, {
    unfinishedSince: new Date(now - unfinishedFor),
    since: new Date(now - keptFor),
  });
}
