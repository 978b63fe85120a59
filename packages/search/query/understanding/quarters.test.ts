import { expect, it } from 'vitest';
import { Vocabulary } from '../../text/vocabulary.ts';
import { understand } from '../understand.ts';

const words = { isInTexts: () => false, findMissingWords: (text: string) => new Set(text.toLowerCase().split(/\s+/)) };

it.each([
  ['cheap, low depre, affordable', ['Price', 'Depreciation']],
  ['high paper value', ['high Parf']],
  ['scrap value high', ['high Parf']],
  ['low omv', ['low Omv']],
  ['low parf or scrap value high', ['high Parf']],
])('reads the quarters of figures in %j', (text, fields) => {
  const { quarters } = understand(text, new Vocabulary(), { today: '2026-11-26', words });
  expect(quarters.map(({ of: quarterField }) => quarterField)).toEqual(fields);
});
