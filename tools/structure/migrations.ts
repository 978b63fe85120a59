import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './fault.ts';

const folder = 'packages/database/migrations';
const checksumsFile = `${folder}/checksums.json`;
const recordCommand = 'node tools/check-structure.ts --record-migrations';

/** Checks that recorded migrations are unchanged, because other databases have run them. */
export function checkMigrations(root: string): Fault[] {
  const currentMigrations = readMigrations(root);
  const recordedChecksums = readRecord(root);
  return [
    ...[...recordedChecksums].flatMap(([name, checksum]) => checkRecorded(name, checksum, currentMigrations.get(name))),
    ...[...currentMigrations.keys()]
      .filter((name) => !recordedChecksums.has(name))
      .map((name) => makeUnrecordedFault(name, recordedChecksums)),
  ];
}

function checkRecorded(name: string, recordedChecksums: string, currentMigrations: string | undefined): Fault[] {
  const advice = 'Get it back as it was, and write a new migration for the change.';
  if (currentMigrations === undefined) {
    return [{ file: `${folder}/${name}`, problem: 'A recorded migration is missing.', remedy: advice }];
  }
  if (currentMigrations === recordedChecksums) return [];
  return [{ file: `${folder}/${name}`, problem: 'A recorded migration was changed.', remedy: advice }];
}

function makeUnrecordedFault(name: string, recordedChecksums: ReadonlyMap<string, string>): Fault {
  const lastRecordedName = [...recordedChecksums.keys()].sort().at(-1) ?? '';
  if (name < lastRecordedName) {
    const advice = `Give it a number after ${lastRecordedName}: migrations only go forward.`;
    return {
      file: `${folder}/${name}`,
      problem: `A new migration stands before the recorded ${lastRecordedName}.`,
      remedy: advice,
    };
  }
  const advice = `Once it is final: ${recordCommand}`;
  return { file: `${folder}/${name}`, problem: 'The migration is not recorded.', remedy: advice };
}

/**
 * Records the checksums of new migrations. A recorded migration is never changed.
 * @returns the names of the new migrations
 */
export function recordMigrations(root: string): string[] {
  const recordedChecksums = readRecord(root);
  const newMigrations = [...readMigrations(root)].filter(([name]) => !recordedChecksums.has(name));
  const checksumByName = Object.fromEntries(
    [...recordedChecksums, ...newMigrations].sort(([left], [right]) => (left < right ? -1 : 1)),
  );
  writeFileSync(join(root, checksumsFile), `${JSON.stringify(checksumByName, null, 2)}\n`);
  return newMigrations.map(([name]) => name);
}

function readMigrations(root: string): Map<string, string> {
  const path = join(root, folder);
  if (!existsSync(path)) return new Map();
  const names = readdirSync(path).filter((name) => name.endsWith('.sql'));
  return new Map(names.sort().map((name) => [name, computeChecksum(readFileSync(join(path, name)))]));
}

function readRecord(root: string): Map<string, string> {
  const path = join(root, checksumsFile);
  if (!existsSync(path)) return new Map();
  return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>));
}

function computeChecksum(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
