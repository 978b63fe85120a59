import { describe, expect, it } from 'vitest';
import { decryptText, deriveKey, encryptText, fingerprintOf, readKey } from './idempotency-key.ts';

describe('the header Idempotency-Key', () => {
  it('is 1 to 255 printable characters, or the quoted string of the IETF draft', () => {
    expect(readKey(['a'])).toBe('a');
    expect(readKey(['a b~!'])).toBe('a b~!');
    expect(readKey(['x'.repeat(255)])).toHaveLength(255);
    expect(readKey(['"a b"'])).toBe('a b');
    expect(readKey(['"a\\"b\\\\"'])).toBe('a"b\\');
  });

  it.each([[[]], [['']], [['""']], [['x'.repeat(256)]], [['é']], [['a\tb']], [['\u0000']], [['a', 'a']]])(
    'is refused when it is something else: %j',
    (values) => {
      expect(() => readKey(values)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
    },
  );
});

describe('a stored answer', () => {
  it('opens with the key of its caller and call only', () => {
    const own = deriveKey('key', 'account:1', 'POST /a');
    const sealed = encryptText('the answer é', own.seal);
    expect(decryptText(sealed, own.seal)).toBe('the answer é');
    expect(sealed).not.toContain('answer');
    for (const other of [
      deriveKey('key2', 'account:1', 'POST /a'),
      deriveKey('key', 'account:2', 'POST /a'),
      deriveKey('key', 'account:1', 'POST /b'),
    ]) {
      expect(other.hash).not.toBe(own.hash);
      expect(() => decryptText(sealed, other.seal)).toThrow();
    }
  });

  it('does not open when one character of it is changed', () => {
    const { seal } = deriveKey('key', 'account:1', 'POST /a');
    const sealed = encryptText('the answer', seal);
    const changed = `${sealed.slice(0, -2)}${sealed.at(-2) === 'A' ? 'B' : 'A'}${sealed.at(-1)}`;
    expect(() => decryptText(changed, seal)).toThrow();
  });
});

describe('the fingerprint of a request', () => {
  const derived = deriveKey('key', 'account:1', 'POST /a');

  it('tells requests apart by their address and their body', () => {
    const bodies = [
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
    const more = [
      [2, 1],
      [[1], 2],
      [1, [2]],
      { x: 1, y: 2 },
      { x: 2, y: 1 },
      { x: {}, y: {} },
      { x: { y: {} } },
      ['x'],
    ];
    const fingerprints = [...bodies, ...more].map((body) => fingerprintOf('/a', body, derived));
    expect(new Set([...fingerprints, fingerprintOf('/b', { x: 1 }, derived)]).size).toBe(21);
    expect(fingerprintOf('/a', { x: { y: [1, 'a'] } }, derived)).toBe(
      fingerprintOf('/a', { x: { y: [1, 'a'] } }, derived),
    );
  });

  it('cannot be tried out by the person who reads it: it takes the key', () => {
    const other = deriveKey('key2', 'account:1', 'POST /a');
    expect(fingerprintOf('/a', { x: 1 }, other)).not.toBe(fingerprintOf('/a', { x: 1 }, derived));
  });

  it('is taken of a body that is deeper than the stack', () => {
    const nestedBody: unknown = JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`);
    expect(fingerprintOf('/a', nestedBody, derived)).toHaveLength(43);
  });
});
