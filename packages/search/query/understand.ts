import type { Vocabulary } from '../text/vocabulary.ts';
import { findTraitBit } from './car-traits.ts';
import {
  listNamesNotOnSale,
  makeNameOfOthers,
  preferModelsOnSale,
  removeMakesOfAbsentModels,
} from './understanding/absent-models.ts';
import { addModelsOfMakes } from './understanding/alternatives.ts';
import {
  asksForSimilarCars,
  type ComparedModels,
  isComparison,
  readComparedModels,
} from './understanding/compared-models.ts';
import { addDiesels, addNamedFuels, findEconomicalPetrol } from './understanding/economical-fuels.ts';
import { addImpliedFilters, isSmallBody, removeSmallBodies } from './understanding/implied-filters.ts';
import { splitJoinedChoices } from './understanding/joined-choices.ts';
import type { KnownWords } from './understanding/known-words.ts';
import { LeftoverWords } from './understanding/leftover-words.ts';
import { mergeFilters, removeContradictions } from './understanding/merge-filters.ts';
import { type Correction, mendWords } from './understanding/misspellings.ts';
import { findBrands, isTrimOf } from './understanding/names.ts';
import { chooseOrder } from './understanding/order-of-text.ts';
import { findOverruledMatches } from './understanding/overruled-matches.ts';
import { addOwnCarAsWish, listOwnCarNames } from './understanding/own-car.ts';
import type { FoundMatch, NoteCode, PhraseMatch, SiteTopic, UnderstoodFilter } from './understanding/phrase-match.ts';
import { replaceNegations } from './understanding/plain-negations.ts';
import { removeRepeatedQuarters, type UnderstoodQuarter } from './understanding/quarters.ts';
import { makePhraseReader } from './understanding/read-phrases.ts';
import { findSoftMatches } from './understanding/soft-wishes.ts';
import { findStandIn } from './understanding/stand-in.ts';
import { addPositions, makeTextPiece, type TextPiece } from './understanding/text-piece.ts';
import { replaceTitledBodies } from './understanding/titled-bodies.ts';
import { readTokens } from './understanding/tokens.ts';
import { replaceAbbreviations } from './understanding/trade-abbreviations.ts';
import { findColourAt } from './understanding/trade-phrases.ts';
import { readTrimAt } from './understanding/trims.ts';
import { turnPhrases } from './understanding/turned-phrases.ts';

export type Understanding = {
  /** The text that each car must have: facts that only texts state, and the whole text when nothing else was understood. */
  readonly remainingText: string;
  /** The parts of `remainingText`. When no car has all parts, each car must have one of the parts. */
  readonly remainingTextParts: readonly string[];
  /** Phrases that no car needs. Cars that have these phrases come first. */
  readonly preferredPhrases: readonly string[];
  /** The phrases of `preferredPhrases` as they were typed, in the same order. */
  readonly typedPreferredPhrases: readonly string[];
  /** More phrases that no car needs: phrases that the text does not have, but that describe what the text asks. */
  readonly suggestedPhrases: readonly string[];
  readonly filters: readonly UnderstoodFilter[];
  readonly quarters: readonly UnderstoodQuarter[];
  /** Words and phrases that are not used, as they were typed. */
  readonly unusedTexts: readonly string[];
  /** Remarks of the trade that no text of a car has, as they were typed. */
  readonly unstatedRemarks: readonly string[];
  /** Mistyped words and the words that replace them. */
  readonly corrections: readonly Correction[];
  readonly comparison: ComparedModels | null;
  /** The car that the buyer has now, for display. */
  readonly ownCars: readonly string[];
  /**
   * Models that are not on sale, as they were typed, beside a model on sale. The search does not filter by these
   * models.
   */
  readonly absentModels: readonly string[];
  readonly notes: readonly NoteCode[];
  /** What the text asks about the marketplace, instead of a car. */
  readonly topics: readonly SiteTopic[];
  /** The phrases that put a kind of car first. */
  readonly typedKinds: readonly TypedKind[];
  /** The parts of the text whose filters no car needs to meet: `hybrid` in `hybrid if possible`. */
  readonly softWishes: readonly TextPiece[];
};

/** A phrase as it was typed, and the trait of the cars that it puts first, such as `is:small`. */
type TypedKind = { readonly trait: string; readonly typed: string };

export type UnderstandOptions = {
  /** The day in Singapore, ISO date. */
  readonly today: string;
  readonly words: KnownWords;
};

/**
 * Reads filters from a plain text such as "cheap white suv under 150k in bedok". When something was understood, the other
 * words of the text only put cars that have them first. When nothing was understood, the text is searched.
 */
export function understand(text: string, vocabulary: Vocabulary, options: UnderstandOptions): Understanding {
  const { words } = options;
  const { tokens, corrections } = mendWords(
    turnPhrases(replaceAbbreviations(replaceNegations(splitJoinedChoices(readTokens(text), vocabulary)))),
    vocabulary,
    (word) => words.isInTexts(word),
  );
  const brands = findBrands(tokens, vocabulary);
  const readPhraseAt = makePhraseReader(tokens, vocabulary, brands, options);
  const allMatches: FoundMatch[] = [];
  const leftoverWords = new LeftoverWords(text, vocabulary, words);
  const suggestedFilters: { readonly match: PhraseMatch; readonly filters: readonly UnderstoodFilter[] }[] = [];
  const statedFacts: string[] = [];
  const typedKinds: TypedKind[] = [];
  const topics: SiteTopic[] = [];
  const notedMatches: { readonly match: PhraseMatch; readonly note: NoteCode }[] = [];
  for (let at = 0; at < tokens.length; ) {
    const previousMatch = allMatches.at(-1)?.match;
    const nameMatch = readTrimAt(tokens, at, readPhraseAt(at), allMatches);
    const isTrim =
      nameMatch !== null &&
      nameMatch.isExclusion !== true &&
      previousMatch?.next === at &&
      isTrimOf(previousMatch, nameMatch, tokens, at);
    const followsModel = previousMatch?.next === at && previousMatch.filters.some(({ name }) => name === 'model');
    const colourMatch = (isTrim || nameMatch === null) && followsModel ? findColourAt(tokens, at, vocabulary) : null;
    const trimMatch: PhraseMatch | null = isTrim ? { ...nameMatch, filters: [], words: 'text' } : nameMatch;
    const match = colourMatch ?? trimMatch;
    const nextIndex = match?.next ?? at + 1;
    const textPiece = makeTextPiece(text, tokens, at, nextIndex);
    const factWord = match?.fact?.words.find((word) => words.isInTexts(word));
    if (match === null || match.words !== undefined) leftoverWords.add(textPiece, match, nextIndex - at, followsModel);
    const isMatchUsed = match?.words === undefined || (match.quarter ?? match.wish) !== undefined;
    if (match !== null && isMatchUsed) allMatches.push({ match, at });
    if (factWord !== undefined) statedFacts.push(factWord);
    else if (match?.fact !== undefined) {
      notedMatches.push({ match, note: match.fact.note });
      suggestedFilters.push({ match, filters: addPositions(match.fact.fallbackFilters, textPiece) });
    }
    if (match?.topic !== undefined) topics.push(match.topic);
    if (match?.note !== undefined) notedMatches.push({ match, note: match.note });
    const isUnstated = match?.fact !== undefined && factWord === undefined;
    if (match?.impliedFilters !== undefined && !isUnstated)
      suggestedFilters.push({ match, filters: addPositions(match.impliedFilters, textPiece) });
    leftoverWords.suggest(match?.preferredPhrases ?? []);
    for (const trait of match?.preferredPhrases?.filter((phrase) => findTraitBit(phrase) > 0) ?? []) {
      // In `small suv` only the first word names the kind.
      const [firstWord = ''] = textPiece.typed.split(' ');
      typedKinds.push({ trait, typed: (match?.filters.length ?? 0) > 0 ? firstWord : textPiece.typed });
    }
    at = nextIndex;
  }
  const isComparisonText = isComparison(allMatches, tokens);
  const overruledMatches = findOverruledMatches(
    allMatches.map(({ match }) => match),
    isComparisonText,
  );
  const remainingMatches = addOwnCarAsWish(
    allMatches.filter(({ match }) => !overruledMatches.has(match)),
    leftoverWords.namesTrait,
  );
  const notes = notedMatches.flatMap(({ match, note }) => (overruledMatches.has(match) ? [] : [note]));
  const impliedFilterLists = suggestedFilters.flatMap(({ match, filters }) =>
    overruledMatches.has(match) ? [] : [filters],
  );
  const foundMatches = addNamedFuels(isComparisonText ? remainingMatches.map(removeOwnMeaning) : remainingMatches);
  const { filters: allFilters, contradictedFilters } = removeContradictions(
    mergeFilters(
      foundMatches.map(({ match, at }) => ({
        filters: addPositions(match.filters, makeTextPiece(text, tokens, at, match.next)),
        isExclusion: match.isExclusion === true,
      })),
    ),
  );
  const mergedFilters = preferModelsOnSale(
    addDiesels(allFilters, foundMatches, leftoverWords.namesLongDrives),
    vocabulary,
  );
  const alternatives = addModelsOfMakes(
    leftoverWords.namesSmallCars ? removeSmallBodies(mergedFilters) : mergedFilters,
    tokens,
    vocabulary,
  );
  const smallBody = leftoverWords.namesSmallCars ? mergedFilters.find(isSmallBody) : undefined;
  if (smallBody !== undefined) typedKinds.push({ trait: 'is:small', typed: smallBody.typed });
  // The models of a make may be the only ones on sale: `golf or bmw`.
  const namedFilters = replaceTitledBodies(preferModelsOnSale(alternatives, vocabulary));
  const wishes = isComparisonText ? foundMatches.filter(({ match }) => (match.wish ?? 'like') !== 'like') : [];
  const [firstWish] = wishes;
  const comparedModels =
    firstWish === undefined
      ? null
      : readComparedModels(
          namedFilters,
          wishes.flatMap(({ match }) => match.wish ?? []),
          makeTextPiece(text, tokens, firstWish.at, firstWish.match.next),
          vocabulary,
        );
  const usedFilters =
    comparedModels === null
      ? asksForSimilarCars(foundMatches, tokens)
        ? removeMakesOfAbsentModels(namedFilters, vocabulary)
        : namedFilters
      : namedFilters.filter((filter) => !comparedModels.namedFilters.includes(filter));
  const excludedGroups = findExcludedGroups(foundMatches, mergedFilters).map(({ match, at }) =>
    makeTextPiece(text, tokens, at, match.next),
  );
  // The cars nearest to a supercar are the most powerful ones.
  const powerfulGroup = excludedGroups.find(({ typed }) => /^(?:super|exotic|hyper)/i.test(typed));
  if (powerfulGroup !== undefined)
    impliedFilterLists.push(addPositions([{ name: 'sort', value: '-power' }], powerfulGroup));
  const economicalMatch = findEconomicalPetrol(foundMatches);
  if (economicalMatch !== undefined) {
    const textPiece = makeTextPiece(text, tokens, economicalMatch.at, economicalMatch.match.next);
    impliedFilterLists.push(addPositions([{ name: 'sort', value: 'roadTax' }], textPiece));
  }
  // A buyer who asks for cheap cars wants the cheapest first, whatever order another phrase suggests.
  const asksForCheapCars = foundMatches.some(({ match }) => match.quarter === 'Price');
  // `premium sedan like a camry` asks for a car near the Camry, and not for the dearest one.
  const asksForSimilarModel =
    namedFilters.some(({ name }) => name === 'model') && asksForSimilarCars(foundMatches, tokens);
  const filters = addImpliedFilters(
    usedFilters,
    asksForCheapCars || asksForSimilarModel
      ? impliedFilterLists.map((phrase) => phrase.filter(({ name }) => name !== 'sort'))
      : impliedFilterLists,
  );
  const quarters = foundMatches.flatMap(({ match, at }) => {
    const { from, to, typed } = makeTextPiece(text, tokens, at, match.next);
    return match.quarter === undefined ? [] : [{ of: match.quarter, typed, from, to }];
  });
  // Text beyond the maximum number of tokens is searched unchanged.
  const unreadText = text.slice(tokens.at(-1)?.to ?? text.length).trim();
  const isUnderstood =
    filters.some(({ name }) => name !== 'sort') ||
    quarters.length + statedFacts.length + notes.length + topics.length > 0 ||
    comparedModels !== null ||
    leftoverWords.namesTrait;
  // Only one order can be used: `newest with lowest mileage`.
  const [usedOrder] = namedFilters.filter(({ name }) => name === 'sort');
  const unusedOrders = foundMatches.flatMap(({ match, at }) =>
    usedOrder !== undefined && match.filters.some(({ name, value }) => name === 'sort' && value !== usedOrder.value)
      ? [makeTextPiece(text, tokens, at, match.next).typed]
      : [],
  );
  const isOrderNamed = namedFilters.some(({ name }) => name === 'sort');
  const { remainingTextParts, ...phrases } = leftoverWords.sort(isUnderstood, unreadText);
  const asksForCars =
    namedFilters.length + quarters.length + topics.length + statedFacts.length + phrases.preferredPhrases.length > 0 ||
    leftoverWords.namesTrait;
  const standIn = asksForCars ? undefined : findStandIn(notedMatches);
  const parts = [...new Set(statedFacts), ...(standIn === undefined ? [] : [standIn.word]), ...remainingTextParts];
  return {
    remainingText: parts.join(' '),
    remainingTextParts: parts,
    ...chooseOrder(
      standIn === undefined ? filters : addPositions(standIn.filters, { from: 0, to: text.length, typed: text, text }),
      {
        ...phrases,
        unusedTexts: [
          ...phrases.unusedTexts,
          ...new Set(contradictedFilters.map(({ typed }) => typed)),
          ...unusedOrders,
        ],
      },
      { isOrderNamed, kindsTyped: typedKinds.map(({ typed }) => typed) },
    ),
    quarters: removeRepeatedQuarters(quarters),
    corrections,
    comparison: comparedModels,
    absentModels: [
      ...listNamesNotOnSale(allFilters, namedFilters, vocabulary),
      ...excludedGroups.map(({ typed }) => makeNameOfOthers(typed)),
    ],
    ownCars: listOwnCarNames(remainingMatches),
    notes: [...new Set(notes)],
    topics: [...new Set(topics)],
    typedKinds,
    softWishes: [...findSoftMatches(tokens, allMatches)].map(({ match, at }) =>
      makeTextPiece(text, tokens, at, match.next),
    ),
  };
}

/**
 * The phrases for several makes, such as `supercar`, when the text excludes all of their makes on sale: `no ferrari no
 * lambo`.
 */
function findExcludedGroups(
  foundMatches: readonly FoundMatch[],
  usedFilters: readonly UnderstoodFilter[],
): readonly FoundMatch[] {
  return foundMatches.filter(({ match }) => {
    const makes = match.filters.filter(({ name }) => name === 'brand');
    const isUsed = makes.some(({ value }) => usedFilters.some((used) => used.name === 'brand' && used.value === value));
    return match.isExclusion !== true && makes.length > 1 && !isUsed;
  });
}

/**
 * Removes from a comparison the meaning that its words have alone: in `like a jazz but faster` the class decides, too.
 */
function removeOwnMeaning({ match, at }: FoundMatch): FoundMatch {
  return match.wish === undefined ? { match, at } : { match: { next: match.next, filters: [], wish: match.wish }, at };
}
