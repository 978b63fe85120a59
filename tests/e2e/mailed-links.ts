import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from './page-test.ts';

/** The link in the newest mail to this address with this page in it, from the folder where a server without SMTP keeps mail. */
async function mailedLink(address: string, page: string): Promise<string | undefined> {
  const folder = join(process.env.CARHOUSE_DATA_DIR ?? '', 'mail');
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    names
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

/** The path of a mailed link, on this test's address of the server. */
export async function pathOfMail(address: string, page: string): Promise<string> {
  await expect.poll(() => mailedLink(address, page), { timeout: 60_000 }).toBeDefined();
  const { pathname, hash } = new URL((await mailedLink(address, page)) ?? '');
  return pathname + hash;
}
