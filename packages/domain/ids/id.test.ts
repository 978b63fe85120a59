import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeId, parseId } from './id.ts';

const dateArbitrary = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });
const tenBytes = fc.uint8Array({ minLength: 10, maxLength: 16 });

describe('a new id', () => {
  it('is a UUID of version 7 that can be read back', () => {
    fc.assert(
      fc.property(dateArbitrary, tenBytes, (now, random) => {
        const id = makeId(now, random);
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(parseId(id)).toBe(id);
      }),
    );
  });

  it('begins with the moment at which it was made', () => {
    fc.assert(
      fc.property(dateArbitrary, tenBytes, (now, random) => {
        expect(Number.parseInt(makeId(now, random).replaceAll('-', '').slice(0, 12), 16)).toBe(now.getTime());
      }),
    );
  });

  it('sorts after every id of an earlier millisecond', () => {
    fc.assert(
      fc.property(dateArbitrary, tenBytes, tenBytes, (now, firstBytes, secondBytes) => {
        const laterTime = new Date(now.getTime() + 1);
        expect(makeId(now, firstBytes) < makeId(laterTime, secondBytes)).toBe(true);
      }),
    );
  });

  it('keeps 74 bits of the random bytes', () => {
    const zeroId = makeId(new Date(0), new Uint8Array(10));
    const largestId = makeId(new Date(0), new Uint8Array(10).fill(255));
    expect([zeroId, largestId]).toEqual([
      '00000000-0000-7000-8000-000000000000',
      '00000000-0000-7fff-bfff-ffffffffffff',
    ]);
  });

  it('is refused with fewer than ten random bytes', () => {
    expect(() => makeId(new Date(), new Uint8Array(9))).toThrow(RangeError);
  });
});

describe('an id from outside', () => {
  it('is read in either case', () => {
    expect(parseId('0190F3A1-0000-7000-8000-00000000ABCD')).toBe('0190f3a1-0000-7000-8000-00000000abcd');
  });

  it.each([
    '',
    '0',
    '-1',
    '2147483648',
    '1e3',
    '0x10',
    '507f1f77bcf86cd799439011',
    '0190f3a100007000800000000000abcd',
    '{0190f3a1-0000-7000-8000-00000000abcd}',
    ' 0190f3a1-0000-7000-8000-00000000abcd',
    '0190f3a1-0000-7000-8000-00000000abcd\n',
    '0190f3a1-0000-7000-8000-00000000abcg',
    "0190f3a1-0000-7000-8000-00000000abcd' or '1'='1",
    '../etc/passwd',
    'a'.repeat(10_000),
  ])('is no id: %j', (text) => {
    expect(parseId(text)).toBeUndefined();
  });
});
