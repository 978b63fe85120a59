import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createPageBytes } from './page-bytes.ts';

const html = `<script nonce="kept">1</script>${'<p>Citroën, très bien</p>'.repeat(2_000)}<script nonce="kept">2</script>`;
const nonces = ['nonce-one', 'nonce-two'] as const;
const nonceLength = nonces[0].length;

describe('the bytes of a kept page', () => {
  it('are the page with the nonce of the answer, and nobody else writes into them while they are lent', () => {
    const bytes = createPageBytes({ html, nonce: 'kept' }, nonceLength);
    const borrowedPages = nonces.map((nonce) => bytes.borrowPlain(nonce));
    const expectedTexts = nonces.map((nonce) => html.replaceAll('"kept"', `"${nonce}"`));
    expect(borrowedPages.map(({ body }) => body.toString())).toEqual(expectedTexts);
    for (const each of borrowedPages) each.release();
    expect(bytes.borrowPlain(nonces[1]).body.toString()).toBe(expectedTexts[1]);
  });

  it.each([
    ['with nonces', html],
    ['without one', '<p>plain</p>'],
    ['at its ends', 'kept<p>between</p>kept'],
    ['of nothing else', 'kept'],
  ])('unpack to the same %s', async (_, text) => {
    const bytes = createPageBytes({ html: text, nonce: 'kept' }, nonceLength);
    expect(bytes.borrowGzip(nonces[0])).toBeUndefined();
    await expect.poll(() => bytes.borrowGzip(nonces[0])).toBeDefined();
    for (const nonce of [...nonces, ...nonces]) {
      const borrowedGzip = bytes.borrowGzip(nonce);
      expect(gunzipSync(borrowedGzip?.body ?? '').toString()).toBe(text.replaceAll('kept', nonce));
      borrowedGzip?.release();
    }
  });
});
