import { carMakeSpellings } from '@carhouse/domain/brand/brand-spellings';
import { exclusionPhrases } from '@carhouse/domain/text/exclusion-words';
import { computeEditDistance, computeMaxEdits } from '../../text/edit-distance.ts';
import type { Vocabulary } from '../../text/vocabulary.ts';
import { isEverydayWord } from './everyday-words.ts';
import { knownModels, modelsAfterMake } from './known-models.ts';
import { wordsOfNumberPhrases } from './number-words.ts';
import { wordsOfOtherMeanings } from './other-meanings.ts';
import type { Token } from './tokens.ts';
import { isTradeWord, tradeWords } from './trade-phrases.ts';

/** A correction: the typed word, and the word that replaces it. */
export type Correction = { readonly typed: string; readonly meant: string };

/** Maximum number of words that are compared with all names. Words beyond this number are not corrected. */
const wordsMaximum = 6;
/** Only words with at least this many letters are corrected. A shorter word is similar to too many names. */
const lettersMinimum = 5;

/** Misspelt and shortened colours that are shorter than `lettersMinimum`. */
const colourByShortMisspelling: Readonly<Record<string, string>> = {
  wite: 'white',
  whit: 'white',
  blak: 'black',
  blck: 'black',
  blk: 'black',
  wht: 'white',
  whte: 'white',
  bleu: 'blue',
  gren: 'green',
  brwn: 'brown',
  yelo: 'yellow',
  silv: 'silver',
};

/** Words such as `excluding`. */
const wordsOfExclusions: ReadonlySet<string> = new Set(exclusionPhrases.flatMap((phrase) => phrase.split(' ')));

const replacementWords: readonly string[] = [
  ...new Set([...tradeWords, ...carMakeSpellings, ...wordsOfNumberPhrases, ...knownModels.keys()]),
].filter((word) => word.length >= lettersMinimum - 1 && /^[a-z]+$/.test(word));
/** The replacement words by their first letter, which a mistyped word has too. */
const replacementsByLetter: ReadonlyMap<string, readonly string[]> = Map.groupBy(replacementWords, (word) =>
  word.charAt(0),
);

/** Names of models that are ordinary words, such as `march`. */
const namesAfterMake: ReadonlySet<string> = new Set([...modelsAfterMake].map((key) => key.slice(key.indexOf(' ') + 1)));

/** Makes of at least `lettersMinimum` letters. A word of four letters may be such a make without one letter: `hoda`. */
const longMakeNames: readonly string[] = carMakeSpellings.filter((word) => word.length === lettersMinimum);
/** Models of `lettersMinimum` letters: `civc` is a Civic. */
const longModelNames: readonly string[] = [...knownModels.keys()].filter(
  (word) => word.length === lettersMinimum && /^[a-z]+$/.test(word),
);

/**
 * Replaces mistyped words with words of the car trade and with names of makes, models and places: `telsa`, `hybird`,
 * `ferari`. Only a word that no car has is replaced. The replacement has the same first letter and needs the fewest
 * edits.
 *
 * @param isInTexts whether the text of a car on sale contains the word
 */
export function mendWords(
  tokens: readonly Token[],
  vocabulary: Vocabulary,
  isInTexts: (word: string) => boolean,
): { readonly tokens: readonly Token[]; readonly corrections: readonly Correction[] } {
  const corrections: Correction[] = [];
  let comparedCount = 0;
  const mendedTokens = tokens.map((token) => {
    const { low } = token;
    const colour = Object.hasOwn(colourByShortMisspelling, low) ? colourByShortMisspelling[low] : undefined;
    if (colour !== undefined && !vocabulary.hasPrefix(low) && !isInTexts(low)) {
      corrections.push({ typed: low, meant: colour });
      return { ...token, low: colour, name: colour, correctedWord: colour };
    }
    const isShort = low.length === lettersMinimum - 1;
    if (comparedCount >= wordsMaximum || (low.length < lettersMinimum && !isShort) || !/^[a-z]+$/.test(low))
      return token;
    // The name of a model that no car on sale has is no mistake: `Avante` is not Audi's `Avant`.
    if (isTradeWord(low) || wordsOfNumberPhrases.has(low) || knownModels.has(low) || isEverydayWord(low)) return token;
    if (wordsOfExclusions.has(low) || wordsOfOtherMeanings.has(low) || namesAfterMake.has(low)) return token;
    if (vocabulary.hasPrefix(low) || isInTexts(low)) return token;
    comparedCount += 1;
    const nearestWord = isShort
      ? findNameMissingOneLetter(low)
      : findNearest(low, [...vocabulary.findSimilarTokens(low), ...(replacementsByLetter.get(low.charAt(0)) ?? [])]);
    if (nearestWord === null) return token;
    corrections.push({ typed: low, meant: nearestWord });
    return { ...token, low: nearestWord, name: nearestWord, correctedWord: nearestWord };
  });
  return { tokens: mendedTokens, corrections };
}

/**
 * The make, or else the model, that a word becomes with one more letter. The result is null when none or several fit.
 */
function findNameMissingOneLetter(typed: string): string | null {
  const makes = longMakeNames.filter((name) => isSubsequence(typed, name));
  const names = makes.length > 0 ? makes : longModelNames.filter((name) => isSubsequence(typed, name));
  return names.length === 1 ? (names[0] ?? null) : null;
}

function isSubsequence(typed: string, name: string): boolean {
  let at = 0;
  for (const letter of name) if (letter === typed.charAt(at)) at += 1;
  return at === typed.length && name.startsWith(typed.charAt(0));
}

/**
 * The first of the words with the fewest edits. The result is null when all words need too many edits, or when the
 * typed word is itself in the list.
 */
function findNearest(typed: string, words: readonly string[]): string | null {
  const units = toCodeUnits(typed);
  let nearestWord: string | null = null;
  let fewestEdits = computeMaxEdits(typed.length) + 1;
  for (const word of words) {
    if (word.charAt(0) !== typed.charAt(0) || Math.abs(word.length - typed.length) >= fewestEdits) continue;
    const neededEdits = computeEditDistance(units, units.length, toCodeUnits(word), word.length, fewestEdits - 1);
    if (neededEdits >= fewestEdits) continue;
    fewestEdits = neededEdits;
    nearestWord = word;
  }
  return fewestEdits === 0 ? null : nearestWord;
}

function toCodeUnits(word: string): Uint16Array {
  return Uint16Array.from(word, (letter) => letter.charCodeAt(0));
}
