import { describe, expect, it } from 'vitest';
import { decryptText, deriveKey, encryptText, fingerprintRequest, readIdempotencyKey } from './idempotency-key.ts';

describe('the header Idempotency-Key', () => {
  it('is 1 to 255 printable characters, or the quoted string of the IETF draft', () => {
    expect(readIdempotencyKey(['a'])).toBe('a');
    expect(readIdempotencyKey(['a b~!'])).toBe('a b~!');
    expect(readIdempotencyKey(['x'.repeat(255)])).toHaveLength(255);
    expect(readIdempotencyKey(['"a b"'])).toBe('a b');
    expect(readIdempotencyKey(['"a\\"b\\\\"'])).toBe('a"b\\');
  });

  it.each([[[]], [['']], [['""']], [['x'.repeat(256)]], [['é']], [['a\tb']], [['\u0000']], [['a', 'a']]])(
    'is refused when it is something else: %j',
    (headerValues) => {
      expect(() => readIdempotencyKey(headerValues)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
    },
  );
});

describe('a stored answer', () => {
  it('opens with the key of its caller and call only', () => {
    const ownKey = deriveKey('key', 'account:1', 'POST /a');
    const sealedText = encryptText('the answer é', ownKey.encryptionKey);
    expect(decryptText(sealedText, ownKey.encryptionKey)).toBe('the answer é');
    expect(sealedText).not.toContain('answer');
    for (const otherKey of [
      deriveKey('key2', 'account:1', 'POST /a'),
      deriveKey('key', 'account:2', 'POST /a'),
      deriveKey('key', 'account:1', 'POST /b'),
    ]) {
      expect(otherKey.hash).not.toBe(ownKey.hash);
      expect(() => decryptText(sealedText, otherKey.encryptionKey)).toThrow();
    }
  });

  it('does not open when one character of it is changed', () => {
    const { encryptionKey: otherSeal } = deriveKey('key', 'account:1', 'POST /a');
    const sealedText = encryptText('the answer', otherSeal);
    const tamperedSealedText = `${sealedText.slice(0, -2)}${sealedText.at(-2) === 'A' ? 'B' : 'A'}${sealedText.at(-1)}`;
    expect(() => decryptText(tamperedSealedText, otherSeal)).toThrow();
  });
});

describe('the fingerprint of a request', () => {
  const derivedKey = deriveKey('key', 'account:1', 'POST /a');

  it('tells requests apart by their address and their body', () => {
    const differentBodies = [
      undefined,
      null,
      {},
      [],
      '',
      0,
      { x: 1 },
      { x: 2 },
      { x: '1' },
      { x: [1] },
      { x: { y: 1 } },
      [1, 2],
    ];
    const otherBodies = [
      [2, 1],
      [[1], 2],
      [1, [2]],
      { x: 1, y: 2 },
      { x: 2, y: 1 },
      { x: {}, y: {} },
      { x: { y: {} } },
      ['x'],
    ];
    const fingerprints = [...differentBodies, ...otherBodies].map((body) => fingerprintRequest('/a', body, derivedKey));
    expect(new Set([...fingerprints, fingerprintRequest('/b', { x: 1 }, derivedKey)]).size).toBe(21);
    expect(fingerprintRequest('/a', { x: { y: [1, 'a'] } }, derivedKey)).toBe(
      fingerprintRequest('/a', { x: { y: [1, 'a'] } }, derivedKey),
    );
  });

  it('cannot be tried out by the person who reads it: it takes the key', () => {
    const otherKey = deriveKey('key2', 'account:1', 'POST /a');
    expect(fingerprintRequest('/a', { x: 1 }, otherKey)).not.toBe(fingerprintRequest('/a', { x: 1 }, derivedKey));
  });

  it('is taken of a body that is deeper than the stack', () => {
    const nestedBody: unknown = JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`);
    expect(fingerprintRequest('/a', nestedBody, derivedKey)).toHaveLength(43);
  });
});
