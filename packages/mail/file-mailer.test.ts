import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFileMailer } from './file-mailer.ts';
import { redactAddress } from './mailer.ts';

let folder: string;

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'carhouse-mail-')), 'mail');
});
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }));

it('writes each message completely into a file for its owner only, and logs the link but not the address', async () => {
  const lines: unknown[] = [];
  let nameCount = 0;
  const mailer = createFileMailer({
    folder,
    from: 'Car House <server@carhouse.invalid>',
    origin: 'http://127.0.0.1:3000',
    makeFileName: () => `letter-${++nameCount}`,
    log: (line) => void lines.push(line),
  });
  const link = 'http://127.0.0.1:3000/reset-password#token=abc';
  const to = { name: 'Mei\r\nBcc: all', address: 'mei@people.example' };
  await mailer.send({ to, subject: 'Choose a new password', text: `Dear Mei,\n\n${link}`, link });
  await mailer.send({ to, subject: 'Again', text: 'Again', link: null });
  expect((await readdir(folder)).sort()).toEqual(['letter-1.eml', 'letter-2.eml']);
  const file = join(folder, 'letter-1.eml');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const mail = await PostalMime.parse(await readFile(file));
  expect(mail.to).toEqual([expect.objectContaining({ address: 'mei@people.example' })]);
  expect(mail.bcc).toBeUndefined();
  expect(mail.text).toContain(link);
  expect(lines).toEqual([
    { file, to: 'm***@people.example', link },
    { file: join(folder, 'letter-2.eml'), to: 'm***@people.example', link: null },
  ]);
});

it('redacts an address so that its message can still be found', () => {
  expect(redactAddress('mei.tan@people.example')).toBe('m***@people.example');
});
