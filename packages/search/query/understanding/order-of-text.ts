import { depreciationOrder } from '../page-by-preference.ts';
import type { UnderstoodFilter } from './phrase-match.ts';

/** The phrases of a text that are no filters (understand.ts). */
type Phrases = Readonly<
  Record<
    'preferredPhrases' | 'typedPreferredPhrases' | 'suggestedPhrases' | 'unusedTexts' | 'unstatedRemarks',
    readonly string[]
  >
>;

/**
 * The order of the text together with its preferred phrases. Cars with these phrases come first, and the cheapest of
 * them at the top, so `cheapest` needs no order of its own. Any other order that the text names comes first, and the
 * phrases are not used. An order that a phrase only suggests is ignored in favour of the phrases. The highest price is
 * an exception, because it stands for the class of a car.
 */
export function chooseOrder(
  filters: readonly UnderstoodFilter[],
  phrases: Phrases,
  { isOrderNamed, kindsTyped }: { readonly isOrderNamed: boolean; readonly kindsTyped: readonly string[] },
): Phrases & { readonly filters: readonly UnderstoodFilter[] } {
  const { preferredPhrases, typedPreferredPhrases, suggestedPhrases, unusedTexts, unstatedRemarks } = phrases;
  const order = filters.find(({ name }) => name === 'sort')?.value;
  if (order === undefined || preferredPhrases.length + suggestedPhrases.length === 0) return { filters, ...phrases };
  const isWeak = !isOrderNamed && (order !== '-price' || preferredPhrases.length > 0);
  const filtersWithoutOrder = filters.filter(({ name }) => name !== 'sort');
  // A buyer who asks for the lowest price does not want the lowest depreciation.
  if (order === 'price' && isOrderNamed)
    return {
      ...phrases,
      filters: filtersWithoutOrder,
      suggestedPhrases: suggestedPhrases.filter((phrase) => phrase !== depreciationOrder),
    };
  if (order === 'price' || isWeak) return { filters: filtersWithoutOrder, ...phrases };
  return {
    filters,
    preferredPhrases: [],
    typedPreferredPhrases: [],
    suggestedPhrases: [],
    unusedTexts: [...unusedTexts, ...typedPreferredPhrases, ...new Set(kindsTyped)],
    unstatedRemarks,
  };
}
