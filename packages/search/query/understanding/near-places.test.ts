import { expect, it } from 'vitest';
import { Vocabulary } from '../../text/vocabulary.ts';
import { understand } from '../understand.ts';

const vocabulary = new Vocabulary();
const words = { isInTexts: () => false, findMissingWords: (text: string) => new Set(text.toLowerCase().split(/\s+/)) };

it.each([
  ['cheap car for jb', false],
  ['weekend trips to johor bahru', false],
  ['legoland with kids', false],
  ['cheap car for trips to kl', true],
  ['weekend trips to malacca', true],
])('%j needs a car for long drives: %s', (text, isFar) => {
  const { suggestedPhrases } = understand(text, vocabulary, { today: '2026-11-26', words });
  expect(suggestedPhrases.includes('is:far')).toBe(isFar);
});
