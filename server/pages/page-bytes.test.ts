import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pageBytes } from './page-bytes.ts';

const html = `<script nonce="kept">1</script>${'<p>Citroën, très bien</p>'.repeat(2_000)}<script nonce="kept">2</script>`;

describe('the bytes of a kept page', () => {
  it('are the page with the nonce of the answer', () => {
    const bytes = pageBytes({ html, nonce: 'kept' });
    for (const nonce of ['one', 'another']) {
      expect(bytes.plain(nonce).toString()).toBe(html.replaceAll('"kept"', `"${nonce}"`));
    }
  });

  it.each([
    ['with nonces', html],
    ['without one', '<p>plain</p>'],
    ['at its ends', 'kept<p>between</p>kept'],
    ['of nothing else', 'kept'],
  ])('unpack to the same %s', async (_, text) => {
    const bytes = pageBytes({ html: text, nonce: 'kept' });
    expect(bytes.gzip('first')).toBeUndefined();
    await expect.poll(() => bytes.gzip('first')).toBeDefined();
    for (const nonce of ['one', 'another-nonce']) {
      expect(gunzipSync(bytes.gzip(nonce) ?? '').toString()).toBe(text.replaceAll('kept', nonce));
    }
  });
});
