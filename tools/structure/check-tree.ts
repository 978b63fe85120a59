import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkDecisions } from './check-decisions.ts';
import { checkHeaderReaders } from './check-header-readers.ts';
import { checkImports } from './check-imports.ts';
import { checkNames } from './check-names.ts';
import { checkQueryKeys } from './check-query-keys.ts';
import { checkReplicaReads } from './check-replica-reads.ts';
import { checkServerNouns } from './check-server-nouns.ts';
import { checkShape, listSoftLimits } from './check-shape.ts';
import { checkStyles } from './check-styles.ts';
import type { Fault } from './fault.ts';
import { isSource, listFiles } from './list-files.ts';
import { checkMigrations } from './migrations.ts';
import { readSource } from './read-source.ts';

/**
 * Checks all rules for a checkout.
 * @param root absolute path of the checkout
 */
export function checkTree(root: string): { faults: Fault[]; softLimitReports: string[]; fileCount: number } {
  const paths = listFiles(root);
  const readText = (path: string): string => readFileSync(join(root, path), 'utf8');
  const texts = paths.filter(isSource).map((path) => ({ path, text: readText(path) }));
  const files = texts.map(({ path, text }) => readSource(path, text));
  const sheets = paths.filter((path) => path.endsWith('.css')).map((path) => ({ path, text: readText(path) }));
  const faults = [
    ...checkNames(paths),
    ...checkServerNouns(paths),
    ...checkImports(files),
    ...checkShape(files),
    ...texts.flatMap(({ path, text }) => checkHeaderReaders(path, text)),
    ...texts.flatMap(({ path, text }) => checkQueryKeys(path, text)),
    ...texts.flatMap(({ path, text }) => checkReplicaReads(path, text)),
    ...checkStyles(sheets, texts),
    ...checkMigrations(root),
    ...checkDecisions(listDecisions(root).map((path) => ({ path, text: readText(path) }))),
  ];
  return { faults, softLimitReports: listSoftLimits(files), fileCount: files.length };
}

function listDecisions(root: string): readonly string[] {
  const folder = 'docs/decisions';
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => /^\d{4}-.*\.md$/.test(name))
    .sort()
    .map((name) => `${folder}/${name}`);
}
