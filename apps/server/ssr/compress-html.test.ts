import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressHtml } from './compress-html.ts';

const html = `<p>${'Car House '.repeat(200)}</p>`;

test('takes Brotli where the browser does', async () => {
  const { body, encoding } = await compressHtml(html, 'gzip, deflate, br, zstd');
  expect(encoding).toBe('br');
  expect(brotliDecompressSync(body as Buffer).toString()).toBe(html);
});

test('takes gzip else', async () => {
  const { body, encoding } = await compressHtml(html, 'GZIP;q=0.5, br;q=0');
  expect(encoding).toBe('gzip');
  expect(gunzipSync(body as Buffer).toString()).toBe(html);
});

test.each([undefined, '', 'identity', 'gzip;q=0, br;q=0.000'])('sends it as it is to %s', async (acceptedEncodings) => {
  expect(await compressHtml(html, acceptedEncodings)).toEqual({ body: html, encoding: undefined });
});
