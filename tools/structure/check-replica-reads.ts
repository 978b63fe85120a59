import type { Fault } from './fault.ts';
import { isTest } from './source-file.ts';

/** What gives access to a replica: the field of the context, and its types. */
const replicaHandlePattern = /\b(?:readDatabase|ReadDatabase|ReadSource)\b/;

/** Files that open, measure or pass on the handle. */
const replicaHandleFiles = [
  'apps/server/context.ts',
  'apps/server/http/routing/own-writes.ts',
  'apps/server/http/routing/replica-metrics.ts',
  'apps/server/startup/start-database.ts',
  'apps/server/startup/start-server.ts',
  'packages/database/connection/read-database.ts',
];
/** Folders of the use cases that may read a replica: what visitors see of cars, sellers and brands. */
const replicaReaderFolders = [
  'apps/server/advertisements/',
  'apps/server/listings/',
  'apps/server/search/',
  'apps/server/sellers/',
];
/** Folders of packages/database whose queries may run on a replica. */
const replicaQueryFolders = ['advertisements', 'connection', 'brands', 'listings', 'sellers'];

const databaseImportPattern = /from '@carhouse\/database\/([a-z-]+)\//;
const writePattern = /\b(?:inTransaction|inPipelinedTransaction|insertInto|updateTable|deleteFrom)\b/;

/**
 * Checks that only reads for visitors can reach a replica, which may be behind. Code that concerns money, and code that
 * writes, uses the primary (decision 0086).
 */
export function checkReplicaReads(path: string, text: string): Fault[] {
  if (isTest(path) || !/^(?:apps\/server|packages)\//.test(path) || replicaHandleFiles.includes(path)) return [];
  const lines = text.split('\n');
  const firstIndex = lines.findIndex((line) => replicaHandlePattern.test(line));
  if (firstIndex === -1) return [];
  if (!replicaReaderFolders.some((folder) => path.startsWith(folder))) {
    const remedy = `Read context.database. Only files of ${replicaReaderFolders.join(', ')} may read a replica.`;
    return [{ file: path, line: firstIndex + 1, problem: 'Here a replica can be read, which may be behind.', remedy }];
  }
  return lines.flatMap((line, index) => {
    const folder = databaseImportPattern.exec(line)?.[1];
    const isFolderForbidden = folder !== undefined && !replicaQueryFolders.includes(folder);
    if (!isFolderForbidden && !writePattern.test(line)) return [];
    const problem = isFolderForbidden
      ? `A file that reads a replica imports from packages/database/${folder}.`
      : 'A file that reads a replica also writes.';
    return [{ file: path, line: index + 1, problem, remedy: 'Put it into a file of its own, with context.database.' }];
  });
}
