import { describe, expect, it } from 'vitest';
import { readDescribedPersonAt } from './described-people.ts';
import { readTokens } from './tokens.ts';

/** The words that are read at the given word, and whether high seats come first. */
function readAt(text: string, word: string) {
  const tokens = readTokens(text);
  const at = tokens.findIndex(({ low }) => low === word);
  const match = readDescribedPersonAt(tokens, at);
  if (match === null) return null;
  const words = tokens.slice(at, match.next).map(({ low }) => low);
  return [words.join(' '), match.preferredPhrases?.includes('is:high') === true] as const;
}

describe('a word for the age of a person', () => {
  it.each([
    ['sporty car for young guy budget 100k', 'young', ['young guy', false]],
    ['first car for young lady driver', 'young', ['young lady driver', false]],
    ['for young working adults', 'young', ['young working adults', false]],
    ['young lady owner', 'young', ['young', false]],
    ['suv for young family', 'young', ['young', false]],
    ['i am young', 'young', ['young', false]],
    ['for the young', 'young', ['young', false]],
    ['for young and old', 'old', ['old', false]],
    ['for old folks', 'old', ['old folks', true]],
    ['car for old uncle', 'old', ['old', true]],
    ['for my elderly dad', 'elderly', ['elderly', true]],
    ['my mum is old', 'old', ['old', true]],
    ['two older kids', 'older', ['older', false]],
  ] as const)('%s', (text, word, expected) => {
    expect(readAt(text, word)).toEqual(expected);
  });

  it.each([
    ['young car', 'young'],
    ['old family car', 'old'],
    ['not so old family car', 'old'],
    ['3 years old driver seat', 'old'],
    ['for the young cars', 'young'],
    ['older than 2015', 'older'],
  ])('is none in %s', (text, word) => {
    expect(readAt(text, word)).toBeNull();
  });
});
