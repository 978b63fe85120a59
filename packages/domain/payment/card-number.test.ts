import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsCardNumber } from './card-number.ts';

// The test card numbers of the card provider, one for each network and length (docs/reliability.md, test cards).
const cards = [
  '4242424242424242',
  '4000056655665556',
  '4222222222222',
  '5555555555554444',
  '2223003122003222',
  '5105105105105100',
  '378282246310005',
  '371449635398431',
  '6011111111111117',
  '3056930009020004',
  '36227206271667',
  '3566002020360505',
  '6200000000000005',
  '6205500000000000004',
  '6555900000604105',
  '4000000000009995',
  '4100000000000019',
];

describe('a card number', () => {
  it.each(['4111 1111.1111-1111', '1234 4242.4242/4242-4242', '3782.822463-10005'])(
    'is seen with another mark in each gap: %s',
    (text) => {
      expect(containsCardNumber(`Pay to ${text}.`)).toBe(true);
      expect(containsCardNumber(`Part 9${text}`)).toBe(text.startsWith('1234'));
    },
  );

  it.each(cards)('is seen plain, in groups and inside a sentence: %s', (card) => {
    const groups = card.replace(/(\d{4})(?=\d)/g, '$1 ');
    for (const text of [
      card,
      groups,
      groups.replaceAll(' ', '-'),
      `My card: ${groups}.`,
      `20 Nov 2026 ${groups} 12/34`,
    ])
      expect(containsCardNumber(text), text).toBe(true);
  });

  it('is seen in full-width digits, with wide spaces and on two lines', () => {
    expect(containsCardNumber('４２４２４２４２４２４２４２４２')).toBe(true);
    expect(containsCardNumber('4242\u00a04242\u20094242\n4242')).toBe(true);
    expect(containsCardNumber('4242–4242–4242–4242')).toBe(true);
  });

  it.each(['.', '/', '_', ',', '·', ' | ', '   ', ' / '])('is seen with %j between its groups', (separator) => {
    expect(containsCardNumber(['4242', '4242', '4242', '4242'].join(separator))).toBe(true);
    expect(containsCardNumber(`Card: ${['3782', '822463', '10005'].join(separator)}.`)).toBe(true);
    expect(containsCardNumber(['1234', '4242', '4242', '4242', '4242'].join(separator))).toBe(true);
  });
});

const scripts = {
  'Arabic-Indic': 0x660,
  'Extended Arabic-Indic': 0x6f0,
  Devanagari: 0x966,
  Thai: 0xe50,
  Khmer: 0x17e0,
  fullwidth: 0xff10,
  'mathematical bold': 0x1d7ce,
  'mathematical monospace': 0x1d7f6,
  Adlam: 0x1e950,
};
const replaceDigits = (text: string, zeroCodePoint: number): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zeroCodePoint + Number(digit)));

describe('a card number in disguise', () => {
  it.each(Object.entries(scripts))('is seen in %s digits', (_name, zeroCodePoint) => {
    for (const card of cards) {
      expect(containsCardNumber(replaceDigits(card, zeroCodePoint))).toBe(true);
      expect(
        containsCardNumber(`card ${replaceDigits(card.replace(/(\d{4})(?=\d)/g, '$1-'), zeroCodePoint)} thanks`),
      ).toBe(true);
    }
  });

  it('is seen in circles, in keycaps and in digits of several scripts', () => {
    const makeCircledDigits = (first: number, text: string): string =>
      text.replace(/[1-9]/g, (digit) => String.fromCodePoint(first + Number(digit) - 1));
    for (const first of [0x2460, 0x24f5, 0x2776, 0x2780, 0x278a])
      expect(containsCardNumber(makeCircledDigits(first, cards[0] ?? ''))).toBe(true);
    expect(containsCardNumber((cards[0] ?? '').replace(/\d/g, '$&\ufe0f\u20e3'))).toBe(true);
    expect(
      containsCardNumber(
        `4242${replaceDigits('4242', 0x660)}${replaceDigits('4242', 0xff10)}${replaceDigits('4242', 0x966)}`,
      ),
    ).toBe(true);
  });

  it.each([
    '\u200b',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u034f',
    '\u3164',
    '\u2800',
    '\u0000',
    '\u001f',
    '\u202e',
    '.',
    '_',
    '*',
    '~',
  ])('is seen with %j between all of its digits', (separator) => {
    for (const card of cards) expect(containsCardNumber([...card].join(separator)), card).toBe(true);
  });

  it.each(['+4242 4242 4242 4242', '+4242.4242.4242.4242', 'call +4242424242424242!', 'a+4242-4242-4242-4242'])(
    'is seen behind a plus sign, where telephone numbers have 15 digits at most: %s',
    (text) => {
      expect(containsCardNumber(text)).toBe(true);
    },
  );

  it('is found whatever is around it, and a wrong digit is not', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...cards),
        fc.constantFrom(...Object.values(scripts), 0x30),
        fc.constantFrom('', ' ', '-', '\u200b', '.', ' / ', '\u200b-'),
        fc.integer({ min: 0, max: 12 }),
        (card, zeroCodePoint, separator, place) => {
          const parts =
            separator.trim() === separator && separator.length < 2 ? [...card] : (card.match(/.{1,4}/g) ?? []);
          expect(containsCardNumber(`see ${replaceDigits(parts.join(separator), zeroCodePoint)}!`)).toBe(true);
          const cardWithWrongDigit = card.slice(0, place) + ((Number(card[place]) + 1) % 10) + card.slice(place + 1);
          expect(containsCardNumber(replaceDigits(cardWithWrongDigit, zeroCodePoint))).toBe(false);
        },
      ),
    );
  });
});

describe('what is no card number', () => {
  it.each([
    '',
    '9123 4567',
    '+65 9123 4567',
    '+42 4242 4242 42420',
    '+4242.4242.4242.4241',
    '+65 9123 4567, +65 8123 4567',
    '4242.4242, 4242/4242',
    '2018, 2019, 2020, 2021',
    '4242.4242.4242.4241',
    '65 9123 4567, 65 8123 4567',
    '4242424242424241',
    '1763676000000',
    '2026-11-20 14:05:06.123',
    'pi_4242424242424242',
    'a4242424242424242',
    '42424242424242420000',
    '01980000-1234-7123-8123-123456789012',
    '42424242-4242-4242-8242-424242424242',
    '868000.00 888000.00',
    'S1234567D',
    '0000000000000000',
    '9400000000000000',
  ])('passes: %s', (text) => {
    expect(containsCardNumber(text)).toBe(false);
  });

  it('is found in a long text at once', () => {
    const cpuUsageBefore = process.cpuUsage();
    expect(containsCardNumber('1 '.repeat(30_000))).toBe(false);
    expect(containsCardNumber('1'.repeat(60_000))).toBe(false);
    for (const part of [
      '4241.',
      '4241....',
      '4241_',
      '....4241',
      '4.',
      '4\u200b',
      '\u0664',
      '\u2776.',
      '\u0301',
      '42 41/',
    ]) {
      expect(containsCardNumber(part.repeat(10_000))).toBe(false);
    }
    // The CPU time of this process is measured, because elapsed time would depend on what else the machine does.
    expect(process.cpuUsage(cpuUsageBefore).user / 1_000).toBeLessThan(2_000);
  });

  it('costs little more in digits that could begin cards than in plain words', () => {
    const cost = (text: string): number => {
      const cpuTimesMicroseconds = Array.from({ length: 7 }, () => {
        const cpuUsageBefore = process.cpuUsage();
        for (let run = 0; run < 3; run += 1) expect(containsCardNumber(text)).toBe(false);
        return process.cpuUsage(cpuUsageBefore).user;
      });
      return cpuTimesMicroseconds.toSorted((left, right) => left - right)[3] ?? 0;
    };
    const words = cost('The car has 12,000 km and one owner. '.repeat(1_600));
    // Every call is checked for card numbers, so a check that is a hundred times slower would block all users.
    for (const part of ['4-', '4 ', '4.', '1-', '5-']) expect(cost(part.repeat(30_000)) / words).toBeLessThan(30);
  });
});
