import { describe, expect, it } from 'vitest';
import { hasForeignAddress } from './check-links.ts';

const origin = 'https://cars.example';

describe('a text of a mail', () => {
  it.each([
    'Hello,\n\nhttps://cars.example/reset-password#token=aB_-9\n\nIt works once.',
    'See https://cars.example',
    'Paid $868,000.00 for the Ferrari (order 01a2.) Receipt number: CH-00000012.',
    'Card: visa, ending in 4242. Thank you. Goodbye.',
    '10:30 a.m. 3.5 % 21.11.2026',
  ])('may say %j', (text) => {
    expect(hasForeignAddress(text, origin)).toBe(false);
  });

  it.each([
    'http://evil.example',
    'evil.example/x',
    'Go to evil.example now',
    'www.evil',
    '(evil.example)',
    'HTTPS://EVIL.EXAMPLE',
    'https://cars.example.evil.example/',
    'https://cars.example@evil.example/',
    'https://cars.examples/',
    'http://cars.example/',
    'https://cars.example/?next=https://evil.example',
    'https://cars.example//evil.example',
    'https://cars.example/evil.example',
    'https:\\\\evil',
    '//evil/x',
    'evil。example',
    'evil．example',
    'e\u200bvil.exa\u00admple',
    'mailto:a',
    'tel:+6591234567',
    'me@evil',
    '192.0.2.7/x',
    '[2001:db8::1]',
    'bücher.example',
    'пример.испытание',
    'javascript:alert(1)',
  ])('may not say %j', (text) => {
    expect(hasForeignAddress(text, origin)).toBe(true);
  });

  it('takes time in proportion to its length', () => {
    // A pattern that backtracks over a whole word would need minutes for each of these texts.
    for (const repeatedText of ['a', '.', '-', 'a.', '@', '1.', 'https:', 'a@'])
      hasForeignAddress(repeatedText.repeat(200_000), origin);
    expect(hasForeignAddress(`${'a'.repeat(500_000)}.ab`, origin)).toBe(true);
  });
});
