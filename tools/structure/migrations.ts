import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './fault.ts';

const folder = 'packages/database/migrations';
const record = `${folder}/checksums.json`;
const recordCommand = 'node tools/check-structure.ts --record-migrations';

/** Checks that recorded migrations are unchanged, because other databases have run them. */
export function checkMigrations(root: string): Fault[] {
  const present = readMigrations(root);
  const recorded = readRecord(root);
  return [
    ...[...recorded].flatMap(([name, checksum]) => checkRecorded(name, checksum, present.get(name))),
    ...[...present.keys()].filter((name) => !recorded.has(name)).map((name) => unrecorded(name, recorded)),
  ];
}

function checkRecorded(name: string, recorded: string, present: string | undefined): Fault[] {
  const mend = 'Get it back as it was, and write a new migration for the change.';
  if (present === undefined) {
    return [{ file: `${folder}/${name}`, wrong: 'A recorded migration is missing.', mend }];
  }
  if (present === recorded) return [];
  return [{ file: `${folder}/${name}`, wrong: 'A recorded migration was changed.', mend }];
}

function unrecorded(name: string, recorded: ReadonlyMap<string, string>): Fault {
  const last = [...recorded.keys()].sort().at(-1) ?? '';
  if (name < last) {
    const mend = `Give it a number after ${last}: migrations only go forward.`;
    return { file: `${folder}/${name}`, wrong: `A new migration stands before the recorded ${last}.`, mend };
  }
  const mend = `Once it is final: ${recordCommand}`;
  return { file: `${folder}/${name}`, wrong: 'The migration is not recorded.', mend };
}

/**
 * Records the checksums of new migrations. A recorded migration is never changed.
 * @returns the names of the new migrations
 */
export function recordMigrations(root: string): string[] {
  const recorded = readRecord(root);
  const added = [...readMigrations(root)].filter(([name]) => !recorded.has(name));
  const all = Object.fromEntries([...recorded, ...added].sort(([left], [right]) => (left < right ? -1 : 1)));
  writeFileSync(join(root, record), `${JSON.stringify(all, null, 2)}\n`);
  return added.map(([name]) => name);
}

function readMigrations(root: string): Map<string, string> {
  const path = join(root, folder);
  if (!existsSync(path)) return new Map();
  const names = readdirSync(path).filter((name) => name.endsWith('.sql'));
  return new Map(names.sort().map((name) => [name, checksum(readFileSync(join(path, name)))]));
}

function readRecord(root: string): Map<string, string> {
  const path = join(root, record);
  if (!existsSync(path)) return new Map();
  return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>));
}

function checksum(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
