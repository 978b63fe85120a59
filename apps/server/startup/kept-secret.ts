import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns a secret of this server, which is stored in the data directory (mode 0600) and created at its first use. */
export async function loadOrCreateSecret(dataDir: string, name: string): Promise<string> {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const storedSecret = await readSecret(file);
  if (storedSecret !== undefined) return storedSecret;
  const draft = `${file}.${process.pid}.part`;
  await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600 });
  await chmod(draft, 0o600);
  // `link` fails when another process has already created the file. This process then uses the secret that the other
  // process has stored.
  await link(draft, file).catch(() => {});
  await rm(draft, { force: true });
  const newSecret = await readSecret(file);
  if (newSecret === undefined) throw new Error(`The secret ${file} cannot be written.`);
  return newSecret;
}

async function readSecret(file: string): Promise<string | undefined> {
  try {
    const text = (await readFile(file, 'utf8')).trim();
    return text.length >= 32 ? text : undefined;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}
