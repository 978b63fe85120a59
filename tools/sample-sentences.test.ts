import { expect, it } from 'vitest';
import { chooseSentences } from './sample-sentences.ts';

const text = [
  '# A heading is no sentence',
  '',
  '- Buyers book a listing; sellers advertise it. Admins verify sellers.',
  '- Too short.',
  '',
  '| Route | Screen | Access |',
  '|---|---|---|',
  '| /faq | Q&A page | public |',
].join('\n');

it('the choice is made among the sentences of lists and paragraphs and the rows of tables', () => {
  expect(chooseSentences(text, 1, 20).sort()).toEqual([
    '/faq: Q&A page: public',
    'Admins verify sellers.',
    'Buyers book a listing;',
    'sellers advertise it.',
  ]);
});

it('the same seed gives the same sentences each time, and another seed gives other sentences', () => {
  const manySentences = Array.from({ length: 60 }, (_, index) => `Sentence number ${index} is here.`).join('\n');
  const first = chooseSentences(manySentences, 7, 20);
  expect(new Set(first).size).toBe(20);
  expect(chooseSentences(manySentences, 7, 20)).toEqual(first);
  expect(chooseSentences(manySentences, 8, 20)).not.toEqual(first);
});
