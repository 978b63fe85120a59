import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { writeDurably } from '@carhouse/embedded-postgres/place-cluster';

/**
 * The contents of a base backup. The manifest is written last: an interrupted backup has no manifest and is never
 * restored.
 */
export type Manifest = {
  readonly format: 1;
  /** The earliest time to which this backup can be restored: the end of the copying, in ISO 8601, UTC. */
  readonly completedAt: string;
  /** The first segment of the write-ahead log that the backup needs. */
  readonly firstSegment: string;
  /** The SHA-256 of each file, by the file's path below the backup. */
  readonly files: Readonly<Record<string, string>>;
};

/** The error when a backup cannot be made or restored. The message is printed on the terminal. */
export class BackupFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupFault';
  }
}

const name = 'manifest.json';

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeDurably(join(folder, name), `${JSON.stringify(manifest)}\n`, 0o600);
}

/**
 * Reads the manifest of a backup.
 * @returns undefined when the folder has no complete backup.
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, name), 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
