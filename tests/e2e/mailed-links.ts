import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from './page-test.ts';

/**
 * Finds the link to this page in the newest mail to this address. A server without SMTP stores mails in a folder, which
 * this function reads.
 */
async function findMailedLink(address: string, page: string): Promise<string | undefined> {
  const folder = join(process.env.CARHOUSE_DATA_DIR ?? '', 'mail');
  const fileNames = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    fileNames
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map((name) => readFile(join(folder, name), 'utf8')),
  );
  const links = mails
    .filter((mail) => mail.includes(address))
    .map((mail) => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='))
    .flatMap((mail) => new RegExp(`\\S+${page}#token=[\\w-]+`).exec(mail)?.[0] ?? []);
  return links.at(-1);
}

/** Returns the path of a mailed link, so that a test can open the path at its own server. */
export async function readMailedPath(address: string, page: string): Promise<string> {
  await expect.poll(() => findMailedLink(address, page), { timeout: 60_000 }).toBeDefined();
  const { pathname, hash } = new URL((await findMailedLink(address, page)) ?? '');
  return pathname + hash;
}
