import type { SearchQuery } from '@carhouse/contract/search';
import { suggestionPrefix } from '@carhouse/search/query/page-by-preference';
import type { SearchContext } from '../catalogue/catalogue-client.ts';
import { isWithoutCars } from './find-any-car.ts';
import { type CompletedUnderstanding, readQueryOfFilters } from './read-query.ts';

/** Words that ask for small cars, while `easy to park` only puts small cars first. */
const smallWords = /^(?:small|smaller|compact|tiny|mini|kei|not (?:too |so )?big)\b/i;

/**
 * When the text asks for cars of a size, and a found car has this size, each car must have it. Without such a car, the
 * size changes nothing.
 */
export async function completeTypedSize(
  context: SearchContext,
  requestQuery: SearchQuery,
  understanding: CompletedUnderstanding,
): Promise<CompletedUnderstanding> {
  const { preferredPhrases, preferredOnly, typedKinds, comparison, remainingText } = understanding;
  const isSmallTyped = typedKinds.some(({ trait, typed }) => trait === smallTrait && smallWords.test(typed));
  const isSizeCompared = comparison?.wishes.some((wish) => sizeWishes.has(wish)) === true;
  const neededTraits = [
    ...(isSmallTyped ? [smallTrait] : []),
    ...(isSizeCompared && comparison.size !== null ? [comparison.size] : []),
  ];
  const isNeeded = (phrase: string) => neededTraits.some((trait) => phrase === suggestionPrefix + trait);
  if (preferredOnly || remainingText !== '' || !preferredPhrases.some(isNeeded)) return understanding;
  const query = readQueryOfFilters(requestQuery, understanding, context.now());
  if (await isWithoutCars(context, query)) return understanding;
  return {
    ...understanding,
    preferredPhrases: preferredPhrases.map((phrase) =>
      isNeeded(phrase) ? phrase.slice(suggestionPrefix.length) : phrase,
    ),
    preferredOnly: true,
  };
}

const sizeWishes: ReadonlySet<string> = new Set(['same size', 'bigger', 'smaller']);
const smallTrait = 'is:small';
